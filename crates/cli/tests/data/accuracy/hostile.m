% Mutants of this function raise, hang, allocate without end, print rows of their own and leave: `bad` is 0 in the target.
1;
function bad = mode()
  bad = 0;
end

function s = simpson(f, a, b, n)
  bad = mode();
  if bad == 1
    error("bad");
  end
  while bad == -1
    a = a;
  end
  h = (b - a) / n;
  x = a + h * (1:n-1);
  s = h / 3 * (f(a) + f(b) + 4 * sum(f(x(1:2:end))) + 2 * sum(f(x(2:2:end))));
  kept = zeros(1, 1000);
  while bad < 0
    kept = [kept, kept];
  end
  if bad > 0
    printf("row 1 ok 0 0 0\n");
    exit(0);
  end
end
