! Order 2 from orders 0 and 1: the original, in Fortran.
function step(z, j1, j0) result(j2)
  implicit none
  double precision, intent(in) :: z, j1, j0
  double precision :: j2
  j2 = (2d0 / z) * j1 - j0
end function
