/** Every script of the library, run over a simulated fleet on a real server: what it promises is what it proposes. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { groupBy } from '../../src/base/group.ts';
import { zoneOffset } from '../../src/base/time.ts';
import { kinds } from '../../src/catalogue/index.ts';
import type { Plan } from '../../src/contract/plans/plans.ts';
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
  for (const [sn, device] of devices) {
    // Of who migrates nothing is measured: in alarm it would stay where it is.
    const isMigrating = migrating.some((one) => one.sn === sn);
    for (let back = 49; back >= 1; back -= 2) {
      if (!isMigrating) device.collect(now - back * hour);
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
}, 300_000);
afterAll(async () => {
  await product?.stop();
}, 300_000);

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
  const reported = table === undefined ? null : JSON.parse(table.text);
  const rows: Record<string, unknown>[] = (reported?.rows ?? []).map((row: unknown[]) =>
    Object.fromEntries(row.map((cell, at) => [reported.columns[at], cell])),
  );
  const items = plan?.items ?? [];
  const of = (type: string) => items.filter((item) => item.type === type);
  const skips = (run.proposal?.skips ?? []).map(({ stationCode, why }) => ({ stationCode, why }));
  return { run, plan, rows, items, sets: of('set'), sends: of('send'), skips };
}

const sites = () => product.running.board.sites({ companyId: null });
const reported = (sn: string) => devices.get(sn)?.memory.of(-1);
const number = (sn: string, name: string) => Number(reported(sn)?.get(name));
/** Stations whose device has reported. */
const live = (project?: string) =>
  sites().filter(({ rtu, project: { code } }) => devices.has(rtu?.sn ?? '') && (project ?? code) === code);
