! sqrt(x + 1) - sqrt(x)

! Correct: the difference is turned into a quotient. A negative answer means that x is refused.
function difference(x) result(d)
  implicit none
  double precision, intent(in) :: x
  double precision :: d
  if (x < 0d0 .or. x > 1d15) then
    d = -1d0
  else
    d = 1d0 / (sqrt(x + 1d0) + sqrt(x))
  end if
end function

! Wrong: nearly equal numbers are subtracted.
function difference_naive(x) result(d)
  implicit none
  double precision, intent(in) :: x
  double precision :: d
  if (x < 0d0 .or. x > 1d15) then
    d = -1d0
  else
    d = sqrt(x + 1d0) - sqrt(x)
  end if
end function
