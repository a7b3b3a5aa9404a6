% Classical Runge-Kutta method with n steps of h for x' = f(x, t); the error is O(h^4).
1;

function x = rk4(f, x0, t0, t1, n)
  h = (t1 - t0) / n;
  x = x0;
  for i = 0:n-1
    t = t0 + i * h;
    k1 = f(x, t);
    k2 = f(x + h / 2 * k1, t + h / 2);
    k3 = f(x + h / 2 * k2, t + h / 2);
    k4 = f(x + h * k3, t + h);
    x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  end
end
