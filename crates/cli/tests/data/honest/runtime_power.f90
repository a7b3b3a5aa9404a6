! A power of integers is computed by the runtime of the compiler, where nothing watches.
! run: stress --calls 2000
! unwatched: m**3
! ends: 3
integer function f(n)
    integer, intent(in) :: n
    integer :: m
    m = n/3
    f = m**3
end function
