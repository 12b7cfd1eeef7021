import { proxy } from 'valtio';
import { readStored, writeStored } from './stored.ts';

/** A command as it ran, most recent first in the list. */
export interface RecentCall {
  readonly id: string;
  readonly args: unknown;
}

const kept = 50;
/** Longer arguments are texts of a form or a file: nothing to repeat from a list. */
const longest = 500;
const isCalls = (value: unknown): value is RecentCall[] =>
  Array.isArray(value) && value.every((call) => typeof call?.id === 'string');

/** What ran lately, whichever surface ran it. */
export const recents = proxy<{ list: readonly RecentCall[]; account: string }>({ list: [], account: '' });

/** Names a call: the same command with the same arguments is one entry. */
const callKey = ({ id, args }: RecentCall): string => `${id} ${JSON.stringify(args ?? {})}`;

function keep(list: readonly RecentCall[]): void {
  recents.list = list.slice(0, kept);
  writeStored(`recents.${recents.account}`, recents.list);
}

export function loadRecents(account: string): void {
  recents.account = account;
  recents.list = readStored(`recents.${account}`, [], isCalls).slice(0, kept);
}

/** Puts a call at the head. */
export function addRecent(call: RecentCall): void {
  const key = callKey(call);
  if (key.length > longest) return;
  keep([call, ...recents.list.filter((other) => callKey(other) !== key)]);
}

/** Forgets the calls that `isMeant` names. */
export function removeRecent(isMeant: (call: RecentCall) => boolean): void {
  keep(recents.list.filter((call) => !isMeant(call)));
}
