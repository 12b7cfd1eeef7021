/** Processes that begin on one database: whose key it is, the first administrator, calls a minute, wrong clocks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceBounds } from '../../../src/contract/company/service-accounts.ts';
import { Sessions } from '../../../src/server/accounts/sessions.ts';
import { newSetupSecret } from '../../../src/server/accounts/setup.ts';
import { callWindowsOf } from '../../../src/server/processes/call-windows.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { startProcessOn, startTwo, type TwoProcesses } from '../../support/processes.ts';

let two: TwoProcesses;
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
  two = await startTwo({ TRUST_PROXY: '127.0.0.1' });
});
afterAll(async () => {
  await two.stop();
  await postgres.stop();
});
const never = (error: unknown) => {
  throw error;
};

it('a process with another key does not start, and says what to do', async () => {
  await expect(two.more({ SERVER_KEY: 'another-key-than-those-of-the-others' })).rejects.toThrow(
    /served with another SERVER_KEY: give every process the same one/,
  );
});

it('the secret of each process makes the first administrator, one in all', async () => {
  const databaseUrl = await postgres.database();
  const both = [await startProcessOn(databaseUrl), await startProcessOn(databaseUrl)] as const;
  try {
    const secrets = [
      await newSetupSecret(both[0].running.storage),
      await newSetupSecret(both[1].running.storage),
    ];
    // Each at the other process, at once.
    const made = await Promise.all(
      both.map((at, index) =>
        at.call('/rest/setup', {
          method: 'POST',
          body: {
            ...{ secret: secrets[1 - index], accountName: `first-${index}`, password: 'slope-of-the-first' },
            language: 'en',
          },
        }),
      ),
    );
    expect(made.map(({ envelope }) => envelope?.status).sort()).toEqual([200, 409]);
    const users = await both[0].running.storage.db.selectFrom('users').select('id').execute();
    expect(users).toHaveLength(1);
  } finally {
    for (const one of both) await one.stop();
  }
});

describe('calls a minute', () => {
  it('of one address are so many over both processes', async () => {
    const asked = (index: number) =>
      [two.a, two.b][index % 2]?.call('/rest/login/code', {
        ...{ method: 'POST', body: { accountName: 'nobody' }, headers: { 'x-forwarded-for': '203.0.113.9' } },
      });
    const let_ = [];
    for (let i = 0; i < 70; i++) let_.push((await asked(i))?.envelope?.status === 200);
    const through = let_.filter(Boolean).length;
    // Never more; less by what the other one holds and does not use.
    expect(through).toBeLessThanOrEqual(60);
    expect(through).toBeGreaterThanOrEqual(57);
    expect(let_.slice(0, 57)).not.toContain(false);
    expect(let_.slice(-5)).not.toContain(true);
  });

  it('at once at many windows of both: no more than the limit, and all of it but for what is held back', async () => {
    const [a, b] = [two.a, two.b].map(({ running }) => callWindowsOf(running.storage, never));
    const limit = serviceBounds.calls;
    const counted = await Promise.all(
      Array.from({ length: limit + 200 }, (_, i) =>
        (i % 2 === 0 ? a : b)?.count('token of the test', limit, 60_000),
      ),
    );
    const through = counted.filter((one) => (one?.current ?? 0) <= limit).length;
    expect(through).toBeLessThanOrEqual(limit);
    expect(through).toBeGreaterThanOrEqual(limit - Math.ceil(limit / 16));
  });

  it('begin anew when the window is over', async () => {
    const [a, b] = [two.a, two.b].map(({ running }) => callWindowsOf(running.storage, never));
    const tried = async () =>
      [await a?.count('short', 2, 400), await b?.count('short', 2, 400), await a?.count('short', 2, 400)].map(
        (one) => one !== undefined && one.current <= 2,
      );
    expect(await tried()).toEqual([true, true, false]);
    await expect.poll(async () => ((await b?.count('short', 2, 400))?.current ?? 9) <= 2).toBe(true);
  });

  it('are counted by a process alone while the database does not answer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'windows-'));
    const storage = await openStorage({ dataDir: folder, databaseUrl: two.databaseUrl });
    const failures: unknown[] = [];
    const windows = callWindowsOf(storage, (error) => void failures.push(error));
    await storage.close();
    expect((await windows.count('alone', 1, 60_000)).current).toBe(1);
    expect((await windows.count('alone', 1, 60_000)).current).toBe(2);
    expect(failures.length).toBeGreaterThan(0);
    rmSync(folder, { recursive: true, force: true });
  });
});

it('a process whose clock is two days ahead neither ends sessions nor makes them last', async () => {
  const { storage } = two.a.running;
  const own = await two.a.login('operatorA');
  const ahead = new Sessions(two.b.running.storage, () => Date.now() + 2 * 86_400_000);
  const made = await ahead.open(2, 'here', null);
  expect(await ahead.viewer(own)).toMatchObject({ accountName: 'operatorA' });
  const rows = await storage.db
    .selectFrom('sessions')
    .select('expires_at')
    .where('user_id', '=', 2)
    .execute();
  for (const { expires_at: expiresAt } of rows)
    expect(Number(expiresAt) - Date.now()).toBeLessThanOrEqual(86_400_000 + 5000);
  expect((await two.a.call('/rest/stations', { token: made })).envelope?.status).toBe(200);
  expect((await two.a.call('/rest/stations', { token: own })).envelope?.status).toBe(200);
});
