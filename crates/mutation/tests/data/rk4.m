function [t, x] = rk4(f, x0, t0, tend, steps)
  % The classical method of Runge and Kutta; columns of x are the states.
  h = (tend - t0) / steps;
  t = zeros(1, steps + 1);
  x = zeros(numel(x0), steps + 1);
  t(1) = t0;
  x(:, 1) = x0;
  for i = 1:steps
    k1 = f(t(i), x(:, i));
    k2 = f(t(i) + h / 2, x(:, i) + h / 2 * k1);
    k3 = f(t(i) + h / 2, x(:, i) + h / 2 * k2);
    k4 = f(t(i) + h, x(:, i) + h * k3);
    x(:, i + 1) = x(:, i) + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    t(i + 1) = t(i) + h;
  end
end
