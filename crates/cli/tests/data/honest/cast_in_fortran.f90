! A variable may have any name.
! run: stress
! not harmless: trunc at unsigned(1) = iand
integer function f(k)
  integer(8), intent(in) :: k
  integer :: unsigned(2)
  unsigned(1) = iand(k, 4294967295_8)
  f = unsigned(1) / 3
end function
