! why: the sums have 64 bits

integer function triangle_wide_fortran(a, b, c) result(answer)
  integer, intent(in) :: a, b, c
  integer(8) :: x, y, z
  answer = 4
  if (a <= 0 .or. b <= 0 .or. c <= 0) return
  x = a
  y = b
  z = c
  if (x + y <= z) return
  if (y + z <= x) return
  if (x + z <= y) return
  answer = 1
  if (a == b .or. b == c .or. a == c) answer = 2
  if (a == b .and. b == c) answer = 3
end function
