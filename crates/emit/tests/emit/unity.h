/* A stand-in with the few names of Unity's interface that emitted tests use; written for these tests. */
#ifndef UNITY_H
#define UNITY_H
#include <setjmp.h>
#include <stdio.h>

void setUp(void);
void tearDown(void);

static jmp_buf unity_back;
static int unity_tests, unity_failures;

static void unity_fail(const char *message)
{
    printf("FAIL: %s\n", message);
    unity_failures++;
    longjmp(unity_back, 1);
}

static void unity_run(void (*test)(void), const char *name)
{
    int before = unity_failures;
    unity_tests++;
    if (setjmp(unity_back) == 0) {
        setUp();
        test();
    }
    tearDown();
    printf("%s: %s\n", name, unity_failures > before ? "FAIL" : "PASS");
}

static int unity_end(void)
{
    printf("%d Tests %d Failures 0 Ignored\n", unity_tests, unity_failures);
    return unity_failures;
}

#define UNITY_BEGIN() (unity_tests = unity_failures = 0)
#define UNITY_END() unity_end()
#define RUN_TEST(test) unity_run(test, #test)
#define TEST_FAIL_MESSAGE(message) unity_fail(message)
#endif
