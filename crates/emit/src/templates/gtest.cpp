§HEAD§
#include <gtest/gtest.h>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <ostream>
#include <string>
§INCLUDES§
namespace {

§JUDGE§
const char *const lydian_names[] = {
§NAMES§};

§CALL§
// How a test is shown in the messages of the framework.
void PrintTo(const lydian_case &c, std::ostream *out)
{
    *out << c.id;
}

std::string lydian_shown(double y)
{
    char text[80];
    std::snprintf(text, sizeof text, "%.17g (%a)", y, y);
    return text;
}

std::string lydian_name(const ::testing::TestParamInfo<lydian_case> &info)
{
    return lydian_names[info.index];
}

class §SUITE§ : public ::testing::TestWithParam<lydian_case> {
};

TEST_P(§SUITE§, accepts)
{
    const lydian_case *c = &GetParam();
    const char *threw = c->expect == LYDIAN_REJECT ? nullptr : "it threw an exception";
    const char *why;
    std::string got;
    try {
        // Volatile, so that an answer in a wider register is rounded before it is judged.
        volatile §TYPE§ y = lydian_call(c->x);
        got = lydian_shown(y);
        why = lydian_judge(c, y);
    } catch (const std::exception &error) {
        got = std::string("exception: ") + error.what();
        why = threw;
    } catch (...) {
        got = "exception";
        why = threw;
    }
    EXPECT_TRUE(why == nullptr) << c->id << ": FAILED: " << why << "\n    inputs:     " << c->inputs
                                << "\n    got:        " << got << "\n    acceptable: " << c->wanted
                                << "\n    objectives: " << c->objectives;
}

INSTANTIATE_TEST_SUITE_P(lydian, §SUITE§, ::testing::ValuesIn(lydian_cases), lydian_name);

} // namespace
