1;
function s = simpson(f, a, b, n)
  h = (b - a) / n;
  x = a + h * (1:n-1);
  s = h / 3 * (f(a) + f(b) + 4 * sum(f(x(1:2:end))) + 2 * sum(f(x(2:2:end))));
end
