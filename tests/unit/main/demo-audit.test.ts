/** The audit of the demo's week before: whole, in order, and of that week. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeDemoAudit } from '../../../src/main/demo/demo-audit.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { verifyAudit } from '../../../src/server/audit/audit.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';

const day = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'demo-audit-'));
let storage: Storage | null = null;
afterAll(async () => {
  await storage?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('people come and go on each of seven days, and it is written once', async () => {
  storage = await openStorage({ dataDir: folder });
  for (const accountName of ['maintainer', 'operator', 'engineer', 'viewer'])
    await createUser(storage, {
      ...{ accountName, password: 'slope-of-the-test', companyId: null, roleId: 1, language: 'en' },
    });
  const anchor = Date.UTC(2026, 5, 3, 4);
  const count = await writeDemoAudit(storage, anchor);
  const rows = await storage.db.selectFrom('audit').selectAll().orderBy('id').execute();
  expect(rows).toHaveLength(count);
  expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).sort((a, b) => a - b));
  expect(rows.every(({ at, user_id }) => at >= anchor - 7 * day && at < anchor && user_id !== null)).toBe(
    true,
  );
  const logins = rows.filter((row) => row.account_name === 'operator' && row.action === 'session.login');
  // At 07:56 of each day there: noon of the anchor's own day, eight hours east, is behind it.
  expect(logins.map(({ at }) => at)).toEqual(
    Array.from({ length: 7 }, (_, index) => Date.UTC(2026, 4, 28 + index - 1, 23, 56)).map((at) => at),
  );
  expect(rows.some(({ result }) => result === 'refused')).toBe(true);
  expect(await verifyAudit(storage.db)).toBeNull();
  expect(await writeDemoAudit(storage, anchor)).toBe(0);
});
