§HEAD§
%!function lydian_y = lydian_call (lydian_x)
%!  lydian_y = §FUNCTION§ (lydian_x{:});
%!endfunction

% What is wrong with an answer; empty if nothing is.
%!function why = lydian_judge (expect, ends, y)
%!  why = '';
%!  if (! (isnumeric (y) && isreal (y) && isscalar (y)))
%!    why = 'the answer is not one real number';
%!  elseif (strcmp (expect, 'reject'))
%!    if (! (isnan (y)§ERRORS§))
%!      why = 'it answered';
%!    endif
%!  elseif (strcmp (expect, 'nothing'))
%!    why = 'no double is acceptable for this input';
%!  elseif (isnan (y))
%!    why = 'it did not answer';
%!  elseif (ends(1) <= double (y) && double (y) <= ends(2))
%!    why = '';
%!  elseif (double (y) <= ends(3) || ends(4) <= double (y))
%!    why = 'provably wrong';
%!  else
%!    why = 'not proven: the oracle does not decide this answer';
%!  endif
%!endfunction

% In decimal and hexadecimal, if it is a number.
%!function text = lydian_shown (y)
%!  if (! (isnumeric (y) && isreal (y) && isscalar (y)))
%!    text = disp (y);
%!    return;
%!  endif
%!  text = sprintf ('%.17g', double (y));
%!  if (isfinite (y))
%!    digits = num2hex (double (y));
%!    exponent = mod (hex2dec (digits(1:3)), 2048);
%!    sign = {'', '-'}{1 + (hex2dec (digits(1)) >= 8)};
%!    text = sprintf ('%s (%s0x%d.%sp%+d)', text, sign, exponent > 0, digits(4:16), max (exponent, 1) - 1023);
%!  endif
%!endfunction

% An error is a way to reject an input, unless it says that the call itself is broken.
%!function lydian_run (id, expect, x, ends, inputs, wanted, objectives)
%!  failure = [];
%!  try
%!    y = lydian_call (x);
%!  catch failure
%!  end_try_catch
%!  if (isempty (failure))
%!    why = lydian_judge (expect, ends, y);
%!    got = lydian_shown (y);
%!  elseif (any (strcmp (failure.identifier, {'Octave:undefined-function', 'Octave:invalid-fun-call'})))
%!    rethrow (failure);
%!  else
%!    why = {'it raised an error', ''}{1 + strcmp (expect, 'reject')};
%!    got = failure.message;
%!  endif
%!  if (! isempty (why))
%!    error ('%s: FAILED: %s\n    inputs:     %s\n    got:        %s\n    acceptable: %s\n    objectives: %s', ...
%!           id, why, inputs, got, wanted, objectives);
%!  endif
%!endfunction
§CASES§
