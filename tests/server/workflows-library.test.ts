/** Every script of the library, run over a simulated fleet on a real server: what it promises is what it proposes. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { groupBy } from '../../src/base/group.ts';
import { zoneOffset } from '../../src/base/time.ts';
import { kinds } from '../../src/catalogue/index.ts';
import type { Plan } from '../../src/contract/plans.ts';
import type { Device } from '../../src/simulator/device/device.ts';
import { type DeliveryProduct, startDeliveryProduct } from '../support/delivery/product.ts';
import { runsOf } from '../support/workflows/runs.ts';

const folder = new URL('../../scripts/', import.meta.url);
const names = readdirSync(folder).flatMap((name) => /^([a-z0-9-]+)\.ts$/.exec(name)?.[1] ?? []);
const textOf = (name: string) => readFileSync(new URL(`${name}.ts`, folder), 'utf8');
const hour = 3_600_000;

let product: DeliveryProduct;
let token = '';
const devices = new Map<string, Device>();
let migrating: { readonly sn: string; readonly code: string }[] = [];
const runs = runsOf({ ask: (...given) => product.ask(...given) }, () => token);
const ran = new Set<string>();

beforeAll(async () => {
  product = await startDeliveryProduct({ stations: 60 });
  token = await product.login('maintainer');
  const now = Math.floor(Date.now() / 1000) * 1000;
  for (const rtu of product.rtus) devices.set(rtu.sn, product.device(rtu));
  // Two stations of one project report to a host that is to be left: one to two centres, the other to it alone.
  migrating = live(projectWith(() => true))
    .slice(0, 2)
    .map(({ rtu, station }) => ({ sn: rtu?.sn ?? '', code: station.code }));
  for (const [index, { sn }] of migrating.entries()) {
    const rtu = product.rtus.find((one) => one.sn === sn);
    if (rtu === undefined) throw new Error('no device');
    const centres = {
      'rtu/center1Host': 'old.example',
      'rtu/center2Host': 'old.example',
      'rtu/center2Enabled': index === 0,
    };
    const settings = new Map([...rtu.settings, [-1, { ...rtu.settings.get(-1), ...centres }]]);
    devices.set(sn, product.device({ ...rtu, settings }));
  }
  for (const device of devices.values()) {
    for (let back = 49; back >= 1; back -= 2) {
      device.collect(now - back * hour);
      device.report('timed', now - back * hour);
    }
    await device.visit();
  }
  await vi.waitFor(
    async () => {
      const rows = await product.running.storage.db.selectFrom('parameters').select('rtu_id').execute();
      expect(new Set(rows.map(({ rtu_id }) => rtu_id)).size).toBe(product.rtus.length);
    },
    { timeout: 60_000, interval: 250 },
  );
}, 180_000);
afterAll(async () => {
  await product?.stop();
}, 60_000);

/** Runs one to its end; its plan as sets, sends and skips by code of the station. */
async function propose(name: string, args: object) {
  ran.add(name);
  const run = await runs.run(textOf(name), args);
  expect(run, JSON.stringify(run.problem)).toMatchObject({ state: 'done', problem: null });
  const plan =
    run.planId === null
      ? null
      : (await product.ask<{ plan: Plan }>('GET', `/rest/plans/${run.planId}`, token)).data.plan;
  const { lines } = await runs.log(run.id);
  const table = lines.find(({ kind }) => kind === 'table');
  const told = table === undefined ? null : JSON.parse(table.text);
  const rows: Record<string, unknown>[] = (told?.rows ?? []).map((row: unknown[]) =>
    Object.fromEntries(row.map((cell, at) => [told.columns[at], cell])),
  );
  const items = plan?.items ?? [];
  const of = (type: string) => items.filter((item) => item.type === type);
  const skips = (run.proposal?.skips ?? []).map(({ stationCode, why }) => ({ stationCode, why }));
  return { run, plan, rows, items, sets: of('set'), sends: of('send'), skips };
}

