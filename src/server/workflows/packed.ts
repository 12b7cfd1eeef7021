/** Answers of calls as the journal keeps them: JSON, deflated away from the loop. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { limits } from '../../script/limits.ts';

/** What a call was answered: a value, or a problem that the script can catch. */
export interface CallResult {
  readonly value?: unknown;
  readonly problem?: {
    readonly id: string;
    readonly params: Readonly<Record<string, string | number>>;
    readonly text: string;
  };
}
/** An answer that was made aside, and the work that it was, in the units of `limits.work`. */
export interface PackedAnswer {
  readonly packed: Uint8Array;
  readonly work: number;
}

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);
/** Of JSON as long as an answer may be: a character has three bytes at most. */
const longest = 3 * limits.answer + 1000;

/** The JSON text of a CallResult, deflated. */
export async function pack(text: string): Promise<Uint8Array> {
  return deflate(text, { level: 3 });
}

/** The text again. @throws RangeError for one that no answer can be */
export async function unpack(packed: Uint8Array): Promise<string> {
  return (await inflate(packed, { maxOutputLength: longest })).toString('utf8');
}
