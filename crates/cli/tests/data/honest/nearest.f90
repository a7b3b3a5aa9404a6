! What is rounded to the nearest integer may be a half above the greatest one.
! run: stress --calls 4000
! says: at most -2147483648.5 or at least 2147483647.5
integer function f(x)
    real(8), intent(in) :: x
    f = nint(x)
end function
