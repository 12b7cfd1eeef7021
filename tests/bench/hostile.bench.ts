import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSources, writeSite } from '../../src/main/demo/demo-site.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import { Device } from '../../src/simulator/device/device.ts';
import { connectMqtt } from '../../src/simulator/device/link.ts';
import { planFleet } from '../../src/simulator/fleet/index.ts';
import { past } from '../../src/simulator/history.ts';
import { startApart } from './apart.ts';
import type { Bench } from './bench.ts';
import type { Attack, Damage } from './hostile-load.ts';

const day = 86_400_000;
/** How long each half is watched, ms. */
const watched = 30_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const at = (taken: number[], share: number) =>
  taken.sort((a, b) => a - b)[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? Number.NaN;

/**
 * One hostile RTU, one hostile script and one flood of logins at once: how long `/health` takes, and how long a siren's
 * stop takes from the call to its RTU, against the same without them.
 */
export const bench: Bench = {
  id: 'HOSTILE',
  title: 'a hostile RTU, a hostile script and a flood of logins together',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-hostile-'));
    const secret = (sn: string) => `secret-of-${sn}`;
    const anchor = Math.floor(Date.now() / 60_000) * 60_000;
    const fleet = planFleet({ seed: 5, anchor, stations: 60 });
    const storage = await openStorage({ dataDir: folder });
    await writeSite(storage, fleet, secret);
    const account = { accountName: 'engineer', password: 'bench-of-sirens' };
    for (const accountName of ['engineer', 'maintainer', 'intruder'])
      await createUser(storage, { ...account, accountName, companyId: null, roleId: 1, language: 'en' });
    const sourceOf = await readSources(storage);
    const rtus = fleet.projects.flatMap(({ stations }) => stations).map(({ rtu }) => rtu);
    for (const rtu of rtus) {
      const readings = [...past(rtu, anchor, anchor - 20 * day, anchor, sourceOf)];
      for (let from = 0; from < readings.length; from += 10_000)
        await storage.readings.ingest(readings.slice(from, from + 10_000));
    }
    const sirens = rtus.find(
      ({ installState, sensors }) =>
        installState === 'installed' && sensors.some(({ kind }) => kind.id === 'horn'),
    );
    const victim = rtus.find(({ sn, installState }) => sn !== sirens?.sn && installState === 'installed');
    if (sirens === undefined || victim === undefined) throw new Error('the plan has no siren');
    const slot = sirens.sensors.find(({ kind }) => kind.id === 'horn')?.slot ?? 0;
    const { id: rtuId } = await storage.db
      .selectFrom('rtus')
      .select('id')
      .where('sn', '=', sirens.sn)
      .executeTakeFirstOrThrow();
    await storage.close();
    const server = await startApart(folder);
    const post = async <T>(path: string, body: object, token = ''): Promise<T> => {
      const answer = await fetch(server.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: token, lang: 'en' },
        body: JSON.stringify(body),
      });
      const reported = (await answer.json()) as { status: number; msg: string; data: T };
      if (reported.status !== 200) throw new Error(`${path}: ${reported.msg}`);
      return reported.data;
    };
    const login = async (accountName: string) =>
      (await post<{ loginToken: string }>('/login', { ...account, accountName })).loginToken;
    let arrived: (() => void) | null = null;
    const device = new Device(
      { ...sirens, temper: { ...sirens.temper, awake: true, breaks: 0 } },
      {
        url: `mqtt://127.0.0.1:${server.mqttPort}`,
        password: secret(sirens.sn),
        connect: (options) =>
          connectMqtt({
            ...options,
            message(topic, payload) {
              if (topic.includes('/DCMD/')) arrived?.();
              options.message(topic, payload);
            },
          }),
      },
    );
    const load = fork(new URL('./hostile-load.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
    try {
      const token = await login('engineer');
      const intruder = await login('intruder');
      await device.connect();
      await pause(3000);
      let keys = 0;
      const half = async () => {
        const health: number[] = [];
        const ways: number[] = [];
        const until = Date.now() + watched;
        const ask = async () => {
          while (Date.now() < until) {
            const begun = performance.now();
            await (await fetch(`${server.address}/health`)).arrayBuffer();
            health.push(performance.now() - begun);
            await pause(20);
          }
        };
        const stop = async () => {
          while (Date.now() < until) {
            const heard = new Promise<void>((resolve) => {
              arrived = resolve;
            });
            const begun = performance.now();
            keys += 1;
            const key = `key-of-the-bench-${String(keys).padStart(6, '0')}`;
            const content = { type: 'action', action: 'stopHorn', args: {} };
            const target = { rtuId, slot };
            await post('/rest/orders', { key, target, content, reason: 'bench', surface: 'button' }, token);
            await heard;
            ways.push(performance.now() - begun);
            await pause(200);
          }
        };
        await Promise.all([ask(), stop()]);
        return { health: at(health, 0.99), worst: at(health, 1), way: at(ways, 0.95), ways: ways.length };
      };
      const calm = await half();
      const group = fleet.projects.find(({ stations }) =>
        stations.some(({ rtu }) => rtu.sn === victim.sn),
      )?.code;
      const node = { sn: victim.sn, password: secret(victim.sn), group: group ?? '' };
      load.send({
        address: server.address,
        mqttPort: server.mqttPort,
        node,
        token: intruder,
      } satisfies Attack);
      await pause(3000);
      const attacked = await half();
      load.send('report');
      const [damage] = (await once(load, 'message')) as [Damage];
      if (Object.values(damage).some((count: number) => count === 0))
        throw new Error(`there was no attack: ${JSON.stringify(damage)}`);
      return [
        {
          what: '/health, 99th percentile, under attack',
          ours: attacked.health,
          reference: 250,
          unit: 'ms',
          goal: 1,
          note: `${calm.health.toFixed(1)} ms without; slowest ${attacked.worst.toFixed(0)} ms; ${damage.messages} messages, ${damage.runs} runs, ${damage.logins} logins`,
        },
        {
          what: "a siren's stop, call → its RTU, 95th percentile, under attack",
          ours: attacked.way,
          reference: 250,
          unit: 'ms',
          goal: 1,
          note: `${calm.way.toFixed(1)} ms without; ${attacked.ways} of them all arrived`,
        },
      ];
    } finally {
      load.kill('SIGKILL');
      await device.stop();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
