! The smaller root of x^2 - 2 p x + q.

! Correct: the larger root does not cancel, the product of both is q, and p^2 - q is exact in twice the bits.
function root(p, q) result(x)
  implicit none
  integer, parameter :: twice = selected_real_kind(30)
  double precision, intent(in) :: p, q
  double precision :: x
  x = q / (p + sqrt(dble(real(p, twice)**2 - real(q, twice))))
end function

! Wrong: p and the root of p^2 - q are nearly equal when q is small beside p^2.
function root_naive(p, q) result(x)
  implicit none
  double precision, intent(in) :: p, q
  double precision :: x
  x = p - sqrt(p**2 - q)
end function
