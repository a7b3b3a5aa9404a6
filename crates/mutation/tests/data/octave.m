1; # a script file
function s = halve (x, limit = 9)
  s = 0; n = 1;
  do
    x /= 2; n++;   # both only in Octave
    if (! x || n != 3 && x > 1e-3), s += x'; endif
  until n >= limit
  while true
    s = s .* 2.^n - sum([1 -x]);
    if s > 1, break; endif
    x = max (x**2, # goes on
             -x
             + 1);# end
  endwhile
  printf ("done %d # not a comment\n", n);
endfunction
