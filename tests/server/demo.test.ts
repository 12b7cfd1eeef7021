/** `npm run demo` as a process: it is alive at once, it is what the plan says, and it goes on after a kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { AlarmEntry, AlarmView } from '../../src/contract/alarms/alarms.ts';
import type { AlarmHealth } from '../../src/contract/alarms/health.ts';
import type { StationSummary } from '../../src/contract/sites/stations.ts';
import { openDemoFile } from '../../src/main/demo/demo-file.ts';
import { readSources } from '../../src/main/demo/demo-site.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import { planFleet } from '../../src/simulator/fleet/index.ts';
import { past } from '../../src/simulator/history.ts';
import { programOf } from '../support/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'demo-'));
/** As many as have the slope that moves tonight among them, and the one that came down three weeks ago. */
const stations = 33;
const day = 86_400_000;
let child: ChildProcess | null = null;

afterAll(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Demo {
  readonly address: string;
  readonly accounts: readonly (readonly [name: string, password: string])[];
  /** Resolves when the output holds the text. */
  says(text: string): Promise<void>;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

async function start(): Promise<Demo> {
  const own = spawn(process.execPath, programOf('demo'), {
    env: { ...process.env, DATA_DIR: folder, PORT: '0', MQTT_PORT: '0', DEMO_STATIONS: String(stations) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = own;
  let output = '';
  const waiting = new Set<() => void>();
  const ended = new Promise<number | null>((done) => own.once('exit', done));
  own.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString();
    for (const look of waiting) look();
  });
  const says = (text: string) =>
    new Promise<void>((done, fail) => {
      const look = () => {
        if (!output.includes(text)) return;
        waiting.delete(look);
        done();
      };
      waiting.add(look);
      look();
      void ended.then(() => fail(new Error(`the demo ended and had only said: ${output}`)));
    });
  await says('viewer');
  await says('MQTT');
  const accounts = ['maintainer', 'operator', 'viewer'].map(
    (name) => [name, new RegExp(`${name} +(\\S+)`).exec(output)?.[1] ?? ''] as const,
  );
  return {
    address: /http:\/\/\S+/.exec(output)?.[0] ?? '',
    accounts,
    says,
    async end(signal) {
      own.kill(signal);
      return ended;
    },
  };
}

async function login({ address, accounts }: Demo, name: string): Promise<string> {
  const password = accounts.find(([accountName]) => accountName === name)?.[1];
  const answer = await fetch(`${address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accountName: name, password, code: '' }),
  });
  const body = (await answer.json()) as { data: { loginToken: string } };
  return body.data.loginToken;
}

async function list({ address }: Demo, token: string): Promise<readonly StationSummary[]> {
  const answer = await fetch(`${address}/rest/stations`, { headers: { authorization: token } });
  return ((await answer.json()) as { data: { stations: StationSummary[] } }).data.stations;
}

async function ask<T>({ address }: Demo, token: string, path: string): Promise<T> {
  const answer = await fetch(`${address}${path}`, { headers: { authorization: token } });
  return ((await answer.json()) as { data: T }).data;
}

/** Waits until what people did is there, as their console shows it; plans are the last of it. */
async function peopleWorked(demo: Demo, token: string): Promise<void> {
  type Titled = { state: string };
  let plans: readonly Titled[] = [];
  const wanted = ['applied', 'applied', 'applying', 'cancelled', 'draft'];
  do {
    await new Promise((done) => setTimeout(done, 500));
    plans = (await ask<{ plans: readonly Titled[] }>(demo, token, '/rest/plans')).plans;
  } while (plans.length < wanted.length);
  expect(plans.map(({ state }) => state).sort()).toEqual(wanted);
  const { runs } = await ask<{ runs: readonly Titled[] }>(demo, token, '/rest/workflows/runs');
  expect(runs.filter(({ state }) => state === 'done').length).toBeGreaterThanOrEqual(2);
  const { scripts } = await ask<{ scripts: readonly unknown[] }>(demo, token, '/rest/scripts');
  expect(scripts).toHaveLength(2);
  type Report = Titled & { pages: number; signatures: readonly unknown[] };
  const { reports } = await ask<{ reports: readonly Report[] }>(demo, token, '/rest/reports');
  expect(reports.find(({ signatures }) => signatures.length === 1)).toMatchObject({ state: 'ready' });
  type Schedules = { schedules: readonly { last: Titled | null }[] };
  const now = Date.now();
  const { schedules } = await ask<Schedules>(demo, token, `/rest/schedules?from=${now - day}&to=${now}`);
  expect(schedules).toHaveLength(4);
  expect(schedules.filter(({ last }) => last !== null)).toHaveLength(3);
  const stationIds = (await list(demo, token)).map(({ id }) => id);
  const remarks = await Promise.all(
    stationIds.map((id) =>
      ask<{ remarks: readonly { at: number }[] }>(demo, token, `/rest/stations/${id}/remarks`),
    ),
  );
  const times = remarks.flatMap((one) => one.remarks.map(({ at }) => at));
  expect(now - Math.min(...times)).toBeGreaterThan(6 * day);
  const { dashboards } = await ask<{ dashboards: readonly unknown[] }>(demo, token, '/rest/dashboards');
  const { folders } = await ask<{ folders: readonly unknown[] }>(demo, token, '/rest/folders');
  expect([dashboards.length, folders.length]).toEqual([1, 3]);
}

test('the demo is alive, holds what the plan says, survives a kill and prints the same accounts', async () => {
  const first = await start();
  expect(statSync(join(folder, 'demo.json')).mode & 0o777).toBe(0o600);
  const token = await login(first, 'maintainer');
  expect(await list(first, token)).toHaveLength(stations);
  const ofViewer = await list(first, await login(first, 'viewer'));
  expect(ofViewer.length).toBeGreaterThan(0);
  expect(ofViewer.length).toBeLessThan(stations);
  // Data arrives: some station is on the air, with a contact of this run and a value of now.
  for (let arriving = false; !arriving; await new Promise((done) => setTimeout(done, 500))) {
    const now = Date.now();
    arriving = (await list(first, token)).some(
      ({ connected, lastContactAt, primary }) =>
        connected && now - (lastContactAt ?? 0) < 60_000 && now - (primary?.t ?? 0) < 120_000,
    );
  }
  await first.says('history, newest first');
  const alarms = await ask<{ alarms: readonly AlarmView[] }>(first, token, '/rest/alarms');
  const [red, ...others] = alarms.alarms;
  expect(red).toMatchObject({ present: 4, answer: null, stationId: expect.any(Number) });
  const { entries } = await ask<{ entries: readonly AlarmEntry[] }>(first, token, `/rest/alarms/${red?.id}`);
  const rises = entries.filter(({ type }) => type === 'raise' || type === 'rise');
  expect(rises.map(({ to }) => to)).toEqual([1, 2, 3, 4]);
  expect(Date.now() - (rises[0]?.t ?? 0)).toBeLessThan(day / 2);
  expect(Date.now() - (rises[3]?.t ?? 0)).toBeLessThan(day / 12);
  // Orange was answered within minutes, red by nobody; blue may have risen first.
  const answers = entries.filter(({ type }) => type === 'acknowledge').map(({ t }) => t);
  expect(answers.every((t) => t < (rises[3]?.t ?? 0))).toBe(true);
  const orangeFor = (answers.at(-1) ?? Number.NaN) - (rises[2]?.t ?? 0);
  expect(orangeFor).toBeGreaterThan(60_000);
  expect(orangeFor).toBeLessThan(15 * 60_000);
  expect(others.filter(({ answer }) => answer !== null).length).toBeGreaterThan(0);
  // People answered, and no service account.
  const names = new Set(alarms.alarms.flatMap(({ answer }) => answer?.accountName ?? []));
  expect(
    [...names].filter((name) => name !== 'operator' && name !== 'engineer' && name !== 'maintainer'),
  ).toEqual([]);
  const health = await ask<AlarmHealth>(first, token, '/rest/alarms/health');
  expect(health.findings.closed).toBeGreaterThan(0);
  expect(health.answers.median ?? Number.NaN).toBeLessThan(day / 12);
  const operator = await login(first, 'operator');
  // The screen of the audit has the week before on it.
  type Audit = { entries: readonly { at: number; action: string }[] };
  const audit = await ask<Audit>(first, token, '/rest/audit?action=session.login');
  expect(new Set(audit.entries.map(({ at }) => Math.floor(at / day))).size).toBeGreaterThan(5);
  type Sent = { createdAt: number; state: string; kind: string; title: string; content: string };
  const { messages } = await ask<{ messages: readonly Sent[] }>(
    first,
    operator,
    '/rest/notify/messages?limit=500',
  );
  const sent = messages.filter(({ state }) => state === 'accepted');
  expect(sent.length).toBeGreaterThan(5);
  // What was sent can be read: the station that the subject names, with what is the matter and since when.
  for (const { title, content } of sent.filter(({ kind }) => kind === 'raise' || kind === 'remind')) {
    const [head = '', what = '', since = ''] = content.split('\n');
    const station = head.split(' · ')[1] ?? '';
    expect(station).not.toBe('');
    expect(title).toContain(station);
    expect(what).not.toBe('');
    expect(since).toMatch(/20\d\d-\d\d-\d\d/);
  }
  expect(Date.now() - Math.min(...messages.map(({ createdAt }) => createdAt))).toBeGreaterThan(14 * day);
  await peopleWorked(first, operator);
  await first.end('SIGKILL');

  const { file } = openDemoFile(folder, stations);
  const storage = await openStorage({ dataDir: folder });
  const sourceOf = await readSources(storage);
  const { anchor } = file;
  const rtus = planFleet(file).projects.flatMap((project) => project.stations.map(({ rtu }) => rtu));
  for (const rtu of rtus) {
    const planned = [...past(rtu, anchor, anchor - 7 * day, anchor, sourceOf)];
    const [sensor] = rtu.sensors;
    const row = sensor?.kind.rows[0];
    if (!sensor || !row) throw new Error(`${rtu.sn} has no sensor`);
    const own = planned.filter((reading) => reading.row === row && reading.element === 0);
    const sourceId = sourceOf(rtu.sn, sensor.slot);
    const of = own.filter((reading) => reading.sourceId === sourceId);
    // The first collection on the air brings what happened since the one before it, up to a cycle before the anchor.
    const to = anchor - (rtu.fast ?? rtu.collectionCycle) * 1000;
    const query = { sourceId, row, element: 0, from: anchor - 7 * day, to, limit: 20_000 };
    const stored = (await storage.readings.rows(query)).rows;
    const times = (list: readonly { t: number }[]) => list.map(({ t }) => t).sort((a, b) => a - b);
    expect(times(stored)).toEqual(times(of.filter(({ t }) => t >= anchor - 7 * day && t < to)));
  }
  await storage.close();

  const second = await start();
  expect(second.accounts).toEqual(first.accounts);
  expect(await list(second, await login(second, 'operator'))).toHaveLength(ofViewer.length);
  await second.says('history, newest first');
  expect(await second.end('SIGTERM')).toBe(0);
}, 300_000);
