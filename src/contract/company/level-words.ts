/** Words of a company's own for the levels of alarms. */
import Type from 'typebox';
import { longestLevelWord } from '../../base/alarm-words.ts';

const word = Type.String({ maxLength: longestLevelWord });

/** The edition of Japan uses them; empty = the word of the edition. */
export const LevelWordsBody = Type.Object(
  { blue: word, yellow: word, orange: word, red: word },
  { additionalProperties: false },
);
