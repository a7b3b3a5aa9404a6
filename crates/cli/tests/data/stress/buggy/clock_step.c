/* bug: a clock kept in a float stands still after some hours */
/* operator: fabsorb  line: now + step */
/* options: --operators fabsorb --range now=0:1e6 --range step=0.001:0.1 */
/* why: from 524288 s on a step below 1/32 s is less than half a unit in the last place and is lost */

float clock_step(float now, float step) { return now + step; }
