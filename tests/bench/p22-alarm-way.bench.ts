/** The way of an alarm, from the wire to the console and to the mail server, against that of the reading itself. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveEvent } from '../../src/contract/live.ts';
import { startServer } from '../../src/main/compose.ts';
import { readSettings } from '../../src/main/settings.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { toJson } from '../../src/server/storage/json.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import type { Storage } from '../../src/server/storage/storage.ts';
import { definitionOf, writeRule } from '../support/alarms.ts';
import { openStream, until } from '../support/live-stream.ts';
import { startMailServer } from '../support/mail-server.ts';
import { policyOf } from '../support/notify.ts';
import type { TestServer } from '../support/server.ts';
import type { Bench, Figure } from './bench.ts';
import { startLoad, within, writeIngestSite } from './ingest-site.ts';

const rtus = 500;
/** Of each RTU: 5,000 instances. */
const sensors = 10;
const rounds = 7;
const deadline = 60_000;
const password = 'watches-the-bench-1';
const accountName = 'watcher';
/** The generator's values go up to 10: of those that are spread over a wave, one in a hundred lies above. */
const limit = 10 * Math.cos(Math.PI / 100);
/** At multiples of it the generator adds no noise. */
const noNoise = 977;
/** Of rounds, ms: so far apart that others ring. */
const step = 4000 * noNoise;

const once = { readings: 1 } as const;

async function fill(storage: Storage, from: number) {
  const site = await writeIngestSite(storage, rtus, sensors);
  await createUser(storage, { accountName, password, companyId: 1, roleId: 2, language: 'en' });
  const { id: userId } = await storage.db
    .selectFrom('users')
    .select('id')
    .where('account_name', '=', accountName)
    .executeTakeFirstOrThrow();
  const to = [{ type: 'user' as const, userId }];
  await storage.write(async (db) => {
    const contact = {
      user_id: userId,
      address: 'watcher@example.org',
      confirmed_at: 1,
      tries: 0,
      sent_at: 0,
    };
    await db
      .insertInto('contacts')
      .values({ ...contact, code_hash: null, code_until: null })
      .execute();
    const body = toJson(policyOf({ steps: [{ after: 0, to, by: ['mail'] }] }));
    await db
      .insertInto('notify_policies')
      .values({ company_id: 1, revision: 1, name: 'All', body })
      .execute();
  });
  const condition = { type: 'limit', term: 0, side: 'above', limit } as const;
  const definition = definitionOf({
    terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
    ladder: [{ level: 'red', condition, hold: once, releaseHold: once }],
  });
  await writeRule(storage, null, definition, from);
  return site;
}

const middle = (taken: number[]) => taken.sort((a, b) => a - b)[taken.length >> 1] ?? Number.NaN;

async function measure(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-alarm-way-'));
  const storage = await openStorage({ dataDir: folder });
  const mail = await startMailServer();
  const load = startLoad();
  const from = Math.floor((Date.now() - (rounds + 2) * step) / noNoise) * noNoise;
  const environment = {
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    SMTP_URL: mail.url,
  };
  const site = await fill(storage, from - 1);
  const running = await startServer(readSettings(environment), { storage });
  try {
    const login = await fetch(`${running.address}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accountName, password }),
    });
    const { data } = (await login.json()) as { data: { loginToken: string } };
    // The stream asks for the server's address alone.
    const stream = await openStream({ address: running.address } as TestServer, data.loginToken);
    const order = { name: 'connect' as const, port: running.mqttPort ?? 0, sensors, ...site };
    await within(deadline, load.order(order), () => 'the RTUs are not connected');
    const seen = new Set<number>();
    const taken = { reading: [] as number[], alarm: [] as number[], mail: [] as number[] };
    let rung = 0;
    for (let round = 0; round <= rounds; round += 1) {
      const t = from + round * step;
      await load.order({ name: 'encode', rounds: 1, from: t, step });
      stream.events.length = 0;
      const before = mail.tries;
      const found = { reading: 0, alarm: 0, mail: 0 };
      let next = 0;
      const began = performance.now();
      const published = load.order({ name: 'publish' });
      await until(() => {
        const now = performance.now() - began;
        for (; next < stream.events.length; next += 1) {
          const event = JSON.parse(stream.events[next]?.data ?? '{}') as LiveEvent;
          if (event.type === 'readings') {
            const rings = event.readings.some(({ values }) => Number(values['x']) >= limit);
            if (rings && found.reading === 0) found.reading = now;
          }
          if (event.type !== 'alarms') continue;
          const fresh = event.alarms.filter(({ id }) => !seen.has(id));
          if (fresh.length > 0 && found.alarm === 0) found.alarm = now;
          for (const { id } of fresh) seen.add(id);
        }
        if (mail.tries > before && found.mail === 0) found.mail = now;
        return found.reading > 0 && found.alarm > 0 && found.mail > 0;
      }, deadline);
      await published;
      await running.alarmEngine.settle();
      await new Promise((resolve) => setTimeout(resolve, 2000));
      // The first one alone: facts of every sensor are read.
      if (round === 0) continue;
      rung = seen.size;
      for (const key of ['reading', 'alarm', 'mail'] as const) taken[key].push(found[key]);
    }
    stream.close();
    const reference = middle(taken.reading);
    const note = `${rtus * sensors} instances, ${rung} alarms in ${rounds + 1} rounds; reference: the first reading that rings, on the console`;
    return [
      { what: 'reading → alarm on the console', ours: middle(taken.alarm), goal: 1.3 },
      { what: 'reading → handed to the mail server', ours: middle(taken.mail), goal: 2 },
    ].map((figure) => ({ ...figure, reference, unit: 'ms', note }));
  } finally {
    load.end();
    await running.stop();
    await mail.stop();
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** P22: how much later than its reading an alarm is on the console, and with the mail server. */
export const bench: Bench = { id: 'P22', title: 'the way of an alarm', run: measure };