const sites = () => product.running.board.sites({ companyId: null });
const told = (sn: string) => devices.get(sn)?.memory.of(-1);
const number = (sn: string, name: string) => Number(told(sn)?.get(name));
/** Stations whose device has told. */
const live = (project?: string) =>
  sites().filter(({ rtu, project: { code } }) => devices.has(rtu?.sn ?? '') && (project ?? code) === code);
/** The project with the most live stations that fit. */
function projectWith(fits: (site: ReturnType<typeof sites>[number]) => boolean): string {
  const counts = groupBy(live().filter(fits), ({ project }) => project.code);
  const [best] = [...counts].sort((a, b) => b[1].length - a[1].length);
  if (best === undefined) throw new Error('no such project');
  return best[0];
}
const hasKind = (id: string) => (site: ReturnType<typeof sites>[number]) =>
  site.sensors.some(({ kind }) => kinds.find((one) => one.code === kind)?.id === id);

test('the fleet has at least 20 stations, of all kinds that measure', () => {
  expect(live().length).toBeGreaterThanOrEqual(20);
  const present = new Set(live().flatMap(({ sensors }) => sensors.map(({ kind }) => kind)));
  expect(kinds.filter(({ code, rows }) => rows.length > 0 && !present.has(code)).map(({ id }) => id)).toEqual(
    [],
  );
});

