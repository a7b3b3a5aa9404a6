% Complete cubic spline from its moments, the second derivatives at the nodes; the error is O(h^4).
1;

function s = spline_complete(x, y, slope0, slope1, t)
  n = numel(x);
  h = diff(x(:));
  d = diff(y(:)) ./ h;
  diagonal = zeros(n, 1);
  right = zeros(n, 1);
  diagonal(1) = 2 * h(1);
  right(1) = 6 * (d(1) - slope0);
  d(n) = slope1;
  h(n) = 0;
  for i = 2:n
    factor = h(i - 1) / diagonal(i - 1);
    diagonal(i) = 2 * (h(i - 1) + h(i)) - factor * h(i - 1);
    right(i) = 6 * (d(i) - d(i - 1)) - factor * right(i - 1);
  end
  moment = zeros(n, 1);
  moment(n) = right(n) / diagonal(n);
  for i = n-1:-1:1
    moment(i) = (right(i) - h(i) * moment(i + 1)) / diagonal(i);
  end
  s = zeros(size(t));
  for j = 1:numel(t)
    i = 1;
    while i < n - 1 && t(j) > x(i + 1)
      i = i + 1;
    end
    u = t(j) - x(i);
    b = d(i) - h(i) * (2 * moment(i) + moment(i + 1)) / 6;
    c = moment(i) / 2;
    e = (moment(i + 1) - moment(i)) / (6 * h(i));
    s(j) = y(i) + u * (b + u * (c + u * e));
  end
end
