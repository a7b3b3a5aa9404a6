% The first part of a driver: what the generated functions need.
1;

function lydian_overworked()
  error("lydian:overworked", "too many calls");
end

