% Complete cubic spline from its slopes at the nodes, with whole vectors and the solver of Octave.
1;

function s = spline_complete(x, y, slope0, slope1, t)
  x = x(:);
  y = y(:);
  n = numel(x);
  h = diff(x);
  d = diff(y) ./ h;
  lower = [1 ./ h(1:n-2); 0];
  upper = [0; 1 ./ h(2:n-1)];
  middle = [1; 2 ./ h(1:n-2) + 2 ./ h(2:n-1); 1];
  right = [slope0; 3 * (d(1:n-2) ./ h(1:n-2) + d(2:n-1) ./ h(2:n-1)); slope1];
  system = spdiags([[lower; 0], middle, [0; upper]], [-1, 0, 1], n, n);
  slope = system \ right;
  i = lookup(x, t(:), "lr");
  p = (t(:) - x(i)) ./ h(i);
  q = 1 - p;
  value = q.^2 .* (1 + 2 * p) .* y(i) + p.^2 .* (1 + 2 * q) .* y(i + 1);
  tangent = h(i) .* p .* q .* (q .* slope(i) - p .* slope(i + 1));
  s = reshape(value + tangent, size(t));
end
