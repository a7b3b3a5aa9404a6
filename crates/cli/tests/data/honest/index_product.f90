! The product in an index wraps around.
! run: stress --range i=4294967296:4294967296 --range j=0:0
! unwatched: k = a(i*i - j + 1)
integer(8) function f(a, i, j) result(k)
  integer(8), intent(in) :: i, j
  integer(8), intent(in) :: a(8)
  k = a(i*i - j + 1)
  k = k / 2
end function
