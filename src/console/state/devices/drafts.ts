/** Edits of parameters that were not sent: kept while the console is open, whatever page is shown. */
import { proxy, ref, useSnapshot } from 'valtio';
import type { Draft } from '../../../domain/parameters/parameter-edits.ts';
import { keepUnsaved } from '../tabs.ts';

/** Edits of one group of one device, with the version and the device's values that they were begun on. */
export interface GroupDraft {
  readonly draft: Draft;
  readonly version: number;
  readonly values: Draft;
}
export type Base = Omit<GroupDraft, 'draft'>;

const drafts = proxy<{ of: Readonly<Record<string, GroupDraft>> }>({ of: {} });
const keyOf = (stationId: number, path: string) => `${stationId} ${path}`;
const addressOf = (key: string) => `/station/${key.split(' ')[0]}`;

function forgetStation(address: string): void {
  keep(Object.fromEntries(Object.entries(drafts.of).filter(([key]) => addressOf(key) !== address)));
}

function keep(of: Readonly<Record<string, GroupDraft>>): void {
  drafts.of = ref(of);
  const pages = Object.keys(of).map(addressOf);
  keepUnsaved('parameters', new Map(pages.map((page) => [page, () => forgetStation(page)])));
}

/** Changes one field; the first change of a group keeps what it was begun on. */
export function setDraft(
  stationId: number,
  path: string,
  base: Base,
  field: string,
  value: Draft[string] & unknown,
): void {
  const key = keyOf(stationId, path);
  const before = drafts.of[key] ?? { ...base, draft: {} };
  keep({ ...drafts.of, [key]: { ...before, draft: { ...before.draft, [field]: value } } });
}

/** Takes back edits: those of the named fields, or all of a group. */
export function clearDraft(stationId: number, path: string, fields?: readonly string[]): void {
  const key = keyOf(stationId, path);
  const { [key]: own, ...others } = drafts.of;
  if (own === undefined) return;
  const left = Object.entries(own.draft).filter(([field]) => fields !== undefined && !fields.includes(field));
  keep(left.length === 0 ? others : { ...others, [key]: { ...own, draft: Object.fromEntries(left) } });
}

/** What is left of a group's edits goes on from here: a part of them was set, or what others set is taken as known. */
export function rebaseDraft(stationId: number, path: string, base: Base): void {
  const key = keyOf(stationId, path);
  const own = drafts.of[key];
  if (own !== undefined) keep({ ...drafts.of, [key]: { ...own, ...base } });
}

/** Edits of a station that were not sent, by group (domain/device-path). */
export function useDrafts(stationId: number): Readonly<Record<string, GroupDraft>> {
  // At once: a box that is drawn a turn later loses its cursor's place.
  const { of } = useSnapshot(drafts, { sync: true });
  const own = `${stationId} `;
  return Object.fromEntries(
    Object.entries(of as Readonly<Record<string, GroupDraft>>).flatMap(([key, draft]) =>
      key.startsWith(own) ? [[key.slice(own.length), draft]] : [],
    ),
  );
}
