/**
 * Why readings are missing: a fleet of simulated RTUs, each with one kind of gap that the simulator can make, in a real
 * storage behind a real server; what the call answers is judged, and each gap must be named after what was done.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataOf } from '../../src/contract/call.ts';
import type { historyEvidence } from '../../src/contract/history-calls.ts';
import { type GapCause, judgeGaps } from '../../src/domain/lenses/gaps.ts';
import { type Running, startServer } from '../../src/main/compose.ts';
import { readSources, writeSite } from '../../src/main/demo/demo-site.ts';
import { readSettings } from '../../src/main/settings.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { markPatience, readDowntimes, ServiceSpans } from '../../src/server/operations/service-spans.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import type { Storage } from '../../src/server/storage/storage.ts';
import { planFleet } from '../../src/simulator/fleet/index.ts';
import { type PastReading, past } from '../../src/simulator/history.ts';
import type { SimulatedRtu } from '../../src/simulator/rtu.ts';
import { delay } from '../../src/simulator/schedule.ts';

const hour = 3_600_000;
const day = 24 * hour;
/**
 * The present of this test, the same at every run: what the simulator makes hangs on the hour and the weather (a weak
 * battery is only low at night). The gap begins at four in the morning in China.
 */
const anchor = Date.UTC(2026, 5, 11, 2);
const [from, to] = [anchor - 30 * hour, anchor - 20 * hour];
/** So long before the gap a flag of the device is up. */
const flagLead = 3 * hour;
/** While the server is down, and while its broker is. */
const serverDown = { from: anchor - 60 * hour, to: anchor - 56 * hour };
const brokerDown = { from: anchor - 50 * hour, to: anchor - 45 * hour };

interface Story {
  readonly cause: GapCause;
  /** A moment of the gap. */
  readonly at: number;
  readonly rtu?: (rtu: SimulatedRtu) => Partial<SimulatedRtu>;
  /** What befalls its readings on the way. */
  readonly way?: (reading: PastReading) => PastReading | null;
}
const silent = { past: { days: 4, spans: [{ kind: 'silent', from, to }] } } as const;
const lostAt = anchor - 12 * hour;
const stories: Readonly<Record<string, Story>> = {
  'never arrives': { cause: 'silent', at: (from + to) / 2, rtu: () => silent },
  'does not report any more': {
    cause: 'silent',
    at: anchor - 5 * hour,
    rtu: ({ temper }) => ({ temper: { ...temper, silentSince: anchor - 9 * hour } }),
  },
  'is sent again later': {
    cause: 'resent',
    at: (from + to) / 2,
    rtu: () => ({ past: { days: 4, spans: [{ kind: 'resent', from, to }] } }),
  },
  'is taken down': {
    cause: 'removed',
    at: (from + to) / 2,
    rtu: () => ({ past: { days: 4, spans: [{ kind: 'removed', from, to }] } }),
  },
  'has a battery that sinks': {
    cause: 'battery',
    at: (from + to) / 2,
    rtu: () => ({ ...silent, weakSince: anchor - 40 * day }),
  },
  'cannot reach its data centre': {
    cause: 'radio',
    at: (from + to) / 2,
    rtu: () => ({ ...silent, flags: [{ flag: 'center2', from: from - flagLead, to }] }),
  },
  'has a clock that is wrong': {
    cause: 'clock',
    at: (from + to) / 2,
    rtu: () => ({ ...silent, flags: [{ flag: 'clock', from: from - flagLead, to }] }),
  },
  'has a broken sensor': {
    cause: 'sensor',
    at: (from + to) / 2,
    rtu: ({ sensors }) => ({ sensors: sensors.map((sensor) => ({ ...sensor, faults: [{ from, to }] })) }),
  },
  'loses single readings': {
    cause: 'lost',
    at: lostAt,
    way: (reading) => (reading.row !== 'status' && Math.abs(reading.t - lostAt) < 400_000 ? null : reading),
  },
  'restarts after the silence': {
    cause: 'restart',
    at: (from + to) / 2,
    rtu: () => silent,
    way: (reading) =>
      reading.row === 'status' && reading.t >= to && reading.t < to + hour
        ? { ...reading, values: { ...reading.values, reportType: 1 } }
        : reading,
  },
  // Its last visit was 25 to 85 minutes ago, as its seed says; the next one is not late yet.
  'is asleep': {
    cause: 'asleep',
    at: anchor - 60_000,
    way: (reading) => (reading.receivedAt > anchor - 25 * 60_000 ? null : reading),
  },
};
const well = 'lived through it all';
const names = [...Object.keys(stories), well];

