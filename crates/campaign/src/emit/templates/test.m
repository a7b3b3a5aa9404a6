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
%!    why = 'not proven: neither provably acceptable nor provably wrong';
%!  endif
%!endfunction

% In decimal and hexadecimal, if it is a number.
%!function text = lydian_shown (y)
%!  if (isnumeric (y) && isreal (y) && isscalar (y))
%!    text = sprintf ('%.17g (%a)', double (y), double (y));
%!  else
%!    text = disp (y);
%!  endif
%!endfunction

% An error is a way to reject an input, unless it says that the call itself is broken.
%!function lydian_run (id, expect, x, ends, inputs, wanted, objectives)
%!  try
%!    y = lydian_call (x);
%!    why = lydian_judge (expect, ends, y);
%!    got = lydian_shown (y);
%!  catch err
%!    if (any (strcmp (err.identifier, {'Octave:undefined-function', 'Octave:invalid-fun-call'})))
%!      rethrow (err);
%!    endif
%!    why = '';
%!    if (! strcmp (expect, 'reject'))
%!      why = 'it raised an error';
%!    endif
%!    got = err.message;
%!  end_try_catch
%!  if (! isempty (why))
%!    error ('%s: FAILED: %s\n    inputs:     %s\n    got:        %s\n    acceptable: %s\n    objectives: %s', ...
%!           id, why, inputs, got, wanted, objectives);
%!  endif
%!endfunction
§CASES§
