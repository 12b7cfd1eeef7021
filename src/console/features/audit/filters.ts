import { wallToUtc } from '../../../base/time.ts';
import { type AuditFilters, auditResults } from '../../../contract/company/audit.ts';

/** What is looked for, as the address keeps it: texts; days as `2026-11-20`, both inclusive. Empty = everything. */
export const filterNames = ['text', 'action', 'result', 'account', 'subject', 'from', 'to'] as const;
export type FilterName = (typeof filterNames)[number];
export type AuditSearch = Readonly<Record<FilterName, string>>;

const day = 86_400_000;

/** Reads what is looked for out of an address's query. */
export function wantedOf(query: URLSearchParams): AuditSearch {
  const found = Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? '']));
  return found as Record<FilterName, string>;
}

/** The start of a day (UTC ms) on a zone's clocks; undefined for what is no day. */
function startOf(date: string, zone: string, later = 0): number | undefined {
  const wall = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00Z`) : Number.NaN;
  return Number.isNaN(wall) ? undefined : Math.max(0, wallToUtc(zone, wall + later));
}

/** What the server is asked for. A filter that the server would refuse is left out. `zone`: by whose clocks days begin. */
export function filtersOf(wanted: AuditSearch, zone: string): AuditFilters {
  const { text, action, account, subject } = wanted;
  const result = auditResults.find((one) => one === wanted.result);
  const from = startOf(wanted.from, zone);
  const to = startOf(wanted.to, zone, day);
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(account.trim() === '' ? {} : { account: account.trim().slice(0, 80) }),
    ...(/^[A-Za-z][A-Za-z.]{0,59}$/.test(action) ? { action } : {}),
    ...(subject.trim() === '' ? {} : { subject: subject.trim().slice(0, 120) }),
    ...(result === undefined ? {} : { result }),
    ...(text.trim() === '' ? {} : { text: text.trim().slice(0, 200) }),
  };
}
