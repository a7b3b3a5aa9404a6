% Classical Runge-Kutta method from its table: each stage starts from the slope of the stage before.
1;

function x = rk4(f, x0, t0, t1, n)
  nodes = [0, 0.5, 0.5, 1];
  weights = [1, 2, 2, 1] / 6;
  times = linspace(t0, t1, n + 1);
  x = x0;
  for i = 1:n
    h = times(i + 1) - times(i);
    slopes = zeros(4, 1);
    slope = 0;
    for stage = 1:4
      ahead = nodes(stage) * h;
      slope = f(x + ahead * slope, times(i) + ahead);
      slopes(stage) = slope;
    end
    x = x + h * (weights * slopes);
  end
end
