/* bug: the sum overflows before it is halved */
/* operator: fovflow  line: (a + b) / 2.0f */
/* why: a = b = 3e38f has the midpoint infinity */

float midpoint_floats(float a, float b) { return (a + b) / 2.0f; }
