! So are sums and products of arrays.
! run: stress --calls 2000
! unwatched: sum(a)
! unwatched: product(a)
! unwatched: dot_product(a, a)
! ends: 3
integer function f(a)
    integer, intent(in) :: a(4)
    f = sum(a)
    f = ieor(f, product(a))
    f = ieor(f, dot_product(a, a))
    if (a(1)/3 > 5) f = 1
end function
