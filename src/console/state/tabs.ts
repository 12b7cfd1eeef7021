import { proxy } from 'valtio';
import { addressOf, hasTab, tabOf } from '../../contract/pages.ts';
import { session } from './connection/session.ts';
import { addedPage } from './session/menus.ts';
import { readStored, writeStored } from './stored.ts';

/** A page tab: the address of its page without query, and the query that it had when it was left. */
export interface Tab {
  readonly address: string;
  readonly query: string;
  /** Closing several leaves it. */
  readonly pinned?: boolean;
}
export type CloseWhich = 'this' | 'left' | 'right' | 'others' | 'all';

export const homeAddress = addressOf('home');
const most = 30;
const isTabs = (value: unknown): value is Tab[] =>
  Array.isArray(value) &&
  value.every((tab) => typeof tab?.address === 'string' && typeof tab?.query === 'string');

/** Open pages; the first is always home and cannot be closed. */
export const tabs = proxy<{
  list: readonly Tab[];
  /** Closed ones, newest first, with the place that they had. */
  closed: readonly { readonly tab: Tab; readonly at: number }[];
  account: string;
}>({
  list: [{ address: homeAddress, query: '' }],
  closed: [],
  account: '',
});
const keptClosed = 20;

function keep(list: readonly Tab[]): void {
  // Past the most, the oldest go that are not pinned: the page that was just opened must have its tab.
  const others = list.filter((tab) => tab.address !== homeAddress);
  const free = others.filter(({ pinned }) => pinned !== true);
  const going = new Set(free.slice(0, Math.max(0, Math.min(free.length - 1, others.length - most + 1))));
  const rest = others.filter((tab) => !going.has(tab));
  tabs.list = [{ address: homeAddress, query: '' }, ...rest];
  writeStored(`tabs.${tabs.account}`, tabs.list);
}

export function loadTabs(account: string): void {
  if (tabs.account !== account) tabs.closed = [];
  tabs.account = account;
  keep(readStored(`tabs.${account}`, [], isTabs).filter((tab) => mayHaveTab(tab.address)));
}

/** True for the addresses that a tab may stand for, those that the server's menu adds among them. */
export const mayHaveTab = (path: string): boolean => hasTab(path) || addedPage(session.menus, path) !== null;

/** Ids of the stations that have a tab. */
export function openStations(): ReadonlySet<number> {
  return new Set(
    tabs.list.flatMap(({ address }) => {
      const id = /^\/station\/(\d+)/.exec(address)?.[1];
      return id === undefined ? [] : [Number(id)];
    }),
  );
}

/** Makes sure that a page has its tab, and remembers where in it the user is. */
export function openTab(path: string, query: string): void {
  const key = tabOf(path);
  const full = path === key ? query : `${path.slice(key.length)}${query}`;
  const known = tabs.list.some((tab) => tab.address === key);
  keep(
    known
      ? tabs.list.map((tab) => (tab.address === key ? { ...tab, query: full } : tab))
      : [...tabs.list, { address: key, query: full }],
  );
}

/** Pages with edits that were not sent, by their tab's address, and how these are given up. */
export const unsaved = new Map<string, () => void>();
const unsavedOf = new Map<string, ReadonlyMap<string, () => void>>();
const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** Says which pages have edits of one kind that were not sent; what is known of other kinds stays. */
export function keepUnsaved(kind: string, pages: ReadonlyMap<string, () => void>): void {
  unsavedOf.set(kind, pages);
  unsaved.clear();
  for (const own of unsavedOf.values()) for (const [page, forget] of own) unsaved.set(page, forget);
  removeEventListener('beforeunload', onUnload);
  if (unsaved.size > 0) addEventListener('beforeunload', onUnload);
}

function isClosed(which: CloseWhich, index: number) {
  return (tab: Tab, at: number): boolean => {
    if (tab.address === homeAddress) return false;
    if (which === 'this') return at === index;
    if (tab.pinned === true) return false;
    if (which === 'all') return true;
    if (which === 'others') return at !== index;
    return which === 'left' ? at < index : at > index;
  };
}

/** Addresses of the tabs that closing as seen from `from` would close, of those with edits that were not sent. */
export function closingUnsaved(which: CloseWhich, from: string): readonly string[] {
  const index = tabs.list.findIndex((tab) => tab.address === from);
  return tabs.list
    .filter(isClosed(which, index))
    .flatMap(({ address }) => (unsaved.has(address) ? [address] : []));
}

/** Closes tabs as seen from `from`; answers the address to go to, or null to stay on `active`. */
export function closeTabs(which: CloseWhich, from: string, active: string): string | null {
  const index = tabs.list.findIndex((tab) => tab.address === from);
  // A page without a tab has nothing to its left or right.
  if (index < 0 && which !== 'all' && which !== 'others') return which === 'this' ? homeAddress : null;
  const closed = isClosed(which, index);
  const staying = tabs.list.filter((tab, at) => !closed(tab, at));
  const gone = tabs.list.flatMap((tab, at) => (staying.includes(tab) ? [] : [{ tab, at }]));
  const neighbour = tabs.list[index + 1] ?? tabs.list[index - 1];
  tabs.closed = [...gone.reverse(), ...tabs.closed].slice(0, keptClosed);
  keep(staying);
  if (staying.some((tab) => tab.address === active)) return null;
  const target =
    staying.find((tab) => tab.address === from) ??
    staying.find((tab) => tab.address === neighbour?.address) ??
    staying.at(-1);
  return target === undefined ? homeAddress : target.address + target.query;
}

/** Opens the tab again that was closed last, where it was; answers its address, or null when none was closed. */
export function reopenTab(): string | null {
  const [last, ...rest] = tabs.closed;
  if (last === undefined) return null;
  tabs.closed = rest;
  if (!tabs.list.some(({ address }) => address === last.tab.address))
    keep([...tabs.list.slice(0, last.at), last.tab, ...tabs.list.slice(last.at)]);
  return last.tab.address + last.tab.query;
}

/** The address of the tab next to the active one, round the ends. */
export function nextTab(active: string, by: 1 | -1): string {
  const index = tabs.list.findIndex(({ address }) => address === active);
  const next = tabs.list[(Math.max(0, index) + by + tabs.list.length) % tabs.list.length];
  return next === undefined ? homeAddress : next.address + next.query;
}

/** Pins a tab, or lets it go; home needs no pin. */
export function pinTab(address: string): void {
  if (address === homeAddress) return;
  keep(tabs.list.map((tab) => (tab.address === address ? { ...tab, pinned: tab.pinned !== true } : tab)));
}

/** Moves a tab; home stays the first. `before` another tab where that is named. */
export function moveTab(address: string, to: 'left' | 'right' | 'first' | 'last', before?: string): void {
  const at = tabs.list.findIndex((tab) => tab.address === address);
  const moved = tabs.list[at];
  if (moved === undefined || at === 0) return;
  const rest = tabs.list.filter((tab) => tab !== moved);
  const found = before === undefined ? -1 : rest.findIndex((tab) => tab.address === before);
  const wanted = { left: at - 1, right: at + 1, first: 1, last: rest.length }[to];
  const index = Math.max(
    1,
    Math.min(rest.length, before === undefined ? wanted : found < 0 ? rest.length : found),
  );
  keep([...rest.slice(0, index), moved, ...rest.slice(index)]);
}
