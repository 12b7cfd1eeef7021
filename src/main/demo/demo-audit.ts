/** What the people of the demo did in the week before it began: they came and went, took tables with them, and mistyped. */

import type { AuditAction, AuditResult } from '../../contract/company/audit.ts';
import { appendAudit } from '../../server/audit/audit.ts';
import type { Storage } from '../../server/storage/storage.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The people of the demo live eight hours east of Greenwich. */
const east = 8 * hour;
const week = 7;

interface Act {
  /** Of the day there. */
  readonly at: number;
  readonly who: string;
  readonly action: AuditAction;
  readonly subject?: string;
  readonly detail?: string;
  readonly result?: AuditResult;
  /** On that day before the anchor alone, 1 to 7; left out = on each. */
  readonly daysAgo?: number;
}

/** Acts that need nothing but people: what they concern stands in every demo. */
const acts: readonly Act[] = [
  { at: 7 * hour + 56 * minute, who: 'operator', action: 'session.login' },
  {
    ...{ at: 8 * hour + 11 * minute, who: 'operator', action: 'export.write', subject: 'alarms' },
    detail: 'xlsx',
  },
  { at: 9 * hour + 3 * minute, who: 'viewer', action: 'session.login', result: 'refused', daysAgo: 5 },
  { at: 9 * hour + 4 * minute, who: 'viewer', action: 'session.login', daysAgo: 5 },
  { at: 9 * hour + 31 * minute, who: 'viewer', action: 'session.logout', daysAgo: 5 },
  { at: 10 * hour + 2 * minute, who: 'maintainer', action: 'session.login', daysAgo: 6 },
  { at: 10 * hour + 9 * minute, who: 'maintainer', action: 'sites.export', subject: 'stations', daysAgo: 6 },
  { at: 10 * hour + 26 * minute, who: 'maintainer', action: 'session.logout', daysAgo: 6 },
  { at: 14 * hour + 17 * minute, who: 'engineer', action: 'session.login', daysAgo: 2 },
  { at: 14 * hour + 18 * minute, who: 'engineer', action: 'session.confirm', daysAgo: 2 },
  { at: 16 * hour + 40 * minute, who: 'engineer', action: 'session.logout', daysAgo: 2 },
  { at: 17 * hour + 48 * minute, who: 'operator', action: 'session.logout' },
];
const addresses: Readonly<Record<string, string>> = {
  maintainer: '192.0.2.4',
  operator: '192.0.2.17',
  engineer: '192.0.2.23',
  viewer: '198.51.100.8',
};

/**
 * Writes the audit of the week before `anchor`, UTC ms, in order of time: before anything else is in it.
 * Answers how many entries there are.
 */
export async function writeDemoAudit(storage: Storage, anchor: number): Promise<number> {
  const midnight = Math.floor((anchor + east) / day) * day - east;
  const users = await storage.db.selectFrom('users').select(['id', 'account_name']).execute();
  const ids = new Map(users.map((row) => [row.account_name, row.id]));
  const done = Array.from({ length: week + 1 }, (_, index) => week - index).flatMap((daysAgo) =>
    acts
      .filter((act) => act.daysAgo === undefined || act.daysAgo === daysAgo)
      .map((act) => ({ ...act, at: midnight - daysAgo * day + act.at }))
      .filter(({ at, who }) => at >= anchor - week * day && at < anchor && ids.has(who)),
  );
  return storage.write(async (db) => {
    const any = await db.selectFrom('audit').select('id').limit(1).executeTakeFirst();
    if (any !== undefined) return 0;
    for (const { at, who, action, subject = null, detail = '', result = 'ok' } of done)
      await appendAudit(db, {
        ...{ at, action, subject, detail, result },
        ...{ userId: ids.get(who) ?? null, accountName: who, address: addresses[who] ?? null },
      });
    return done.length;
  });
}
