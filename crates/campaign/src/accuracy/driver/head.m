% The first part of a driver: what the generated functions need.
1;

function lydian_count(calls)
  global lydian_work lydian_most
  lydian_work = lydian_work + calls;
  if lydian_work > lydian_most
    error("lydian:overworked", "too many calls");
  end
end

