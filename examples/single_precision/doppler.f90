! Frequency shift heard from a moving source.

! Correct.
function doppler(u, v, t) result(f)
  implicit none
  double precision, intent(in) :: u, v, t
  double precision :: f, t1
  t1 = 331.4d0 + 0.6d0 * t
  f = -t1 * v / (t1 + u)**2
end function

! Wrong: all is double, but the literals have no d0, and so they have seven digits.
function doppler_literals(u, v, t) result(f)
  implicit none
  double precision, intent(in) :: u, v, t
  double precision :: f, t1
  t1 = 331.4 + 0.6 * t
  f = -t1 * v / (t1 + u)**2
end function
