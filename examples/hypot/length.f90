! Length of a vector in the plane.

! Correct: the larger coordinate is taken out, so that no square is larger than 1.
function length(x, y) result(r)
  implicit none
  double precision, intent(in) :: x, y
  double precision :: r, big, small
  big = max(abs(x), abs(y))
  small = min(abs(x), abs(y))
  if (big == 0d0) then
    r = 0d0
  else
    r = big * sqrt(1d0 + (small / big)**2)
  end if
end function

! Wrong: the squares overflow from 1.3e154 on.
function length_naive(x, y) result(r)
  implicit none
  double precision, intent(in) :: x, y
  double precision :: r
  r = sqrt(x**2 + y**2)
end function
