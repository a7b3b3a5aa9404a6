§HEAD§
program lydian_program
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
§USE§  implicit none
§INTERFACE§
  integer, parameter :: lydian_value = 0   ! a value from lo to hi
  integer, parameter :: lydian_nothing = 1 ! a value, but no double is acceptable
  integer, parameter :: lydian_reject = 2  ! NaN, or a value that stands for an error
  integer :: lydian_tests = 0, lydian_failed = 0

§BLOCKS§
  write (*, '(a, ": ", i0, " tests, ", i0, " failed")') &
    §TITLE§, &
    lydian_tests, lydian_failed
  if (lydian_failed > 0) error stop 1

contains

  function lydian_call(lydian_x) result(lydian_y)
    real(real64), intent(in) :: lydian_x(:)
    real(real64) :: lydian_y
    lydian_y = real(§CALL§, real64)
  end function

  ! The double of these bits.
  elemental function lydian_double(bits) result(y)
    integer(int64), intent(in) :: bits
    real(real64) :: y
    y = transfer(bits, y)
  end function

  pure function lydian_is_nan(y) result(answer)
    real(real64), intent(in) :: y
    logical :: answer
    answer = ibits(transfer(y, 0_int64), 52, 11) == 2047_int64 .and. ibits(transfer(y, 0_int64), 0, 52) /= 0_int64
  end function

  pure function lydian_is_error(y) result(answer)
    real(real64), intent(in) :: y
    logical :: answer
    answer = lydian_is_nan(y)
§ERRORS§  end function

  ! What is wrong with an answer; blank if nothing is.
  pure function lydian_judge(expect, ends, y) result(why)
    integer, intent(in) :: expect
    real(real64), intent(in) :: ends(4), y
    character(len=64) :: why
    why = ''
    if (expect == lydian_reject) then
      if (.not. lydian_is_error(y)) why = 'it answered'
    else if (expect == lydian_nothing) then
      why = 'no double is acceptable for this input'
    else if (lydian_is_nan(y)) then
      why = 'it did not answer'
    else if (ends(1) <= y .and. y <= ends(2)) then
      return
    else if (y <= ends(3) .or. ends(4) <= y) then
      why = 'provably wrong'
    else
      why = 'not proven: the oracle does not decide this answer'
    end if
  end function

  ! In decimal and, if it is finite, in hexadecimal.
  function lydian_shown(y) result(text)
    real(real64), intent(in) :: y
    character(len=64) :: text
    character(len=1) :: sign
    integer(int64) :: bits, exponent, fraction
    bits = transfer(y, bits)
    exponent = ibits(bits, 52, 11)
    fraction = ibits(bits, 0, 52)
    sign = merge('-', '+', bits < 0_int64)
    if (exponent == 2047_int64) then
      write (text, '(g0)') y
    else if (exponent == 0_int64) then
      write (text, '(g0, " (", a, "0x0.", z13.13, "p-1022)")') y, sign, fraction
    else
      write (text, '(g0, " (", a, "0x1.", z13.13, "p", sp, i0, ")")') y, sign, fraction, exponent - 1023_int64
    end if
  end function

  subroutine lydian_run(id, inputs, wanted, objectives, expect, x, ends)
    character(len=*), intent(in) :: id, inputs, wanted, objectives
    integer, intent(in) :: expect
    integer(int64), intent(in) :: x(:), ends(4)
    real(real64) :: y
    character(len=64) :: why
    y = lydian_call(lydian_double(x))
    why = lydian_judge(expect, lydian_double(ends), y)
    lydian_tests = lydian_tests + 1
    if (why == '') return
    lydian_failed = lydian_failed + 1
    write (*, '(a, ": FAILED: ", a)') id, trim(why)
    write (*, '("    inputs:     ", a)') inputs
    write (*, '("    got:        ", a)') trim(lydian_shown(y))
    write (*, '("    acceptable: ", a)') wanted
    write (*, '("    objectives: ", a)') objectives
  end subroutine
§CASES§
end program
