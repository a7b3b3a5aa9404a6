% Composite Simpson rule with n panels, n even; the error is O(h^4).
1;

function s = simpson(f, a, b, n)
  h = (b - a) / n;
  odd = 0;
  even = 0;
  for i = 1:2:n-1
    odd = odd + f(a + i * h);
  end
  for i = 2:2:n-2
    even = even + f(a + i * h);
  end
  s = h / 3 * (f(a) + 4 * odd + 2 * even + f(b));
end
