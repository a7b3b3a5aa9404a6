! why: the sum has 64 bits, and the mean of eight integers is an integer of their size again

integer function mean_fortran_wide(values) result(mean)
  integer, intent(in) :: values(8)
  integer :: i
  integer(8) :: total
  total = 0
  do i = 1, 8
    total = total + values(i)
  end do
  mean = int(total / 8)
end function
