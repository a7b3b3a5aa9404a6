!mod$ v1 sum:4a9c83cd6618988b
module laws
contains
function inside(p,strict)
real(8),intent(in)::p(1_8:2_8)
logical(4),intent(in)::strict
logical(4)::inside
end
end
