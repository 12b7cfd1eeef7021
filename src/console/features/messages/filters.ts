/** What is looked for, as the address keeps it. Times as `2026-11-20T14:13` on the reader's clocks. Empty = everything. */
import { wallToUtc } from '../../../base/time.ts';
import { messageKinds } from '../../../contract/messages.ts';
import type { MessageFilters } from '../../state/devices/messages.ts';

export const filterNames = ['text', 'kind', 'only', 'station', 'rtu', 'source', 'from', 'to'] as const;
export type MessageFilterName = (typeof filterNames)[number];
export type MessageSearch = Readonly<Record<MessageFilterName, string>>;

export function wantedOf(query: URLSearchParams): MessageSearch {
  const found = Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? '']));
  return found as Record<MessageFilterName, string>;
}

/** UTC ms of a time of a clock; undefined for what is none. */
function momentOf(text: string, zone: string): number | undefined {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  return Number.isNaN(wall) ? undefined : Math.max(0, wallToUtc(zone, wall));
}

const idOf = (text: string) => (/^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined);

/** What the server is asked for; what it would refuse is left out. */
export function filtersOf(wanted: MessageSearch, zone: string): MessageFilters {
  const kind = messageKinds.find((one) => one === wanted.kind);
  const only = (['partly', 'refused'] as const).find((one) => one === wanted.only);
  const [station, rtuId, sourceId] = [idOf(wanted.station), idOf(wanted.rtu), idOf(wanted.source)];
  const [from, to] = [momentOf(wanted.from, zone), momentOf(wanted.to, zone)];
  const contains = wanted.text.trim().slice(0, 100);
  return {
    ...(contains === '' ? {} : { contains }),
    ...(kind === undefined ? {} : { kind }),
    ...(only === undefined ? {} : { only }),
    ...(station === undefined ? {} : { station }),
    ...(rtuId === undefined ? {} : { rtuId }),
    ...(sourceId === undefined ? {} : { sourceId }),
    ...(from === undefined ? {} : { from }),
    // The minute that is named belongs to it.
    ...(to === undefined ? {} : { to: to + 59_999 }),
  };
}
