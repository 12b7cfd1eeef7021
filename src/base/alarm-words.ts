/** The levels of alarms and what is found of them: of both sides, stored and sent as they stand here. */

/** Characters that the mail of a level may have. */
export const longestSubject = 200;
export const longestBody = 2000;

/** From the mildest on; 0 is none of them. */
export const levels = ['blue', 'yellow', 'orange', 'red'] as const;
export type Level = (typeof levels)[number];

/** Words of a company's own for levels 2 to 5 of Japan; empty = the word of the edition. */
export type LevelWords = Readonly<Record<Level, string>>;
/** Letters of such a word: it stands in marks, tables and subjects of mails. */
export const longestLevelWord = 12;

/** What was found where an alarm is closed by hand. */
export const findings = ['true', 'false', 'maintenance', 'test', 'unknown'] as const;
export type Finding = (typeof findings)[number];
