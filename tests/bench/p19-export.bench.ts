import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../src/main/compose.ts';
import { readSettings } from '../../src/main/settings.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import type { Bench } from './bench.ts';
import { Count, startLoad, within, writeIngestSite } from './ingest-site.ts';
import { MINUTE, tilt } from './storage-data.ts';

const rtus = 100;
const sensors = 10;
const messages = rtus * (sensors + 1);
/** Bursts in each half, one message of each RTU and sensor. */
const bursts = 60;
const pause = 150;
const year = 525_600;
const deadline = 120_000;

/** Asks for the year of a sensor over and over, as the console's export does, until it is ended. */
const exporter = `
const [address, token, from, to] = process.argv.slice(1);
const piece = 65536 * 60000;
for (;;) for (let at = Number(from); at < Number(to); at += piece) {
  const range = 'from=' + at + '&to=' + Math.min(Number(to), at + piece) + '&bins=1&rawUpTo=65536';
  const url = address + '/rest/history/1/columns?row=tilt&channels=x,y,z,ax,ay,az,temperature&' + range;
  const answer = await fetch(url, { headers: { authorization: token } });
  if (!answer.ok) throw new Error(String(answer.status));
  await answer.arrayBuffer();
  process.stdout.write('.');
}`;

/** P19: how long a burst of readings takes to be committed while a year of data is exported. */
export const bench: Bench = {
  id: 'P19',
  title: 'ingest p95 while a year of data is exported, against idle',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-export-'));
    const storage = await openStorage({ dataDir: folder });
    const { group, nodes } = await writeIngestSite(storage, rtus, sensors);
    const account = { accountName: 'bench', password: 'bench-of-exports' };
    await createUser(storage, { ...account, companyId: null, roleId: 1, language: 'en' });
    const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    const from = today - year * MINUTE;
    for (let begin = 0; begin < year; begin += 10_000)
      await storage.readings.ingest(
        Array.from({ length: Math.min(10_000, year - begin) }, (_, i) =>
          tilt(1, from + (begin + i) * MINUTE),
        ),
      );
    await storage.readings.settle();
    const environment = { PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' };
    const running = await startServer(readSettings(environment), { storage });
    const load = startLoad();
    const rows = new Count();
    running.gateway.events.on('stored', ({ result }) => rows.add(result.stored));
    try {
      const births = new Count();
      running.gateway.events.on('birth', () => births.add(1));
      const site = { name: 'connect' as const, group, nodes, sensors };
      const reported = () => `${births.value} births, ${rows.value} rows`;
      await within(
        deadline,
        Promise.all([load.order({ ...site, port: running.mqttPort ?? 0 }), births.reach(messages)]),
        reported,
      );
      let t = today + MINUTE;
      const half = async () => {
        const taken: number[] = [];
        // The first five do not count.
        for (let at = 0; at < bursts + 5; at += 1, t += MINUTE) {
          await load.order({ name: 'encode', rounds: 1, from: t, step: MINUTE });
          await new Promise((resolve) => setTimeout(resolve, pause));
          const wanted = rows.value + messages;
          const begun = performance.now();
          await within(
            deadline,
            Promise.all([load.order({ name: 'publish' }), rows.reach(wanted)]),
            reported,
          );
          if (at >= 5) taken.push(performance.now() - begun);
        }
        return taken.sort((a, b) => a - b)[Math.floor(bursts * 0.95)] ?? Number.NaN;
      };
      const reference = await half();
      const login = await fetch(`${running.address}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(account),
      });
      const { data } = (await login.json()) as { data: { loginToken: string } };
      const args = ['--input-type=module', '-e', exporter, running.address, data.loginToken];
      const child = spawn(process.execPath, [...args, String(from), String(today)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let pieces = 0;
      child.stdout.on('data', (dots: Buffer) => {
        pieces += dots.length;
      });
      const ours = await half();
      if (child.exitCode !== null || pieces === 0) throw new Error('nothing was exported meanwhile');
      child.kill('SIGKILL');
      const years = (pieces / 9).toFixed(1);
      return [{ ours, reference, unit: 'ms', goal: 1.5, note: `${years} years were exported meanwhile` }];
    } finally {
      load.end();
      await running.stop();
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
