! Fortran: dummies by reference and by value, arrays, modules, logicals.
integer function triangle(a, b, c) result(kind)
  implicit none
  integer, intent(in) :: a, b, c
  if (a <= 0 .or. b <= 0 .or. c <= 0) then
    kind = 0
  else if (a + b <= c .or. a + c <= b .or. b + c <= a) then
    kind = 0
  else if (a == b .and. b == c) then
    kind = 3
  else if (a == b .or. b == c .or. a == c) then
    kind = 2
  else
    kind = 1
  end if
end function triangle

subroutine norm(x, n, scale, total)
  implicit none
  double precision, intent(in) :: x(*)
  integer, value :: n
  real, intent(in) :: scale
  double precision, intent(out) :: total
  integer :: i
  total = 0
  do i = 1, n
    if (x(i) > scale) total = total + x(i)
  end do
end subroutine norm

module laws
contains
  logical function inside(p, strict)
    double precision, intent(in) :: p(2)
    logical, intent(in) :: strict
    select case (strict)
    case (.true.)
      inside = p(1) > 0 .and. p(2) > 0
    case default
      inside = p(1) >= 0 .and. p(2) >= 0
    end select
  end function inside
end module laws
