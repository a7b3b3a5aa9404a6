! Fortran's compiler allows contraction unless it is told not to.
! run: cover --calls 3000 --cflags -march=haswell
! says not: result = 1
integer function f(k)
    integer, value :: k
    real(8) :: x, y, t
    f = 0
    x = 1 + iand(k, 7) * 2d0**(-30)
    y = 1 + iand(k, 7) * 2d0**(-29)
    t = x * x - y
    if (t /= 0) f = 1
end function
