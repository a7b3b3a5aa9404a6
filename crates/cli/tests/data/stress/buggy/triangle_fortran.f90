! bug: sums of two sides wrap, and legal triangles are called illegal
! operator: iovflow  line: if (a + b <= c)
! operator: iovflow  line: if (b + c <= a)
! operator: iovflow  line: if (a + c <= b)
! operator: iovflow  line: kind == 1 .and. a + b > c
! operator: iovflow  line: kind == 2 .and. a + c > b
! operator: iovflow  line: kind == 3 .and. b + c > a
! why: the same program as triangle.c; a default integer has 32 bits here too

integer function triangle_fortran(a, b, c) result(answer)
  integer, intent(in) :: a, b, c
  integer :: kind
  answer = 4
  if (a <= 0 .or. b <= 0 .or. c <= 0) return
  kind = 0
  if (a == b) kind = kind + 1
  if (a == c) kind = kind + 2
  if (b == c) kind = kind + 3
  if (kind == 0) then
    if (a + b <= c) return
    if (b + c <= a) return
    if (a + c <= b) return
    answer = 1
  else if (kind > 3) then
    answer = 3
  else
    if (kind == 1 .and. a + b > c) answer = 2
    if (kind == 2 .and. a + c > b) answer = 2
    if (kind == 3 .and. b + c > a) answer = 2
  end if
end function