/** The project with the most live stations that fit. */
function projectWith(fits: (site: ReturnType<typeof sites>[number]) => boolean): string {
  const counts = groupBy(live().filter(fits), ({ project }) => project.code);
  const [best] = [...counts].sort((a, b) => b[1].length - a[1].length);
  if (best === undefined) throw new Error('no such project');
  return best[0];
}
const inAlarm = (code: string) =>
  product.running.board.summaries({ companyId: null }).some((one) => one.code === code && one.deviceAlarm);
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
    const { sets, skips, plan } = await propose('unify-send-cycles', { scope, sendCycle: 1200 });
    const differ = live(scope).filter(({ rtu }) => number(rtu?.sn ?? '', 'rtu/sendCycle') !== 1200);
    // Who is in alarm, collects fast or has a siren is given no longer cycle.
    const stays = (site: (typeof differ)[number]) =>
      number(site.rtu?.sn ?? '', 'rtu/sendCycle') < 1200 &&
      (inAlarm(site.station.code) ||
        reported(site.rtu?.sn ?? '')?.get('rtu/fastCollect') === true ||
        hasKind('horn')(site));
    const codesOf = (list: typeof differ) => list.map(({ station }) => station.code).sort();
    expect(sets.map(({ stationCode }) => stationCode).sort()).toEqual(
      codesOf(differ.filter((site) => !stays(site))),
    );
    expect(skips.map(({ stationCode }) => stationCode)).toEqual(
      expect.arrayContaining(codesOf(differ.filter(stays))),
    );
    expect(sets.length).toBeGreaterThan(0);
    expect(sets.every(({ edits, problems }) => edits['sendCycle'] === 1200 && problems.length === 0)).toBe(
      true,
    );
    expect(plan?.rollout).toMatchObject({ batches: [1, 5, '20%'], order: 'nextContact' });
  });

  test('find-different: reports the devices that differ from most, and proposes sets only where asked', async () => {
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
    // Who is in alarm at the time of the test is left as it is, by name.
    const alarmed = differ.filter(({ station }) => inAlarm(station.code)).map(({ station }) => station.code);
    expect(asked.sets).toHaveLength(differ.length - alarmed.length);
    expect(asked.skips).toEqual(
      expect.arrayContaining(alarmed.map((stationCode) => ({ stationCode, why: 'in alarm' }))),
    );
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
    const args = { scope, days: 2, least: 10, raise: true };
    const { sets, rows, skips } = await propose('thresholds-from-three-sigma', args);
    const tilts = sets.filter(({ group }) => group === 'mems' || group === 'rt3000');
    expect(tilts.length).toBeGreaterThan(0);
    for (const { edits, problems } of sets) {
      expect(problems).toEqual([]);
      expect(Number(edits['threshold'] ?? edits['alarmValue'])).toBeGreaterThan(0);
    }
    expect(rows.every(({ readings }) => Number(readings) >= 10)).toBe(true);
    expect(rows).toHaveLength(sets.length);
    const few = await propose('thresholds-from-three-sigma', { ...args, least: 9000 });
    expect(few.sets).toEqual([]);
    const others = /needed|bounds/;
    expect(few.skips.filter(({ why }) => why.includes('9000 are needed')).length).toBe(
      rows.length + skips.filter(({ why }) => others.test(why)).length,
    );
  });

  test('fast-collect-around-alarm: the neighbours start, each for its time', async () => {
    const summaries = product.running.board.summaries({ companyId: null });
    const alarms = summaries.filter(({ deviceAlarm }) => deviceAlarm);
    const { sends, skips, plan } = await propose('fast-collect-around-alarm', {
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
    expect(sends.length).toBeGreaterThan(0);
    for (const { group, edits } of sends)
      expect([group, edits]).toEqual(['startFastCollect', { duration: 30 }]);
    expect(plan?.rollout).toMatchObject({ batches: ['100%'] });
  });

  test('clock-audit-and-sync: what is wrong is set, a clock in fault is synchronised', async () => {
    const { rows, sets, sends } = await propose('clock-audit-and-sync', {});
    expect(rows).toHaveLength(live().length);
    const wrong = live().filter(
      ({ rtu, project }) =>
        reported(rtu?.sn ?? '')?.get('rtu/timeSync') !== true ||
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
    expect(rows.length).toBeGreaterThan(0);
    const days = rows.map((row) =>
      row['days'] === 'lasts' ? Number.POSITIVE_INFINITY : Number(row['days']),
    );
    expect(days).toEqual(days.toSorted((a, b) => a - b));
    const short = days.filter((left) => left < 365).length;
    expect(short).toBeGreaterThan(0);
    const known = new Set(rows.map((row) => row['station']));
    expect(sets.length + skips.filter(({ stationCode }) => known.has(stationCode)).length).toBe(short);
    // Nobody is missing in silence.
    const named = new Set([...known, ...skips.map(({ stationCode }) => stationCode)]);
    expect(sites().filter(({ station }) => !named.has(station.code))).toEqual([]);
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
      const mode = items[position - 1];
      expect(mode?.target).toEqual(target);
      if (mode?.type === 'set') expect(mode.edits).toEqual({ zeroMode: 'relative' });
      else expect(mode?.skipped).toMatchObject({ message: 'plans.unchanged', fields: ['zeroMode'] });
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
      .filter(({ project, station }) => project.timeZone !== 'Asia/Tokyo' && !inAlarm(station.code));
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
      { stationCode: twin?.code, edits: { center1Host: 'new.example' }, after: null },
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
      .filter(hasKind('horn'))
      .filter(({ station }) => !inAlarm(station.code));
    const [first] = horns;
    const local = () =>
      new Date(Date.now() + zoneOffset(first?.project.timeZone ?? '', Date.now())).getUTCHours();
    const day = await propose('horn-test-round', { scope, begin: 0, end: 24 });
    expect(day.sends.map(({ stationCode, group }) => [stationCode, group])).toEqual(
      horns.map(({ station }) => [station.code, 'testHorn']).sort(),
    );
    expect(day.plan?.rollout).toMatchObject({ concurrency: 1, order: 'given', gap: 60 });
    // Hours that the site's clocks do not show now.
    const other = (local() + 12) % 24;
    const night = await propose('horn-test-round', { scope, begin: other, end: other + 1 });
    expect(night.sends).toEqual([]);
    const left = night.skips.filter(({ stationCode }) =>
      horns.some(({ station }) => station.code === stationCode),
    );
    expect(left).toHaveLength(horns.length);
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
  }, 300_000);

  test('tilt-noise: a table, worst first, and no plan', async () => {
    const { rows, plan } = await propose('tilt-noise', { days: 2 });
    expect(plan).toBeNull();
    const noise = rows.map(({ x, y }) => Math.max(Number(x), Number(y)));
    expect(noise.length).toBeGreaterThan(0);
    expect(noise).toEqual(noise.toSorted((a, b) => b - a));
  });
});

test('tilt-ladder-from-calm-month: one rule for the project, each limit from the noise of its sensor', async () => {
  const tilts = ['onboard', 'rt1030', 'rt3000', 'rt3000Crack'];
  const isTilt = (site: ReturnType<typeof sites>[number]) => tilts.some((id) => hasKind(id)(site));
  const scope = projectWith(isTilt);
  const given = { scope, days: 7, least: 10, sigmas: 12, floor: 0.001 };
  const { plan, rows, items } = await propose('tilt-ladder-from-calm-month', given);
  expect(items).toEqual([]);
  expect(plan?.proposals).toHaveLength(1);
  const [rule] = plan?.proposals ?? [];
  expect(rule).toMatchObject({
    before: null,
    skipped: null,
    obstacle: null,
    reason: expect.stringContaining('12'),
  });
  const own = sites().filter((site) => site.project.code === scope && isTilt(site));
  expect(rule?.definition?.scope.projects).toEqual([own[0]?.project.id]);
  expect(rule?.definition?.ladder.map(({ level }) => level)).toEqual(['blue', 'yellow', 'orange', 'red']);
  const sensors = own.flatMap(({ station, sensors: all }) =>
    all.map(({ id, slot }) => ({ id, slot, code: station.code })),
  );
  const measured = rows.filter(({ limit }) => limit !== null);
  expect(measured.length).toBeGreaterThan(0);
  for (const { station, slot, sd, limit } of measured) {
    const id = sensors.find((one) => one.code === station && one.slot === slot)?.id;
    const blue = Math.ceil(Math.max(0.001, 12 * Math.sqrt(2) * Number(sd)) * 1000 - 1e-9) / 1000;
    expect(limit).toBe(blue);
    const found = rule?.definition?.overrides.find(({ targetId }) => targetId === id)?.limits;
    if (blue === 0.001) expect(found).toBeUndefined();
    else
      for (const [at, factor] of [1, 2, 4, 8].entries())
        expect(found?.[2 * at]?.limit).toBeCloseTo(blue * factor, 9);
  }
});

describe('O1: what scripts of the library must not do', () => {
  const alarmed = () => live().filter(({ station }) => inAlarm(station.code));
  const codes = (items: readonly { readonly stationCode: string }[]) =>
    new Set(items.map(({ stationCode }) => stationCode));

  test('fast-collect-around-alarm: ends nothing, and leaves alone who collects fast already', async () => {
    const args = { radius: 100, minutes: 30, lowest: 3 };
    const before = await propose('fast-collect-around-alarm', args);
    expect(before.sends.map(({ group }) => group)).not.toContain('stopFastCollect');
    const code = before.sends[0]?.stationCode ?? '';
    const sn = live().find(({ station }) => station.code === code)?.rtu?.sn ?? '';
    // It was on before the alarm, without an end.
    devices.get(sn)?.memory.of(-1).set('rtu/fastCollect', true);
    await devices.get(sn)?.visit();
    await vi.waitFor(
      async () => {
        const { sends, skips } = await propose('fast-collect-around-alarm', args);
        expect(codes(sends)).not.toContain(code);
        expect(skips.find(({ stationCode }) => stationCode === code)?.why).toContain('collects fast already');
      },
      { timeout: 30_000, interval: 500 },
    );
    // Another one says so in its status alone: its parameters were reported before.
    const other = before.sends[1]?.stationCode ?? '';
    expect(other).not.toBe('');
    expect(other).not.toBe(code);
    const rtuId = live().find(({ station }) => station.code === other)?.rtu?.id ?? 0;
    const t = Date.now();
    await product.running.storage.readings.ingest([
      {
        sourceId: rtuId,
        row: 'status',
        element: 0,
        t,
        receivedAt: t,
        historical: false,
        values: { fastCollect: 1 },
      },
    ]);
    const { sends, skips } = await propose('fast-collect-around-alarm', args);
    expect(codes(sends)).not.toContain(other);
    expect(skips.find(({ stationCode }) => stationCode === other)?.why).toContain('collects fast already');
    // Who collects fast has its cycle made longer by none.
    const unified = await propose('unify-send-cycles', {
      scope: live().find(({ station }) => station.code === code)?.project.code,
      sendCycle: 64_800,
    });
    expect(codes(unified.sets)).not.toContain(code);
  }, 300_000);

  test('thresholds-from-three-sigma: judges what the device does, changes no condition and nobody in alarm, and makes nothing less strict', async () => {
    const scopes = new Set(live().map(({ project }) => project.code));
    let [looser, stricter, compared] = [0, 0, 0];
    for (const scope of scopes) {
      const args = { scope, days: 3, least: 10 };
      const { sets, skips, rows } = await propose('thresholds-from-three-sigma', args);
      for (const { edits, before, stationCode } of sets) {
        expect(Object.keys(edits)).toHaveLength(1);
        expect(inAlarm(stationCode)).toBe(false);
        const [[field, value] = ['', 0]] = Object.entries(edits);
        const known = before[field]?.value;
        if (typeof known === 'number') expect(Number(value)).toBeLessThan(known);
        stricter += 1;
      }
      looser += skips.filter(({ why }) => why.startsWith('would be less strict')).length;
      // The reach of a sensor is that of its total tilt, worked out here from the stored rows.
      const loose = await propose('thresholds-from-three-sigma', { ...args, raise: true });
      for (const { stationCode } of loose.sets) expect(inAlarm(stationCode)).toBe(false);
      for (const row of [...rows, ...loose.rows].filter(
        ({ kind }) => kind === 'rt1030' || kind === 'rt3000',
      )) {
        const site = sites().find(({ station }) => station.code === row['station']);
        const sensor = site?.sensors.find(({ slot }) => slot === row['slot']);
        const values = (
          await product.running.storage.db
            .selectFrom('reading_tilt' as never)
            .select(['tilt'] as never)
            .where('source_id' as never, '=', (sensor?.id ?? 0) as never)
            .execute()
        ).flatMap((one) => (one as { tilt: number | null }).tilt ?? []);
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        const sd = Math.sqrt(
          values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1),
        );
        expect(Math.abs(Number(row['limit']) - (mean + 3 * sd))).toBeLessThan(0.0011);
        compared += 1;
      }
    }
    expect([looser > 0, stricter > 0, compared > 0]).toEqual([true, true, true]);
  }, 300_000);

  test('find-different: refuses a misspelt field by name, and what belongs to one device needs its own', async () => {
    const run = await runs.run(textOf('find-different'), { group: 'rtu', fields: 'sendCycel', standard: [] });
    expect(run.state).toBe('failed');
    expect(run.problem?.params['text']).toContain('rtu has no parameter sendCycel');
    expect(run.problem?.params['text']).toContain('sendCycle');
    const everything = { group: 'crack', fields: '', standard: [], propose: true };
    const { rows, sets } = await propose('find-different', everything);
    const own = ['range', 'installedLength', 'zeroMode', 'sign', 'adcZero', 'adcFull'];
    expect(rows.filter(({ field }) => own.includes(String(field)))).toEqual([]);
    expect(sets.filter(({ edits }) => own.some((id) => id in edits))).toEqual([]);
    // Asked for by name it is: of one station that is the standard.
    const standard = live().find(hasKind('crackAdc'))?.station.code;
    const named = await propose('find-different', {
      group: 'crack',
      fields: 'installedLength',
      standard: [standard],
      propose: true,
    });
    expect(named.rows.length).toBeGreaterThan(0);
    expect(new Set(named.rows.map(({ field }) => field))).toEqual(new Set(['installedLength']));
    for (const code of codes(named.sets)) expect(inAlarm(code)).toBe(false);
  });

  test('find-different: holds no kind against another', async () => {
    const { rows } = await propose('find-different', { group: 'basic', fields: '', standard: [] });
    const kindOf = (row: Record<string, unknown>) =>
      kinds.find(
        ({ code }) =>
          code ===
          sites()
            .find(({ station }) => station.code === row['station'])
            ?.sensors.find(({ slot }) => slot === row['slot'])?.kind,
      )?.id;
    for (const row of rows) expect(row['kind']).toBe(kindOf(row));
  });

  test('a script sets what belongs to one device on several only where it names it', async () => {
    const text = (options: string) => `import { fleet, plan } from 'groundwatch';
for (const station of await fleet.stations({ kind: 'crackAdc' }))
  plan.set(station.sensor('crackAdc'), 'crack', { installedLength: 12.5, rateAlarm1h: 1.5 }${options});`;
    const plain = await runs.run(text(''));
    const look = async (id: string | null) =>
      (await product.ask<{ plan: Plan }>('GET', `/rest/plans/${id}`, token)).data.plan.items;
    const items = await look(plain.planId);
    const sets = items.filter(({ type }) => type === 'set');
    expect(sets.length).toBeGreaterThan(1);
    for (const { edits } of sets) expect(Object.keys(edits)).toEqual(['rateAlarm1h']);
    const left = items.filter(({ skipped }) => skipped?.message === 'workflow.reason.ownField');
    expect(left).toHaveLength(sets.length);
    expect(left[0]?.skipped?.fields).toEqual(['installedLength']);
    const named = await look((await runs.run(text(`, { own: ['installedLength'] }`))).planId);
    for (const { type, edits } of named)
      if (type === 'set') expect(edits).toHaveProperty('installedLength', 12.5);
    // One device alone is no bulk.
    const one = `import { fleet, plan } from 'groundwatch';
const [station] = await fleet.stations({ kind: 'crackAdc' });
plan.set(station.sensor('crackAdc'), 'crack', { installedLength: 12.5 });`;
    expect((await look((await runs.run(one)).planId)).map(({ type }) => type)).toEqual(['set']);
  });

  test('tilt-noise: leaves no kind of tilt sensor out, and names who has too few readings', async () => {
    const { rows, run } = await propose('tilt-noise', { days: 3 });
    const { lines } = await runs.log(run.id);
    const said = lines.map(({ text }) => text).join(' ');
    for (const id of ['onboard', 'rt1030', 'rt3000', 'rt3000Crack'])
      for (const { station } of sites().filter(hasKind(id)))
        expect(rows.some((row) => row['station'] === station.code) || said.includes(station.code)).toBe(true);
    expect(new Set(rows.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(2);
  });

  test('movement-ranking: one table a unit, fastest first, and it proposes nothing', async () => {
    const { rows, run } = await propose('movement-ranking', { days: 3, window: 24 });
    expect(run.planId).toBeNull();
    expect(rows.length).toBeGreaterThan(1);
    const rates = rows.map((row) => Math.abs(Number(row['rate'])));
    expect(rates).toEqual([...rates].sort((a, b) => b - a));
    for (const row of rows) expect(Number(row['low'])).toBeLessThanOrEqual(Number(row['rate']));
  });

  test('unify-send-cycles, battery-triage: thin the watch of nobody in alarm, and reach no siren later', async () => {
    expect(alarmed().length).toBeGreaterThan(0);
    for (const scope of new Set(alarmed().map(({ project }) => project.code))) {
      const { sets } = await propose('unify-send-cycles', { scope, sendCycle: 36_000 });
      for (const { stationCode, edits, before } of sets) {
        expect(inAlarm(stationCode)).toBe(false);
        expect(
          live(scope)
            .filter(hasKind('horn'))
            .map(({ station }) => station.code),
        ).not.toContain(stationCode);
        // Collections stay as dense as they were.
        if ('collectionCycle' in edits)
          expect(Number(edits['collectionCycle'])).toBeLessThanOrEqual(
            Number(before['collectionCycle']?.value),
          );
      }
    }
    const { sets } = await propose('battery-triage', { days: 2, enough: 365, factor: 2 });
    for (const code of codes(sets)) expect(inAlarm(code)).toBe(false);
  });

  test('re-zero-after-installation: zeroes nobody in alarm, and names each sensor that it leaves', async () => {
    const chosen = live().map(({ station }) => station.code);
    const { sends, skips } = await propose('re-zero-after-installation', {
      codes: chosen,
      hours: 48,
      restTilt: 1,
    });
    for (const code of codes(sends)) expect(inAlarm(code)).toBe(false);
    const sensors = live().flatMap(({ station, sensors: own }) =>
      own.filter(({ kind }) => kind > 1).map(() => station.code),
    );
    expect(sends.length + skips.length).toBe(sensors.length);
  });

  test('horn-test-round: tests no siren in alarm, and refuses hours the wrong way round', async () => {
    for (const scope of new Set(
      sites()
        .filter(hasKind('horn'))
        .map(({ project }) => project.code),
    )) {
      const { sends } = await propose('horn-test-round', { scope, begin: 0, end: 24 });
      for (const code of codes(sends)) expect(inAlarm(code)).toBe(false);
    }
    const scope = projectWith(hasKind('horn'));
    expect((await runs.run(textOf('horn-test-round'), { scope, begin: 17, end: 9 })).state).toBe('failed');
  });
});

test('no script of the library is left out', () => expect([...ran].sort()).toEqual(names.sort()));
