! bug: the sum of eight integers wraps before it is divided
! operator: iovflow,iuflow  line: total = total + values(i)
! why: two values of 2000000000

integer function mean_fortran(values) result(mean)
  integer, intent(in) :: values(8)
  integer :: i, total
  total = 0
  do i = 1, 8
    total = total + values(i)
  end do
  mean = total / 8
end function
