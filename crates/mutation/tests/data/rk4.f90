module methods
  implicit none
  integer, parameter :: dp = kind(1.0d0)
contains
  ! The classical method of Runge and Kutta.
  subroutine rk4(f, x, t0, tend, steps, ok)
    interface
      function f(t, x) result(dx)
        double precision, intent(in) :: t, x
        double precision :: dx
      end function f
    end interface
    real(dp), intent(inout) :: x
    real(dp), intent(in) :: t0, tend
    integer, intent(in) :: steps
    logical, intent(out) :: ok
    real(dp) :: h, t, k1, k2, k3, k4
    integer :: i
    ok = .false.
    if (steps < 1 .or. .not. (tend > t0)) return
    h = (tend - t0) / steps
    t = t0
    do i = 1, steps
      k1 = f(t, x)
      k2 = f(t + h / 2, x + h / 2 * k1)
      k3 = f(t + 0.5_dp * h, x + 0.5_dp * h * k2)
      k4 = f(t + h, x + h * k3)
      x = x + h / 6.0d0 * (k1 + 2 * k2 + 2 * k3 + k4)
      t = t0 + i * h
      if (x .ne. x) exit
    end do
    ok = i > steps
    call trace(x)
  end subroutine rk4

  subroutine trace(x)
    real(dp), intent(in) :: x
    if (abs(x) > 1.0e300_dp) then
      print *, 'large 1', x
    end if
  end subroutine trace
end module methods
