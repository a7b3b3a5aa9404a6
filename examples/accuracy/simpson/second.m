% Composite Simpson rule as a product of weights and values; f is called with one number at a time.
1;

function s = simpson(f, a, b, n)
  h = (b - a) / n;
  weights = ones(1, n + 1);
  weights(2:2:n) = 4;
  weights(3:2:n-1) = 2;
  values = arrayfun(f, a + (0:n) * h);
  s = h / 3 * (weights * values');
end
