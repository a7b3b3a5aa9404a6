! Fortran: arguments by reference, arrays, select case, do while.

! Linear interpolation in a table of four points, with extrapolation refused.
function interpolate(x, xs, ys) result(y)
  real(8), intent(in) :: x, xs(4), ys(4)
  real(8) :: y
  integer :: i
  y = 0d0
  if (x < xs(1) .or. x > xs(4)) then
    y = -1d0
    return
  end if
  do i = 1, 3
    if (x >= xs(i) .and. x <= xs(i + 1)) then
      if (xs(i) == xs(i + 1)) then
        y = ys(i)
      else
        y = ys(i) + (ys(i + 1) - ys(i)) * (x - xs(i)) / (xs(i + 1) - xs(i))
      end if
      return
    end if
  end do
end function

! Greatest common divisor, and whether it is a given one.
integer function divisor(a, b)
  integer, intent(in) :: a, b
  integer :: x, y, t
  x = abs(a)
  y = abs(b)
  do while (y /= 0)
    t = mod(x, y)
    x = y
    y = t
  end do
  divisor = x
  if (x == 91) divisor = -1
end function

! Phases of a fluid.
subroutine phase(pressure, temperature, kind)
  real(4), intent(in) :: pressure, temperature
  integer, intent(out) :: kind
  real(4) :: boiling
  kind = 0
  if (pressure <= 0.0 .or. temperature <= 0.0) return
  boiling = 373.15 + 28.0 * log(pressure)
  select case (int(temperature / 100.0))
  case (0:1)
    kind = 1
  case (2)
    kind = merge(1, 2, temperature < 273.15)
  case (3:6)
    if (temperature > boiling) then
      kind = 3
    else
      kind = 2
    end if
    if (abs(temperature - boiling) < 1e-3) kind = 4
  case default
    kind = 5
  end select
end subroutine
