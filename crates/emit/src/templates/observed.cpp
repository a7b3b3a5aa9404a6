§HEAD§
#include <gtest/gtest.h>
#include <cstdint>
#include <cstdio>
#include <cstring>

using std::memcpy;

§PARTS§§TESTS§