describe('each script of the library', () => {
  test('unify-send-cycles: every RTU of the project that differs, and its other cycles fit', async () => {
    const scope = projectWith(() => true);
    const { sets, plan } = await propose('unify-send-cycles', { scope, sendCycle: 1200 });
    const differ = live(scope).filter(({ rtu }) => number(rtu?.sn ?? '', 'rtu/sendCycle') !== 1200);
    expect(sets.map(({ stationCode }) => stationCode).sort()).toEqual(
      differ.map(({ station }) => station.code).sort(),
    );
    expect(sets.length).toBeGreaterThan(0);
    expect(sets.every(({ edits, problems }) => edits['sendCycle'] === 1200 && problems.length === 0)).toBe(
      true,
    );
    expect(plan?.rollout).toMatchObject({ batches: [1, 5, '20%'], order: 'nextContact' });
  });

  test('find-different: tells who differs from most, and proposes only where asked', async () => {
    const args = { group: 'rtu', fields: 'sendCycle', standard: [] };
    const shown = await propose('find-different', args);
    expect(shown.plan).toBeNull();
    const votes = groupBy(live(), ({ rtu }) => number(rtu?.sn ?? '', 'rtu/sendCycle'));
    const [[common] = [0]] = [...votes].sort((a, b) => b[1].length - a[1].length);
    const differ = live().filter(({ rtu }) => number(rtu?.sn ?? '', 'rtu/sendCycle') !== common);
    expect(shown.rows.map((row) => row['station']).sort()).toEqual(
      differ.map(({ station }) => station.code).sort(),
    );
    expect(shown.rows.every((row) => row['expected'] === common)).toBe(true);
    const asked = await propose('find-different', { ...args, propose: true });
    expect(asked.sets).toHaveLength(differ.length);
    const standard = differ[0];
    const like = await propose('find-different', {
      ...args,
      standard: [standard?.station.code],
      propose: true,
    });
    const wanted = number(standard?.rtu?.sn ?? '', 'rtu/sendCycle');
    expect(like.sets.every(({ edits }) => edits['sendCycle'] === wanted)).toBe(true);
  });

  test('thresholds-from-three-sigma: within bounds, and not of too few readings', async () => {
    const scope = projectWith(hasKind('rt1030'));
    const { sets, rows, skips } = await propose('thresholds-from-three-sigma', { scope, days: 2, least: 10 });
    const tilts = sets.filter(({ group }) => group === 'mems' || group === 'rt3000');
    expect(tilts.length).toBeGreaterThan(0);
    for (const { edits, problems } of sets) {
      expect(problems).toEqual([]);
      expect(Number(edits['threshold'] ?? edits['alarmValue'])).toBeGreaterThan(0);
    }
    expect(rows.every(({ readings }) => Number(readings) >= 10)).toBe(true);
    expect(rows).toHaveLength(sets.length);
    const few = await propose('thresholds-from-three-sigma', { scope, days: 2, least: 9000 });
    expect(few.sets).toEqual([]);
    expect(few.skips.filter(({ why }) => why.includes('9000 are needed')).length).toBe(
      rows.length + skips.length,
    );
  });

  test('fast-collect-around-alarm: the neighbours start, and stop after the time', async () => {
    const summaries = product.running.board.summaries({ companyId: null });
    const alarms = summaries.filter(({ level }) => level >= 1);
    const { sends, skips, items } = await propose('fast-collect-around-alarm', {
      level: '1',
      radius: 20,
      minutes: 30,
      lowest: 3,
    });
    expect(alarms.length).toBeGreaterThan(0);
    const codes = new Set([
      ...sends.map(({ stationCode }) => stationCode),
      ...skips.map((one) => one.stationCode),
    ]);
    for (const { code } of alarms) expect(codes).toContain(code);
    const starts = sends.filter(({ group }) => group === 'startFastCollect');
    expect(starts.length).toBeGreaterThan(0);
    for (const { position, stationCode, edits } of starts) {
      expect(edits).toEqual({ duration: 30 });
      expect(items[position + 1]).toMatchObject({
        stationCode,
        group: 'stopFastCollect',
        after: { delay: 1800 },
      });
    }
  });

  test('clock-audit-and-sync: what is wrong is set, a clock in fault is synchronised', async () => {
    const { rows, sets, sends } = await propose('clock-audit-and-sync', {});
    expect(rows).toHaveLength(live().length);
    const wrong = live().filter(
      ({ rtu, project }) =>
        told(rtu?.sn ?? '')?.get('rtu/timeSync') !== true ||
        number(rtu?.sn ?? '', 'rtu/timeZone') !== zoneOffset(project.timeZone, Date.now()) / 60_000,
    );
    expect(sets.map(({ stationCode }) => stationCode).sort()).toEqual(
      wrong.map(({ station }) => station.code).sort(),
    );
    const off = rows.filter((row) => row['fault'] === true || Math.abs(Number(row['deviation'])) > 60);
    expect(sends.map(({ stationCode, group }) => [stationCode, group]).sort()).toEqual(
      off.map((row) => [row['station'], 'syncClock']).sort(),
    );
  });

  test('battery-triage: the shortest first, longer cycles where it would not last', async () => {
    const { rows, sets, skips } = await propose('battery-triage', { days: 2, enough: 365, factor: 2 });
    expect(rows).toHaveLength(live().length);
    const days = rows.map((row) =>
      row['days'] === 'lasts' ? Number.POSITIVE_INFINITY : Number(row['days']),
    );
    expect(days).toEqual(days.toSorted((a, b) => a - b));
    const short = days.filter((left) => left < 365).length;
    expect(short).toBeGreaterThan(0);
    expect(sets.length + skips.length).toBe(short);
    for (const { before, edits, problems } of sets) {
      expect(edits['sendCycle']).toBe(Number(before['sendCycle']?.value) * 2);
      expect(problems).toEqual([]);
    }
  });

  test('re-zero-after-installation: the zero comes after its mode is verified; the restless are left out', async () => {
    const codes = live()
      .filter(hasKind('rt1030'))
      .map(({ station }) => station.code);
    const args = { codes, hours: 48, restTilt: 1, restCrack: 10 };
    const { sends, items, rows } = await propose('re-zero-after-installation', args);
    expect(rows).toEqual([]);
    expect(sends.length).toBeGreaterThan(0);
    for (const { position, after, group, target } of sends) {
      expect([group, after]).toEqual(['setZero', 'verified']);
      expect(items[position - 1]).toMatchObject({ target, edits: { zeroMode: 'relative' } });
    }
    const restless = await propose('re-zero-after-installation', {
      ...args,
      restTilt: 0.001,
      restCrack: 0.01,
    });
    expect(restless.skips.some(({ why }) => why.startsWith('not at rest'))).toBe(true);
    expect(restless.sends.length).toBeLessThan(sends.length);
  });

  test('rain-day-start-by-edition: 8 in China, 0 in Japan, or what is chosen', async () => {
    const zoneOf = new Map(sites().map(({ station, project }) => [station.code, project.timeZone]));
    const { sets } = await propose('rain-day-start-by-edition', {});
    for (const { edits, stationCode } of sets)
      expect(edits['dayStart']).toBe(zoneOf.get(stationCode) === 'Asia/Tokyo' ? 0 : 8);
    const japan = await propose('rain-day-start-by-edition', { edition: 'jp' });
    const chinese = live()
      .filter(hasKind('rain'))
      .filter(({ project }) => project.timeZone !== 'Asia/Tokyo');
    expect(chinese.length).toBeGreaterThan(0);
    expect(japan.sets.map(({ stationCode }) => stationCode)).toEqual(
      expect.arrayContaining(chinese.map(({ station }) => station.code)),
    );
  });

  test('centre-migration: each once the one before is verified, never the only centre', async () => {
    const scope = projectWith(() => true);
    const [twin, only] = migrating;
    const { sets, skips, plan } = await propose('centre-migration', {
      scope,
      from: 'old.example',
      to: 'new.example',
    });
    expect(sets).toMatchObject([
      { stationCode: twin?.code, edits: { center1Host: 'new.example', center1Port: 1883 }, after: null },
      { stationCode: twin?.code, edits: { center2Host: 'new.example' }, after: 'verified' },
    ]);
    expect(sets.every(({ problems }) => problems.length === 0)).toBe(true);
    expect(skips).toContainEqual({
      stationCode: only?.code,
      why: 'its only centre: enable a second one first',
    });
    expect(plan?.rollout).toMatchObject({ concurrency: 1, stopAt: { failed: 1, of: 5 } });
  });

  test('horn-test-round: one after another by day, nobody at night', async () => {
    const scope = projectWith(hasKind('horn'));
    const horns = sites()
      .filter(({ project }) => project.code === scope)
      .filter(hasKind('horn'));
    const [first] = horns;
    const local = () =>
      new Date(Date.now() + zoneOffset(first?.project.timeZone ?? '', Date.now())).getUTCHours();
    const day = await propose('horn-test-round', { scope, begin: 0, end: 24 });
    expect(day.sends.map(({ stationCode, group }) => [stationCode, group])).toEqual(
      horns.map(({ station }) => [station.code, 'testHorn']).sort(),
    );
    expect(day.plan?.rollout).toMatchObject({ batches: [1], concurrency: 1, order: 'given' });
    // Hours that the site's clocks do not show now.
    const other = (local() + 12) % 24;
    const night = await propose('horn-test-round', { scope, begin: other, end: other + 1 });
    expect(night.sends).toEqual([]);
    expect(night.skips).toHaveLength(horns.length);
  });

  test('dense-reports: shorter cycles for tilt stations, read from the devices', async () => {
    const scope = projectWith(hasKind('rt3000'));
    const { id } = await runs.start(textOf('dense-reports'), { of: scope, cycle: 300, lowest: 3 });
    ran.add('dense-reports');
    const visiting = setInterval(() => {
      for (const { rtu } of live(scope)) void devices.get(rtu?.sn ?? '')?.visit();
    }, 1500);
    const run = await runs.reaches(id, ['done', 'failed'], 60_000).finally(() => clearInterval(visiting));
    expect(run.state).toBe('done');
    expect(run.proposed.sets).toBeGreaterThan(0);
  }, 90_000);

  test('tilt-noise: a table, worst first, and no plan', async () => {
    const { rows, plan } = await propose('tilt-noise', { days: 2 });
    expect(plan).toBeNull();
    const noise = rows.map(({ x, y }) => Math.max(Number(x), Number(y)));
    expect(noise.length).toBeGreaterThan(0);
    expect(noise).toEqual(noise.toSorted((a, b) => b - a));
  });
});

test('no script of the library is left out', () => expect([...ran].sort()).toEqual(names.sort()));
