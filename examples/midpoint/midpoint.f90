! The middle between two numbers.

! Correct: the form depends on the signs, so that neither sum nor difference overflows.
function midpoint(a, b) result(m)
  implicit none
  double precision, intent(in) :: a, b
  double precision :: m
  if ((a < 0d0) .neqv. (b < 0d0)) then
    m = (a + b) / 2d0
  else
    m = a + (b - a) / 2d0
  end if
end function

! Wrong: the sum overflows when both are large and of one sign.
function midpoint_naive(a, b) result(m)
  implicit none
  double precision, intent(in) :: a, b
  double precision :: m
  m = (a + b) / 2d0
end function
