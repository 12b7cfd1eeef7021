/** A rule as a JSON file: what a console or the command line writes, every other one reads. */

/** What such a file says it is. */
export const ruleFileType = 'groundwatch-alarm-rule';
