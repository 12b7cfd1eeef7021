/** What of a command goes into the script that is made of what a user did. */
import type { Draft } from '../domain/parameters/parameter-edits.ts';

/** One thing that was done, as a script can say it. Stations by id; slot null = the RTU. */
export type ScriptStep =
  /** A station was opened: it is of the selection. */
  | { readonly type: 'station'; readonly stationId: number }
  | {
      readonly type: 'set';
      readonly stationId: number;
      readonly slot: number | null;
      readonly group: string;
      readonly edits: Draft;
      /** As it was typed; '' = none. */
      readonly reason: string;
    }
  | {
      readonly type: 'send';
      readonly stationId: number;
      readonly slot: number | null;
      readonly action: string;
      readonly args: Draft;
      readonly reason: string;
    }
  /** `slot` 'all' = every device of the station. */
  | { readonly type: 'read'; readonly stationId: number; readonly slot: number | null | 'all' }
  /** What somebody wrote about a station; at: the moment that it describes, UTC ms. */
  | { readonly type: 'remark'; readonly stationId: number; readonly text: string; readonly at: number };

/**
 * Why a command that changes devices has no line of a script: `edits` on screen are recorded once they are ordered,
 * another command that it runs is recorded (`through`), a `plan` is reviewed by people, what waits in a `queue` is taken
 * back, a `siren` stops at once, a script keeps no `standard`s, and is no `script` of scripts.
 */
export const unscripted = [
  'edits',
  'through',
  'plan',
  'queue',
  'siren',
  'persons',
  'standard',
  'script',
] as const;
export type Unscripted = (typeof unscripted)[number];

/**
 * `given`: more is typed on its way, or the server may refuse it; who gives it to the server keeps it once it was taken
 * (state/recorder).
 */
export type CommandScript<A> = ((args: A) => readonly ScriptStep[]) | 'given' | Unscripted;
