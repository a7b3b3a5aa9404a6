! The smaller root of x^2 - 2 p x + q.

! Correct: the larger root does not cancel, and the product of both is q.
function root(p, q) result(x)
  implicit none
  double precision, intent(in) :: p, q
  double precision :: x
  x = q / (p + sqrt((p - sqrt(q)) * (p + sqrt(q))))
end function

! Wrong: p and the root of p^2 - q are nearly equal when q is small beside p^2.
function root_naive(p, q) result(x)
  implicit none
  double precision, intent(in) :: p, q
  double precision :: x
  x = p - sqrt(p**2 - q)
end function
