! Solves a x = b by Gauss elimination with partial pivoting.
subroutine solve(n, a, b, x)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: a(n, n), b(n)
  double precision, intent(out) :: x(n)
  double precision :: m(n, n), row(n), factor, right
  integer :: i, k, p

  m = a
  x = b
  do k = 1, n
    ! The row of the largest number in column k, from row k on.
    p = k
    do i = k + 1, n
      if (abs(m(i, k)) > abs(m(p, k))) p = i
    end do
    row = m(k, :)
    m(k, :) = m(p, :)
    m(p, :) = row
    right = x(k)
    x(k) = x(p)
    x(p) = right
    do i = k + 1, n
      factor = m(i, k) / m(k, k)
      m(i, k:n) = m(i, k:n) - factor * m(k, k:n)
      x(i) = x(i) - factor * x(k)
    end do
  end do
  do i = n, 1, -1
    x(i) = (x(i) - dot_product(m(i, i + 1:n), x(i + 1:n))) / m(i, i)
  end do
end subroutine
