/** Derived channels: whatever order readings come in, they are what the formula says of them, on both databases. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Refusal } from '../../src/base/errors.ts';
import { allKinds, kinds } from '../../src/catalogue/index.ts';
import { kindMap } from '../../src/server/gateway/metric-rows.ts';
import { startRun } from '../../src/server/imports/runs.ts';
import { lookUpTargets } from '../../src/server/imports/targets.ts';
import type { Reading } from '../../src/server/storage/storage.ts';
import { unit } from '../../src/simulator/random.ts';
import { openStream, until } from '../support/live-stream.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { until as waitFor } from '../support/security/world.ts';
import { type Answer, startTestServer, type TestServer } from '../support/server.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 5, 1);
const codeOf = (id: string) => kinds.find((kind) => kind.id === id)?.code ?? -1;

let postgres: TestPostgres;
const servers: Partial<Record<'sqlite' | 'postgres', TestServer>> = {};
const tokens = new Map<string, string>();
beforeAll(async () => {
  postgres = await startPostgres();
  servers.sqlite = await startTestServer();
  servers.postgres = await startTestServer({ databaseUrl: await postgres.database() });
  for (const [dialect, server] of Object.entries(servers))
    for (const account of ['maintainer', 'operatorA', 'operatorB', 'strangerA'])
      tokens.set(`${dialect} ${account}`, await server.login(account));
}, 300_000);
afterAll(async () => {
  for (const server of Object.values(servers)) await server.stop();
  await postgres?.stop();
});

const dataOf = <T>(answer: Answer): T => {
  expect(answer.text).toContain('"status":200');
  return answer.envelope?.data as T;
};
const refusal = ({ envelope }: Answer) => [envelope?.status, envelope?.messageId, envelope?.field];
const names = { 'zh-chs': '差', en: 'Difference', ja: '差分' };

interface Listed {
  readonly formulas: readonly {
    readonly id: number;
    readonly sensorId: number;
    readonly version: number;
    readonly text: string;
    readonly retiredAt: number | null;
    readonly progress: object | null;
  }[];
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  const server = () => {
    const found = servers[dialect];
    if (found === undefined) throw new Error('not started');
    return found;
  };
  const ask = (method: string, path: string, body?: unknown, account = 'operatorA') =>
    server().call(path, {
      ...{ token: tokens.get(`${dialect} ${account}`) ?? '', method },
      ...(body === undefined ? {} : { body }),
    });
  const storage = () => server().running.storage;

  let slot = 6;
  /** A sensor of its own for each test. */
  async function sensor(kind: string): Promise<number> {
    slot += 1;
    const mount = { installState: 1, mountMode: 0, mountAzimuth: 0, name: null };
    const made = await ask(
      'POST',
      '/rest/sites/rtus/1/sensors',
      { slot, kind: codeOf(kind), ...mount },
      'maintainer',
    );
    return dataOf<{ id: number }>(made).id;
  }
  const reading = (sourceId: number, row: Reading['row'], at: number, values: object): Reading => {
    const t = begin + at * minute;
    return {
      ...{ sourceId, row, element: 0, t, receivedAt: t + 1000, historical: false },
      values: { ...values },
    };
  };
  const draft = (inputs: readonly (readonly [string, Reading['row'], number, string])[], text: string) => ({
    ...{ names, unit: '°', digits: 3, text, age: 3600 },
    inputs: inputs.map(([letter, row, sourceId, channel]) => ({
      letter,
      row,
      sourceId,
      element: 0,
      channel,
    })),
  });
  const create = async (body: object) =>
    dataOf<{ id: number; sensorId: number; slot: number }>(
      await ask('POST', '/rest/stations/1/formulas', { ...body, reason: 'for the test' }),
    );
  const list = async () => dataOf<Listed>(await ask('GET', '/rest/stations/1/formulas')).formulas;
  const valuesOf = async (sensorId: number): Promise<Map<number, number>> => {
    await storage().readings.settle();
    const found = (await storage().readings.stretch('own', [sensorId], 0, 8e15)).get(sensorId) ?? [];
    return new Map(found.map(({ t, values }) => [(t - begin) / minute, Number(values['c0'])]));
  };

  test('made over a past that is there it has a value for each moment of its first input', async () => {
    const tilt = await sensor('rt1030');
    const past = Array.from({ length: 5000 }, (_, at) =>
      reading(tilt, 'tilt', at, { x: at / 100, y: at % 7 }),
    );
    await storage().readings.ingest(past);
    const made = await create(
      draft(
        [
          ['a', 'tilt', tilt, 'x'],
          ['b', 'tilt', tilt, 'y'],
        ],
        'a - 2 * b',
      ),
    );
    const values = await valuesOf(made.sensorId);
    expect(values.size).toBe(5000);
    for (const at of [0, 1, 1999, 2000, 2001, 4999])
      expect(values.get(at)).toBeCloseTo(at / 100 - 2 * (at % 7), 9);
    const listed = (await list()).find(({ id }) => id === made.id);
    expect(listed).toMatchObject({ version: 1, progress: null, retiredAt: null });
    // It is a channel like others: the newest value, its curve, its kind’s name and unit.
    const [latest] = await storage().readings.latest('own', [made.sensorId]);
    expect(latest?.t).toBe(begin + 4999 * minute);
    expect(made.slot).toBe(63);
  });

  test('late, filled, contradicted and undone readings change it as they change what it reads', async () => {
    let drawn = 0;
    const next = () => unit(dialect === 'sqlite' ? 11 : 12, drawn++);
    const between = (low: number, high: number) => low + (high - low) * next();
    for (let schedule = 0; schedule < 12; schedule += 1) {
      const [tilt, crack] = [await sensor('rt1030'), await sensor('crackRs485')];
      const text = 'a + 0.5 * (mean(b, 30 min) - b) + change(a, 20 min)';
      const body = draft(
        [
          ['a', 'tilt', tilt, 'x'],
          ['b', 'crack', crack, 'temperature'],
        ],
        text,
      );
      const all = [
        ...Array.from({ length: 60 }, (_, at) => reading(tilt, 'tilt', at * 3, { x: between(-5, 5) })),
        ...Array.from({ length: 40 }, (_, at) =>
          reading(crack, 'crack', at * 4 + 1, { temperature: between(-5, 5) }),
        ),
      ].filter(() => next() < 0.9);
      const made = schedule % 2 === 0 ? await create(body) : null;
      const shuffled = all.map((one) => ({ one, at: next() })).sort((a, b) => a.at - b.at);
      while (shuffled.length > 0) {
        const batch = shuffled.splice(0, 1 + Math.floor(next() * 30)).map(({ one }) => one);
        await storage().readings.ingest(batch);
        if (next() < 0.3) await storage().readings.settle();
      }
      const { sensorId, id } = made ?? (await create(body));
      const values = await valuesOf(sensorId);
      // By the definition, over what is stored.
      const a = all
        .filter(({ row }) => row === 'tilt')
        .map(({ t, values }) => [t, Number(values['x'])] as const);
      const b = all
        .filter(({ row }) => row === 'crack')
        .map(({ t, values }) => [t, Number(values['temperature'])] as const);
      const newest = (of: typeof a, t: number, age = 60 * minute) =>
        of.filter(([at]) => at <= t && at > t - age).sort((one, two) => two[0] - one[0])[0]?.[1];
      const expected = new Map<number, number>();
      for (const [t, x] of a) {
        const [now, before] = [newest(b, t), newest(a, t - 20 * minute)];
        const inMean = b.filter(([at]) => at <= t && at > t - 30 * minute);
        const hasBegun = b.some(([at]) => at <= t - 15 * minute && at > t - 90 * minute);
        if (now === undefined || before === undefined || inMean.length === 0 || !hasBegun) continue;
        const mean = inMean.reduce((sum, [, value]) => sum + value, 0) / inMean.length;
        expected.set((t - begin) / minute, x + 0.5 * (mean - now) + (x - before));
      }
      expect([...values.keys()].sort((x, y) => x - y)).toEqual([...expected.keys()].sort((x, y) => x - y));
      expect(expected.size).toBeGreaterThan(20);
      for (const [at, value] of expected) expect(values.get(at)).toBeCloseTo(value, 9);
      await ask('PUT', `/rest/formulas/${id}/retired`, { retired: true });
    }
  });

  test('an import that is taken back takes its values with it, and alarms hear of both', async () => {
    const tilt = await sensor('rt1030');
    const made = await create(draft([['a', 'tilt', tilt, 'x']], 'a * 10'));
    await storage().readings.ingest([
      reading(tilt, 'tilt', 0, { x: 1 }),
      reading(tilt, 'tilt', 10, { x: 2 }),
    ]);
    expect(await valuesOf(made.sensorId)).toEqual(
      new Map([
        [0, 10],
        [10, 20],
      ]),
    );
    const asked = { mapping: {}, station: null, made: { stations: [], rtus: [], sensors: [] } } as never;
    const facts = {
      stationId: 1,
      file: 'f',
      checksum: dialect,
      asked,
      conflicts: 'keep',
      startedAt: 0,
    } as const;
    const who = { userId: null, accountName: 'import' };
    const run = await storage().write((db) => startRun(db, facts, who));
    await storage().readings.ingest(
      [reading(tilt, 'tilt', 5, { x: 7 }), reading(tilt, 'tilt', 20, { x: 8 })],
      { run },
    );
    expect(await valuesOf(made.sensorId)).toEqual(
      new Map([
        [0, 10],
        [5, 70],
        [10, 20],
        [20, 80],
      ]),
    );
    await storage().readings.undo(run);
    expect(await valuesOf(made.sensorId)).toEqual(
      new Map([
        [0, 10],
        [10, 20],
      ]),
    );
    const [latest] = await storage().readings.latest('own', [made.sensorId]);
    expect([latest?.t, latest?.values['c0']]).toEqual([begin + 10 * minute, 20]);
  });

  test('a new version computes all anew, and one out of use waits until it is back', async () => {
    const tilt = await sensor('rt1030');
    const body = draft([['a', 'tilt', tilt, 'x']], 'a * 10');
    const { id, sensorId } = await create(body);
    await storage().readings.ingest([0, 1, 2].map((at) => reading(tilt, 'tilt', at, { x: at })));
    expect([...(await valuesOf(sensorId)).values()]).toEqual([0, 10, 20]);
    const second = { ...body, text: 'a / (a - 1) * 1', version: 1, reason: 'another' };
    dataOf(await ask('PUT', `/rest/formulas/${id}`, second));
    // At minute 1 it is no number: the value that was there goes.
    expect(await valuesOf(sensorId)).toEqual(
      new Map([
        [0, 0],
        [2, 2],
      ]),
    );
    expect(refusal(await ask('PUT', `/rest/formulas/${id}`, second))).toEqual([
      409,
      'formulas.stale',
      undefined,
    ]);
    const third = { ...second, version: 2, unit: 'mm', text: 'a * 1' };
    expect(refusal(await ask('PUT', `/rest/formulas/${id}`, third))).toEqual([
      422,
      'formulas.unitKept',
      'unit',
    ]);
    const { versions } = dataOf<{ versions: { version: number; text: string }[] }>(
      await ask('GET', `/rest/formulas/${id}/versions`),
    );
    expect(versions.map(({ version, text }) => `${version} ${text}`)).toEqual([
      '2 a / (a - 1) * 1',
      '1 a * 10',
    ]);
    dataOf(await ask('PUT', `/rest/formulas/${id}/retired`, { retired: true }));
    await storage().readings.ingest([reading(tilt, 'tilt', 3, { x: 3 })]);
    expect((await valuesOf(sensorId)).has(3)).toBe(false);
    dataOf(await ask('PUT', `/rest/formulas/${id}/retired`, { retired: false }));
    expect((await valuesOf(sensorId)).get(3)).toBe(1.5);
  });

  test('what is computed of a reading that comes goes to the consoles and to the rules', async () => {
    const tilt = await sensor('rt1030');
    const made = await create(draft([['a', 'tilt', tilt, 'x']], 'a * 10'));
    await storage().readings.settle();
    const stream = await openStream(server(), tokens.get(`${dialect} operatorA`) ?? '');
    const heard: number[] = [];
    storage().readings.onComputed(({ newest }) => heard.push(...newest.map(({ sourceId }) => sourceId)));
    await storage().readings.ingest([reading(tilt, 'tilt', 1, { x: 4.5 })]);
    await until(() => stream.events.some(({ data }) => data.includes(`"sourceId":${made.sensorId}`)));
    const shown = stream.events.find(({ data }) => data.includes(`"sourceId":${made.sensorId}`));
    expect(shown?.data).toContain('"c0":45');
    expect(heard).toEqual([made.sensorId]);
    // Of many that are computed together consoles get the newest.
    const many = Array.from({ length: 300 }, (_, at) => reading(tilt, 'tilt', at + 2, { x: at }));
    await storage().readings.ingest(many);
    await until(() => stream.events.some(({ data }) => data.includes('"c0":2990')));
    const shownOf = stream.events.filter(({ data }) => data.includes(`"sourceId":${made.sensorId}`));
    expect(shownOf.length).toBeLessThan(10);
    stream.close();
  });

  test('it raises alarms by rules, at once and where a late reading of its input would have', async () => {
    const tilt = await sensor('rt1030');
    const made = await create(draft([['a', 'tilt', tilt, 'x']], 'a * 10'));
    const { kinds: own } = dataOf<{ kinds: { id: number }[] }>(
      await ask('GET', '/rest/kinds', undefined, 'maintainer'),
    );
    const code = 1000 + (own.at(-1)?.id ?? 0);
    const limit = { type: 'limit', term: 0, side: 'above', limit: 50, release: 40 };
    const definition = {
      ...{ of: 'sensor', enabled: true, patience: null, blindLevel: 'blue', overrides: [] },
      terms: [{ quantity: 'value', args: {}, source: { row: 'own', channel: 'c0' } }],
      ladder: [{ level: 'yellow', condition: limit, hold: { readings: 1 }, releaseHold: { readings: 1 } }],
      scope: { projects: [], kinds: [code], stations: [], except: [], mounts: [], labels: [] },
    };
    dataOf(
      await ask(
        'POST',
        '/rest/alarm-rules',
        { companyId: 1, name: 'derived', definition, reason: 'test' },
        'maintainer',
      ),
    );
    // A rule judges what is measured after it was written.
    const now = Date.now();
    const at = (seconds: number, x: number): Reading => ({
      ...{ sourceId: tilt, row: 'tilt', element: 0, historical: false, values: { x } },
      ...{ t: now + seconds * 1000, receivedAt: now + seconds * 1000 },
    });
    await storage().readings.ingest([at(1, 1)]);
    await storage().readings.ingest([at(20, 5.1)]);
    // Seconds and ranks of what the alarm of this sensor went through.
    const events = async () => {
      const rows = await storage()
        .db.selectFrom('alarm_entries as e')
        .innerJoin('alarms as a', 'a.instance_id', 'e.instance_id')
        .select(['e.t', 'e.from_rank', 'e.to_rank'])
        .distinct()
        .where('a.sensor_id', '=', made.sensorId)
        .where('e.is_event', '=', 1)
        .where('e.contradicted_at', 'is', null)
        .orderBy('e.t')
        .execute();
      return rows.map((row) => `${(row.t - now) / 1000} ${row.from_rank}→${row.to_rank}`).join(', ');
    };
    await waitFor(async () => (await events()) === '20 0→2');
    await storage().readings.ingest([at(21, 1)]);
    await waitFor(async () => (await events()) === '20 0→2, 21 2→0');
    // Behind what was judged: between a calm reading and the one that rang.
    await storage().readings.ingest([at(10, 6), at(11, 1)]);
    await waitFor(async () => (await events()) === '10 0→2, 11 2→0, 20 0→2, 21 2→0');
  });

  test('a draft is tried without keeping anything', async () => {
    const tilt = await sensor('rt1030');
    const now = Date.now();
    const t = (minutes: number) => now - minutes * minute;
    const rows = [30, 20, 10].map((ago) => ({ ...reading(tilt, 'tilt', 0, { x: ago }), t: t(ago) }));
    await storage().readings.ingest(rows);
    const before = (await list()).length;
    const tried = dataOf<{ t: number[]; value: number[]; missing: number }>(
      await ask('POST', '/rest/stations/1/formulas/try', {
        ...draft([['a', 'tilt', tilt, 'x']], 'change(a, 10 min)'),
        days: 1,
      }),
    );
    expect(tried).toEqual({ t: [t(20), t(10)], value: [-10, -10], missing: 1 });
    expect((await list()).length).toBe(before);
  });

  test('what is wrong is refused with its field, and nothing is made', async () => {
    const tilt = await sensor('rt1030');
    const good = draft([['a', 'tilt', tilt, 'x']], 'a * 10');
    const made = await create(good);
    const input = (row: Reading['row'], sourceId: number, channel: string) =>
      draft([['a', row, sourceId, channel]], 'a * 1');
    const count = (await list()).length;
    for (const [body, message, field] of [
      [{ ...good, text: 'a +' }, 'formulas.fault.end', 'text'],
      [{ ...good, unit: 'mm', text: 'a' }, 'formulas.fault.unit', 'unit'],
      [
        draft(
          [
            ['a', 'tilt', tilt, 'x'],
            ['a', 'tilt', tilt, 'y'],
          ],
          'a * 1',
        ),
        'formulas.twice',
        'inputs.1',
      ],
      // A bearing, a text, a channel of another row, a sensor of another company, another derived channel.
      [input('tilt', tilt, 'azimuth'), 'formulas.channel', 'inputs.0'],
      [input('tilt', tilt, 'firmware'), 'formulas.channel', 'inputs.0'],
      [input('crack', tilt, 'length'), 'formulas.channel', 'inputs.0'],
      [input('tilt', 2, 'x'), 'formulas.channel', 'inputs.0'],
      [input('own', made.sensorId, 'c0'), 'formulas.ofFormula', 'inputs.0'],
      // 7 d at a reading a minute are 10,080 of 10,000; with an age of an hour 9,960 and 60 are too many, too.
      [{ ...good, text: 'mean(a, 7 d) * 1' }, 'formulas.manyValues', 'text'],
      [{ ...good, text: 'mean(a, 9941 min) * 1' }, 'formulas.manyValues', 'text'],
      [{ ...good, reason: '' }, 'bound.length', 'reason'],
    ] as const) {
      const answer = await ask('POST', '/rest/stations/1/formulas', { reason: 'r', ...body });
      expect([answer.envelope?.status, answer.envelope?.field]).toEqual([
        field === 'reason' ? 400 : 422,
        field,
      ]);
      if (message.startsWith('formulas')) expect(answer.envelope?.messageId).toBe(message);
    }
    dataOf(
      await ask('POST', '/rest/stations/1/formulas', { ...good, text: 'mean(a, 9940 min) * 1', reason: 'r' }),
    );
    expect((await list()).length).toBe(count + 1);
    expect(
      (await ask('POST', '/rest/stations/1/formulas', { ...good, reason: 'r' }, 'operatorB')).envelope
        ?.status,
    ).toBe(404);
    expect(
      (await ask('POST', '/rest/stations/1/formulas', { ...good, reason: 'r' }, 'strangerA')).envelope
        ?.status,
    ).toBe(403);
    expect(
      (await ask('GET', `/rest/formulas/${made.id}/versions`, undefined, 'operatorB')).envelope?.status,
    ).toBe(404);
  });

  test('a station has 24 in use at most, one that comes back among them', async () => {
    const tilt = await sensor('rt1030');
    const body = draft([['a', 'tilt', tilt, 'x']], 'a * 10');
    const inUse = async () => (await list()).filter(({ retiredAt }) => retiredAt === null);
    const first = await create(body);
    dataOf(await ask('PUT', `/rest/formulas/${first.id}/retired`, { retired: true }));
    const made: number[] = [];
    while ((await inUse()).length < 24) made.push((await create(body)).id);
    const full = [422, 'formulas.full', undefined];
    expect(refusal(await ask('POST', '/rest/stations/1/formulas', { ...body, reason: 'r' }))).toEqual(full);
    const back = () => ask('PUT', `/rest/formulas/${first.id}/retired`, { retired: false });
    for (const id of made) dataOf(await ask('PUT', `/rest/formulas/${id}/retired`, { retired: true }));
    dataOf(await back());
    dataOf(await ask('PUT', `/rest/formulas/${first.id}/retired`, { retired: true }));
    while ((await inUse()).length < 24) made.push((await create(body)).id);
    expect(refusal(await back())).toEqual(full);
    for (const { id } of await inUse())
      dataOf(await ask('PUT', `/rest/formulas/${id}/retired`, { retired: true }));
  });

  test('its sensor and its kind are changed with it alone', async () => {
    const tilt = await sensor('rt1030');
    const made = await create(draft([['a', 'tilt', tilt, 'x']], 'a * 10'));
    const { kinds: own } = dataOf<{ kinds: { id: number; ofFormula: boolean; names: { en: string } }[] }>(
      await ask('GET', '/rest/kinds', undefined, 'maintainer'),
    );
    const kind = own.at(-1);
    expect(kind).toMatchObject({ ofFormula: true, names });
    const mount = { installState: 1, mountMode: 0, mountAzimuth: 0, name: null };
    const place = { slot: made.slot, kind: 1000 + Number(kind?.id), ...mount };
    const of = (answer: Answer) => answer.envelope?.messageId;
    expect(of(await ask('PUT', `/rest/sites/sensors/${made.sensorId}`, place, 'maintainer'))).toBe(
      'formulas.byFormula',
    );
    expect(of(await ask('POST', '/rest/sites/rtus/1/sensors', { ...place, slot: 6 }, 'maintainer'))).toBe(
      'formulas.kind',
    );
    const retired = await ask(
      'POST',
      `/rest/sites/sensors/${made.sensorId}/retired`,
      { retired: true },
      'maintainer',
    );
    expect(of(retired)).toBe('formulas.byFormula');
    // Neither a device nor a file is taken for it.
    const [computed] = allKinds().filter(({ code }) => code === place.kind);
    expect(computed?.computed).toBe(true);
    expect(kindMap(place.kind)).toBeNull();
    const imported = [{ slot: made.slot, row: 'own', channels: { c0: { column: 1 } } }] as const;
    const found = lookUpTargets(storage().db, 'A-1', imported, null).then(
      () => null,
      (error: Refusal) => error.messageId,
    );
    expect(await found).toBe('formulas.byFormula');
  });
});
