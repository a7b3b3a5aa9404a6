/* bug: an energy in joules does not fit a float */
/* operator: fovflow  line: (float) */
/* options: --range mass=0:1e30 */
/* why: 1e23 kg times the square of the speed of light is 9e39 J */

float narrow_float(double mass) {
    double energy = mass * 299792458.0 * 299792458.0;
    return (float)energy;
}
