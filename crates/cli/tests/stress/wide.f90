! The triangle of the corpus in 64 bits.
integer(8) function triangle_wide(a, b, c) result(answer)
  integer(8), intent(in) :: a, b, c
  answer = 4
  if (a <= 0 .or. b <= 0 .or. c <= 0) return
  if (a + b <= c .or. b + c <= a .or. a + c <= b) return
  answer = 1
  if (a == b .or. b == c .or. a == c) answer = 2
  if (a == b .and. b == c) answer = 3
end function
