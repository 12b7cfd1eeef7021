/** The levels of alarms and what is found of them: of both sides, stored and sent as they stand here. */

/** From the mildest on; 0 is none of them. */
/** Characters that the mail of a level may have. */
export const longestSubject = 200;
export const longestBody = 2000;

export const levels = ['blue', 'yellow', 'orange', 'red'] as const;
export type Level = (typeof levels)[number];

/** What was found where an alarm is closed by hand. */
export const findings = ['true', 'false', 'maintenance', 'test', 'unknown'] as const;
export type Finding = (typeof findings)[number];