let folder = '';
let storage: Storage;
let running: Running;
let token = '';
const sources = new Map<string, { readonly id: number; readonly row: string }>();

/** Healthy: reports each hour, collects every ten minutes, nothing befalls it. */
const healthy = (rtu: SimulatedRtu): SimulatedRtu => ({
  ...rtu,
  sendCycle: 3600,
  collectionCycle: 600,
  fast: null,
  installState: 'installed',
  installedAt: anchor - 100 * day,
  past: { days: 4, spans: [] },
  temper: { awake: false, pace: 1, silentSince: null, breaks: 0 },
  weakSince: null,
  flags: [],
  sensors: rtu.sensors.map((sensor) => ({ ...sensor, faults: [] })),
  settings: new Map(
    [...rtu.settings].map(([slot, own]) => [
      slot,
      Object.fromEntries(
        Object.entries(own).map(([name, value]) => [name, /collectionCycle$/.test(name) ? 600 : value]),
      ),
    ]),
  ),
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'groundwatch-gaps-'));
  storage = await openStorage({ dataDir: folder });
  const fleet = planFleet({ seed: 3, anchor, stations: 90 });
  const [project] = fleet.projects;
  const fitting = fleet.projects
    .flatMap(({ stations }) => stations)
    .filter(({ rtu }) => ['tilt', 'crack', 'moisture'].includes(rtu.sensors[0]?.kind.rows[0] ?? ''));
  if (project === undefined) throw new Error('no project');
  const stations = names.map((name, i) => {
    const station = fitting[i];
    if (station === undefined) throw new Error('too few stations');
    const rtu = healthy(station.rtu);
    return { ...station, rtu: { ...rtu, ...stories[name]?.rtu?.(rtu) } };
  });
  await writeSite(storage, { ...fleet, projects: [{ ...project, stations }] }, (sn) => `credential-of-${sn}`);
  const sourceOf = await readSources(storage);
  for (const [i, name] of names.entries()) {
    const rtu = stations[i]?.rtu as SimulatedRtu;
    const whole = [...past(rtu, anchor, anchor - 4 * day, anchor, sourceOf)];
    // While the server or the broker is down nothing comes in; the RTU keeps it and sends it when it can.
    const arrived = whole.flatMap((reading) => {
      const own = stories[name]?.way?.(reading) ?? (stories[name]?.way === undefined ? reading : null);
      if (own === null) return [];
      const down = [serverDown, brokerDown].find(
        (one) => own.receivedAt >= one.from && own.receivedAt < one.to,
      );
      if (own.receivedAt > anchor) return [];
      return [down === undefined ? own : { ...own, receivedAt: down.to + delay(rtu), historical: true }];
    });
    for (let begin = 0; begin < arrived.length; begin += 2000)
      await storage.readings.ingest(arrived.slice(begin, begin + 2000));
    const lastContact = arrived.reduce((last, { receivedAt }) => Math.max(last, receivedAt), 0);
    await storage.write((db) =>
      db.updateTable('rtus').set({ last_contact_at: lastContact }).where('sn', '=', rtu.sn).execute(),
    );
    const sensor = rtu.sensors[0];
    sources.set(name, { id: sourceOf(rtu.sn, 0), row: sensor?.kind.rows[0] ?? '' });
  }
  await storage.readings.settle();
  // The server notes itself while it runs: by a clock that this test owns.
  let clock = anchor - 4 * day;
  let isOnline = true;
  const spans = new ServiceSpans({
    storage,
    isOnline: () => isOnline,
    failed: (error) => {
      throw error;
    },
    now: () => clock,
  });
  for (; clock < anchor; clock += markPatience) {
    if (clock >= serverDown.from && clock < serverDown.to) continue;
    isOnline = clock < brokerDown.from || clock >= brokerDown.to;
    await spans.mark();
  }
  clock = anchor;
  await spans.mark();
  await createUser(storage, {
    ...{ accountName: 'keeper', password: 'slope-of-the-test', companyId: null, roleId: 1, language: 'en' },
  });
  running = await startServer(
    readSettings({ PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' }),
    { storage },
  );
  const answer = await fetch(`${running.address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accountName: 'keeper', password: 'slope-of-the-test' }),
  });
  token = ((await answer.json()) as { data: { loginToken: string } }).data.loginToken;
}, 300_000);
afterAll(async () => {
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function judged(name: string) {
  const { id, row } = sources.get(name) ?? { id: 0, row: '' };
  const query = `row=${row}&from=${anchor - 3 * day}&to=${anchor}`;
  const answer = await fetch(`${running.address}/rest/history/${id}/evidence?${query}`, {
    headers: { authorization: token },
  });
  const { data } = (await answer.json()) as { data: DataOf<typeof historyEvidence> };
  return judgeGaps({ ...data, now: anchor, from: anchor - 3 * day, to: anchor });
}

describe('a gap that the simulator makes', () => {
  it.each(Object.keys(stories))('of an RTU that %s is named', async (name) => {
    const story = stories[name] as Story;
    const { gaps } = await judged(name);
    const own = gaps.filter((gap) => gap.from <= story.at && gap.to >= story.at);
    expect(own.map(({ cause }) => cause)).toContain(story.cause);
    // Nothing else of the time is given another cause than the downtimes of ours and the sleep of now. A single reading
    // that is lost by chance while the story's flag is up has the flag for its cause too.
    const rest = gaps
      .filter(
        (gap) =>
          !own.includes(gap) &&
          !(gap.cause === story.cause && gap.from >= from - flagLead && gap.to <= to + hour),
      )
      .map(({ cause }) => cause);
    expect(
      [...new Set(rest)].filter((cause) => !['server', 'broker', 'asleep', 'lost'].includes(cause)),
    ).toEqual([]);
  });

  it('of a server or a broker that was down is its own, with from when to when', async () => {
    const { gaps, countedSince } = await judged(well);
    for (const [cause, down] of [
      ['server', serverDown],
      ['broker', brokerDown],
    ] as const) {
      const own = gaps.filter((gap) => gap.cause === cause);
      expect(own).toHaveLength(1);
      expect(own[0]?.kind).toBe('resent');
      const [evidence] = own[0]?.evidence ?? [];
      if (evidence?.type !== 'down') throw new Error('no downtime');
      // To a mark, which are a minute apart here.
      expect(Math.abs(evidence.from - down.from)).toBeLessThanOrEqual(markPatience);
      expect(Math.abs(evidence.to - down.to)).toBeLessThanOrEqual(markPatience);
    }
    expect(countedSince).toBe(anchor - 4 * day);
  });

  it('counts no downtime of the broker while the server itself is down, and none of a pause within the patience', async () => {
    const { down } = await readDowntimes(storage.db, anchor - 3 * day, anchor, anchor);
    expect(down.map(({ kind }) => kind)).toEqual(['server', 'broker']);
    const before = await readDowntimes(
      storage.db,
      anchor - 4 * day,
      serverDown.from - 2 * markPatience,
      anchor,
    );
    expect(before.down).toEqual([]);
  });
});
