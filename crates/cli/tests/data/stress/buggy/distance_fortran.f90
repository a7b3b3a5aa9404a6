! bug: the squares of single precision overflow although the distance fits
! operator: fovflow  line: sqrt(dx * dx + dy * dy)
! options: --range dx=-1e30:1e30 --range dy=-1e30:1e30
! why: dx = 3e25, dy = 4e25

real(4) function distance_fortran(dx, dy) result(distance)
  real(4), intent(in) :: dx, dy
  distance = sqrt(dx * dx + dy * dy)
end function
