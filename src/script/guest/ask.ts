/** Calls that the host answers in its own time. */
import type { HostCallArgs, HostCallName } from '../calls.ts';
import { advance } from './clock.ts';
import type { Failed, GroupId, Latest, Reported } from './devices.ts';
import { ScriptError } from './error.ts';
import { parse, type Sent, say } from './host.ts';
import type { StationFacts } from './stations.ts';

type WithoutStation<T> = T extends object ? Omit<T, 'station'> : never;
/** What each call is answered with; stations by their ids. */
interface HostAnswers {
  readonly stations: readonly StationFacts[];
  readonly latest: readonly { readonly readings: readonly Latest[] }[];
  readonly read: readonly WithoutStation<Reported<GroupId> | Failed>[];
  readonly reported: readonly WithoutStation<Reported<GroupId> | Failed>[];
  readonly history: readonly {
    readonly station: number;
    readonly slot: number | null;
    readonly ok: boolean;
  }[];
  readonly statistics: HostAnswers['history'];
  readonly analyse: HostAnswers['history'];
}

/** What a call is answered with, or why it is not. */
interface CallAnswer {
  readonly id: number;
  readonly at: number;
  readonly value: never;
  readonly problem?: ConstructorParameters<typeof ScriptError>[0];
}
interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: ScriptError) => void;
  /** Where the script called: the place of an error that comes later. */
  readonly site: Error;
}
const pending = new Map<number, Waiting>();
let last = 0;

/** One call of the host. @throws ScriptError where the host refuses it */
export function ask<N extends HostCallName>(call: N, args: Sent<HostCallArgs<N>>): Promise<HostAnswers[N]> {
  const site = new Error();
  const id = ++last;
  say({ op: 'call', id, call, args });
  return new Promise((resolve, reject) => pending.set(id, { resolve, reject, site }));
}

/** Takes in the answer to a call, as JSON; from then on it is as late as the answer says. */
export function settle(text: string): void {
  const { id, at, value, problem }: CallAnswer = parse(text);
  const waiting = pending.get(id);
  if (waiting === undefined) return;
  pending.delete(id);
  advance(at);
  if (problem === undefined) {
    waiting.resolve(value);
    return;
  }
  const error = new ScriptError(problem);
  if (waiting.site.stack !== undefined) error.stack = waiting.site.stack;
  waiting.reject(error);
}
