/**
 * The server is killed as a plan ends, and started again: its end is said once, over both databases, and the mail that
 * tells of it leads to the plan.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/contract/plans/plans.ts';
import { writeSite } from '../../../src/main/demo/demo-site.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { Device } from '../../../src/simulator/device/device.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import { password } from '../../support/delivery/product.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { base, setOf } from '../../support/plans/fleet.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { type ServerProcess, startProcess } from '../../support/process.ts';
import { bundleServer } from '../../support/tools/bundle-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'groundwatch-ends-'));
const cache = join(process.cwd(), 'node_modules', '.cache', `notices-crash-${process.pid}`);
const seeded = join(folder, 'seeded');
const fleet = planFleet({ seed: 5, anchor: Math.floor(Date.now() / 60_000) * 60_000, stations: 12 });
const [rtu] = fleet.projects
  .flatMap(({ stations }) => stations)
  .map((station) => ({ ...station.rtu, temper: { ...station.rtu.temper, breaks: 0, awake: true } }))
  .filter(({ installState, temper }) => installState === 'installed' && temper.silentSince === null);
let program = '';
let mail: MailServer;
let postgres: TestPostgres;
let seededUrl = '';

async function seed(storage: Storage): Promise<void> {
  await writeSite(storage, fleet, (sn) => `secret-of-${sn}`);
  await createUser(storage, {
    ...{ accountName: 'maintainer', password, companyId: null, roleId: 1, language: 'en' },
  });
  await storage.write((db) =>
    db
      .insertInto('contacts')
      .values({
        ...{ user_id: 1, address: 'maintainer@example.org', confirmed_at: 1, tries: 0, sent_at: 0 },
        ...{ code_hash: null, code_until: null },
      })
      .execute(),
  );
  await storage.close();
}
beforeAll(async () => {
  const dying = new URL('../../support/plans/dying-server.ts', import.meta.url);
  [program, mail, postgres] = await Promise.all([
    bundleServer(cache, fileURLToPath(dying)),
    startMailServer(),
    startPostgres(),
  ]);
  await seed(await openStorage({ dataDir: seeded }));
  seededUrl = await postgres.database();
  await seed(await openStorage({ dataDir: join(folder, 'of-postgres'), databaseUrl: seededUrl }));
}, 200_000);
afterAll(async () => {
  await mail?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
  rmSync(cache, { recursive: true, force: true });
}, 120_000);

async function ask<T>(server: ServerProcess, token: string, method: string, path: string, body?: object) {
  const response = await fetch(server.address + path, {
    method,
    headers: { authorization: token, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return ((await response.json()) as { data: T }).data;
}
const signIn = async (server: ServerProcess) =>
  (await ask<{ loginToken: string }>(server, '', 'POST', '/login', { accountName: 'maintainer', password }))
    .loginToken;

function connect(server: ServerProcess): Device {
  if (rtu === undefined) throw new Error('the fleet has no device');
  const url = `mqtt://127.0.0.1:${server.mqttPort}`;
  const device = new Device(rtu, { url, password: `secret-of-${rtu.sn}`, linger: 400, retry: 200 });
  void device.connect().catch(() => {});
  return device;
}

/** Approves a plan of the one device; answers its id. */
async function approve(server: ServerProcess, rtuId: number): Promise<string> {
  const token = await signIn(server);
  const draft = { title: 'Killed', items: [setOf(rtuId)], surface: 'button', rollout: base };
  const { plan } = await ask<{ plan: Plan }>(server, token, 'POST', '/rest/plans', draft);
  const body = { planId: plan.id, revision: plan.revision, reason: '' };
  const { confirmation } = await ask<{ confirmation: string }>(server, token, 'POST', '/rest/user/confirm', {
    ...{ password, body },
  });
  const approval = { revision: plan.revision, reason: '', confirmation };
  // The server may be killed before it has answered.
  await ask(server, token, 'POST', `/rest/plans/${plan.id}/approve`, approval).catch(() => {});
  return plan.id;
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  test.each([
    ['planFinish:inside', 0],
    ['planFinish:committed', 1],
  ] as const)(
    'killed at %s the end is said once',
    async (point, written) => {
      const dataDir = join(folder, `${dialect}-${point.replace(':', '-')}`);
      cpSync(seeded, dataDir, { recursive: true });
      const databaseUrl = dialect === 'postgres' ? await postgres.database(seededUrl) : undefined;
      const environment = {
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        ...{ SMTP_URL: mail.url, PUBLIC_URL: 'https://watch.example.org' },
      };
      const look = async <T>(work: (storage: Storage) => Promise<T>): Promise<T> => {
        const storage = await openStorage({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
        try {
          return await work(storage);
        } finally {
          await storage.close();
        }
      };
      const notices = (storage: Storage) =>
        storage.db.selectFrom('work_notices').select(['how', 'key']).execute();
      const rtuId = await look(
        async ({ db }) =>
          (
            await db
              .selectFrom('rtus')
              .select('id')
              .where('sn', '=', rtu?.sn ?? '')
              .executeTakeFirstOrThrow()
          ).id,
      );

      const dying = await startProcess(dataDir, { ...environment, DIE_AT: point }, program);
      const device = connect(dying);
      const planId = await approve(dying, rtuId);
      expect(await dying.ended).toBeNull();
      await device.stop();
      expect(await look(notices)).toHaveLength(written);

      const second = await startProcess(dataDir, environment, program);
      const again = connect(second);
      const token = await signIn(second);
      const notified = async () =>
        (await ask<{ notices: { how: string }[] }>(second, token, 'GET', '/rest/work/notices')).notices;
      await expect.poll(notified, { timeout: 60_000 }).toMatchObject([{ how: 'planDone' }]);
      second.child.kill('SIGTERM');
      await second.ended;
      await again.stop();
      await look(async (storage) => {
        expect(await notices(storage)).toEqual([{ how: 'planDone', key: `plan:${planId}:over` }]);
        // The minute in which its approver may look, and the night, are over.
        await storage.write((db) => db.updateTable('messages').set({ due_at: 1 }).execute());
      });

      const before = mail.mails.length;
      const third = await startProcess(dataDir, environment, program);
      const reader = await signIn(third);
      const sent = async () =>
        (
          await ask<{ messages: { kind: string; state: string }[] }>(
            third,
            reader,
            'GET',
            '/rest/notify/messages',
          )
        ).messages;
      await expect.poll(sent, { timeout: 60_000 }).toMatchObject([{ kind: 'work', state: 'accepted' }]);
      third.child.kill('SIGTERM');
      await third.ended;
      const text = mail.mails.at(-1)?.text ?? '';
      expect(mail.mails.at(-1)?.subject).toBe('Plan finished: Killed');
      expect(text).toContain('Of 1 device: 1 landed, 0 failed, 0 left.');
      expect(text).toContain(`Open: https://watch.example.org/plans/${planId}`);
      expect(mail.mails).toHaveLength(before + 1);
    },
    200_000,
  );
});
