/** Lenses that scripts ask, on a real server: a slope that is made to fail, creep, what cannot be said, bounds and rights. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindById } from '../../../src/catalogue/index.ts';
import { limits } from '../../../src/script/limits.ts';
import { openReading } from '../../../src/server/storage/reading.ts';
import { analyseCall } from '../../../src/server/workflows/calls/analyse.ts';
import { Answers } from '../../../src/server/workflows/calls/answers.ts';
import { Work } from '../../../src/server/workflows/calls/call.ts';
import { factsOf } from '../../../src/server/workflows/calls/station-facts.ts';
import { gauss } from '../../../src/simulator/random.ts';
import { type DeliveryProduct, startDeliveryProduct } from '../../support/delivery/product.ts';
import { runsOf } from '../../support/workflows/runs.ts';

const day = 86_400_000;
const hour = day / 24;
const start = Date.UTC(2026, 2, 1);
const crack = kindById('crackRs485')?.code ?? -1;

let product: DeliveryProduct;
let token = '';
const runs = runsOf({ ask: (...given) => product.ask(...given) }, () => token);
/** Stations whose first sensor is a crack gauge of the test. */
const own: {
  readonly id: number;
  readonly code: string;
  readonly sensor: number;
  readonly slot: number;
  readonly company: number;
}[] = [];

/** Of inverse velocity that falls from day 8 on along a line to zero at day 16, at 0.5 mm/d before: its integral. */
const failing = (x: number) => (x <= 8 ? x / 2 : 4 + 4 * Math.log(8 / (16 - x)));
const creeping = (x: number) => -0.75 * x;
const temperatureAt = (x: number) => 12 + 6 * Math.sin(2 * Math.PI * x);
const warm = (x: number) => 0.3 * temperatureAt(x);
const days = 13;

async function store(sensorId: number, value: (x: number) => number, count = days * 24, step = hour) {
  await product.running.storage.readings.ingest(
    Array.from({ length: count }, (_, n) => {
      const x = (n * step) / day;
      return {
        ...{ sourceId: sensorId, row: 'crack' as const, element: 0, historical: false },
        t: start + n * step,
        receivedAt: start + n * step,
        values: { length: 100 + value(x) + 0.02 * gauss(sensorId, n), temperature: temperatureAt(x) },
      };
    }),
  );
}

beforeAll(async () => {
  product = await startDeliveryProduct({ stations: 40 });
  token = await product.login('maintainer');
  const { storage, board } = product.running;
  for (const { station, project, sensors, rtu } of board.sites({ companyId: null })) {
    const [sensor] = sensors;
    if (sensor === undefined || rtu === null || own.length === 5) continue;
    own.push({
      id: station.id,
      code: station.code,
      sensor: sensor.id,
      slot: sensor.slot,
      company: project.companyId,
    });
  }
  await storage.write(async (db) => {
    await db.deleteFrom('datums').execute();
    // No other gauge than those of the test.
    await db.updateTable('sensors').set({ kind: 4 }).where('kind', '=', crack).execute();
    await db
      .updateTable('sensors')
      .set({ kind: crack })
      .where(
        'id',
        'in',
        own.map(({ sensor }) => sensor),
      )
      .execute();
    await db
      .insertInto('datums')
      .values({ sensor_id: own[4]?.sensor ?? 0, t: start + 12 * day, azimuth_before: null, cause: 'zero' })
      .execute();
  });
  await board.load();
  for (const [at, of] of [failing, creeping, warm].entries()) await store(own[at]?.sensor ?? 0, of);
  // The fourth has four readings; the fifth moved by 50 mm when it was zeroed, and creeps before and after.
  await store(own[3]?.sensor ?? 0, creeping, 4);
  await store(own[4]?.sensor ?? 0, (x) => 0.1 * x + (x < 12 ? 0 : 50));
  await storage.readings.settle();
}, 300_000);
afterAll(async () => {
  await product.stop();
});

/** What a lens says of one sensor; which figures it has is what the tests ask. */
interface Said {
  readonly station?: number;
  readonly from?: number;
  readonly count?: number;
  readonly result?: Figures & Ranges;
}
type Figures = Readonly<
  Record<'rate' | 'low' | 'high' | 'peak' | 'angle' | 'level' | 'coefficient' | 'explained', number>
>;
type Ranges = Readonly<Record<'failure' | 'days' | 'onset', Spread>>;
interface Spread {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}
const missing = { low: Number.NaN, middle: Number.NaN, high: Number.NaN };
const noResult = { failure: missing, days: missing, onset: missing };
const resultOf = (said: Said | undefined) => (said?.result ?? noResult) as NonNullable<Said['result']>;

/** What a lens says of each station of the test, by its place. */
async function said(options: string): Promise<readonly Said[]> {
  const run = await runs.run(`import { fleet, log } from 'groundwatch';
const all = (await fleet.stations({ kind: 'crackRs485' })).filter(({ id }) => [${own.map(({ id }) => id)}].includes(id));
for (const { station, ...one } of await fleet.analyse(all, 'crackRs485', 'length', ${options}))
  log(JSON.stringify({ station: station.id, ...one }));`);
  expect(run.problem).toBeNull();
  const lines = (await runs.log(run.id)).lines.map(({ text }) => JSON.parse(text) as Said);
  return own.map(({ id }) => lines.find(({ station }) => station === id) ?? {});
}
const range = `from: ${start}, to: ${start + days * day}`;

describe('a lens that a script asks', () => {
  test('failure: holds the true time, found the onset within a day, and says why elsewhere', async () => {
    const [fails, creeps, warms, few] = await said(`{ lens: 'failure', ${range} }`);
    expect(fails).toMatchObject({ ok: true, slot: own[0]?.slot, count: days * 24, why: null });
    expect(resultOf(fails).days.low).toBeLessThan(3);
    expect(resultOf(fails).days.high).toBeGreaterThan(3);
    expect(resultOf(fails).failure.middle).toBeCloseTo(
      start + days * day + resultOf(fails).days.middle * day,
      0,
    );
    expect(Math.abs(resultOf(fails).onset.middle - (start + 8 * day))).toBeLessThan(day);
    expect(creeps).toMatchObject({ ok: true, result: null, why: 'steady' });
    expect(warms).toMatchObject({ result: null });
    expect(few).toMatchObject({ ok: true, count: 4, result: null, why: 'few' });
  });

  test('rate: of the newest window, of readings since the newest re-zeroing alone', async () => {
    const [fails, creeps, , few, zeroed] = await said(`{ lens: 'rate', ${range}, window: 24 }`);
    expect(resultOf(creeps).rate).toBeCloseTo(-0.75, 1);
    expect(resultOf(creeps).low).toBeLessThan(-0.75);
    expect(resultOf(creeps).high).toBeGreaterThan(-0.75);
    // Over the last day: the mean slope of the made movement.
    const mean = failing(days) - failing(days - 1);
    expect(Math.abs(resultOf(fails).rate - mean)).toBeLessThan(0.1 * mean);
    expect(few).toMatchObject({ result: null, why: 'few' });
    expect(zeroed).toMatchObject({ from: start + 12 * day, count: 24 });
    expect(Math.abs(resultOf(zeroed).peak)).toBeLessThan(1);
  });

  test('tangent angle and temperature', async () => {
    const [fails, creeps] = await said(`{ lens: 'tangent', ${range}, window: 24 }`);
    const mean = failing(days) - failing(days - 1);
    const angle = (Math.atan(mean / 0.5) * 180) / Math.PI;
    expect(Math.abs(resultOf(fails).angle - angle)).toBeLessThan(4);
    expect(resultOf(fails).level).toBe(2);
    expect(Math.abs(resultOf(creeps).angle - 45)).toBeLessThan(5);
    const [, , warms] = await said(`{ lens: 'temperature', ${range} }`);
    expect(resultOf(warms).coefficient).toBeCloseTo(0.3, 2);
    expect(resultOf(warms).explained).toBeGreaterThan(0.95);
  });

  test.each([
    ['a channel that the kind has not', "'speed' as never, { lens: 'rate'", 'noGroup'],
    ['a bearing', null, 'circular'],
  ])('%s is a reason of each sensor', async (_, call, reason) => {
    const script =
      call === null
        ? `(await fleet.stations({ kind: 'rt1030' }), 'rt1030', 'azimuth', { lens: 'rate'`
        : `(await fleet.stations({ kind: 'crackRs485' }), 'crackRs485', ${call}`;
    const run = await runs.run(`import { fleet, log } from 'groundwatch';
const answers = await fleet.analyse${script}, ${range} });
log(String(answers.length > 0 && answers.every((one) => !one.ok && one.reason.id === '${reason}')));`);
    expect((await runs.log(run.id)).lines.map(({ text }) => text)).toEqual(['true']);
  });

  test('what it is given outside its bounds is refused, by name', async () => {
    for (const [given, field] of [
      [`lens: 'luck', ${range}`, 'lens'],
      [`lens: 'rate', ${range}, window: 0.5`, 'window'],
      [`lens: 'rate', ${range}, window: 2161`, 'window'],
    ] as const) {
      const run = await runs.run(`import { fleet } from 'groundwatch';
await fleet.analyse(await fleet.stations({ kind: 'crackRs485' }), 'crackRs485', 'length', { ${given} } as never);`);
      expect(run).toMatchObject({ state: 'failed', problem: { id: 'shape', line: 2 } });
      expect(run.problem?.params['problem']).toContain(field);
    }
  });

  test('stations of another company are as none', async () => {
    const theirs = own.find(({ company }) => company === 2) ?? own[0];
    const foreign = await product.login(theirs?.company === 1 ? 'operatorB' : 'operatorA');
    const others = runsOf({ ask: (...given) => product.ask(...given) }, () => foreign);
    const run = await others.run(`import { fleet, log } from 'groundwatch';
const answers = await fleet.analyse({ station: ${theirs?.id}, slot: null } as never, 'crackRs485', 'length', { lens: 'rate', ${range} });
log(answers.map((one) => one.ok || one.reason.id).join());`);
    expect(run.problem).toBeNull();
    expect((await runs.log(run.id)).lines.map(({ text }) => text)).toEqual(['gone']);
  });
});

describe('statistics that a script asks', () => {
  /** What the first gauge measured, as it was stored. */
  const lengths = () =>
    Array.from({ length: days * 24 }, (_, n) =>
      Number((100 + failing((n * hour) / day) + 0.02 * gauss(own[0]?.sensor ?? 0, n)).toFixed(6)),
    );
  const asked = async (options: string) => {
    const run = await runs.run(`import { fleet, log } from 'groundwatch';
const [answer] = await fleet.statistics(await fleet.stations({ codes: ['${own[0]?.code}'] }), 'crackRs485', 'length', ${options});
log(JSON.stringify(answer?.ok ? answer.rows : null));`);
    expect(run.problem).toBeNull();
    const [line] = (await runs.log(run.id)).lines;
    return JSON.parse(line?.text ?? '') as Readonly<Record<string, number>>[];
  };

  test('over a whole time: mean, deviation, sum, median and percentiles', async () => {
    const [found] = await asked(
      `{ of: ['mean', 'sd', 'sum', 'count', 'min', 'max', 'median', 'p5', 'p90', 'first', 'last'], ${range} }`,
    );
    const values = lengths();
    const sorted = values.toSorted((a, b) => a - b);
    const { length } = values;
    const mean = values.reduce((a, b) => a + b, 0) / length;
    const between = (percent: number) => {
      const place = ((length - 1) * percent) / 100;
      const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
      return low + (high - low) * (place % 1);
    };
    const right = {
      ...{ mean, sum: mean * length, count: length, min: sorted[0], max: sorted.at(-1) },
      sd: Math.sqrt(values.reduce((all, one) => all + (one - mean) ** 2, 0) / (length - 1)),
      ...{ median: between(50), p5: between(5), p90: between(90), first: values[0], last: values.at(-1) },
    };
    for (const [name, value] of Object.entries(right)) expect(found?.[name], name).toBeCloseTo(value ?? 0, 2);
    expect(found).toMatchObject({ from: start, to: start + days * day });
  });

  test('by stretches of time, the last of them shorter, and drawn as a table', async () => {
    const found = await asked(`{ of: ['mean', 'count'], every: 60, ${range} }`);
    expect(found.map(({ count }) => count)).toEqual([60, 60, 60, 60, 60, 12]);
    const values = lengths();
    for (const [at, row] of found.entries()) {
      const part = values.slice(at * 60, at * 60 + 60);
      expect(row['mean']).toBeCloseTo(part.reduce((a, b) => a + b, 0) / part.length, 3);
      expect(row['from']).toBe(start + at * 60 * hour);
    }
    const run = await runs.run(`import { fleet, table } from 'groundwatch';
const [answer] = await fleet.statistics(await fleet.stations({ codes: ['${own[0]?.code}'] }), 'crackRs485', 'length', { of: ['p95', 'mean'], every: 24, ${range} });
if (answer?.ok) table([...answer.rows], { p95: 'p95' }, { as: 'line', x: 'from', y: ['mean', 'p95'] });`);
    expect(run.problem).toBeNull();
    const [line] = (await runs.log(run.id)).lines;
    expect(JSON.parse(line?.text ?? '')).toMatchObject({
      total: days,
      drawn: { as: 'line', x: 0, y: [3, 2] },
    });
  });

  test('too many stretches, and names that are none, are refused', async () => {
    const script = (options: string) => `import { fleet } from 'groundwatch';
await fleet.statistics(await fleet.stations({ kind: 'crackRs485' }), 'crackRs485', 'length', { ${options}, ${range} } as never);`;
    expect(await runs.run(script("of: 'mean', every: 0.3"))).toMatchObject({
      state: 'failed',
      problem: { id: 'bins', line: 2, params: { limit: limits.statisticBins, count: 1040 } },
    });
    expect(await runs.run(script("of: 'p96'"))).toMatchObject({ problem: { id: 'shape', line: 2 } });
  });
});

describe('a table that is drawn', () => {
  const script = (drawing: string) => `import { table } from 'groundwatch';
table([{ station: 'A', rate: 2 }], {}, ${drawing} as never);`;

  test('says in its line of the log which columns are drawn', async () => {
    const run = await runs.run(script("{ as: 'bars', x: 'station', y: 'rate' }"));
    const [line] = (await runs.log(run.id)).lines;
    expect(JSON.parse(line?.text ?? '')).toMatchObject({ drawn: { as: 'bars', x: 0, y: [1] } });
  });

  test.each([
    ["{ as: 'bars', x: 'station', y: 'speed' }", 'y'],
    ["{ as: 'bars', x: 'code', y: 'rate' }", 'x'],
    ["{ as: 'pie', x: 'station', y: 'rate' }", 'as'],
  ])('by a column, or in a way, that there is not, is refused before it runs: %s', async (drawing, field) => {
    const reply = await runs.tryStart(script(drawing));
    expect(reply).toMatchObject({ status: 422, messageId: 'workflow.problem.shape', field: 'script' });
    expect(String(reply.params?.['problem'])).toMatch(new RegExp(`^${field}`));
  });
});

describe('D1: the work of lenses', () => {
  const call = async (most: number, stations: readonly number[], lens: 'rate' | 'failure' = 'failure') => {
    const reading = openReading(product.running.storage.reach);
    const work = new Work(most);
    const answers = new Answers();
    const facts = new Map(
      own.map(({ id }) => {
        const { site, summary } = product.running.board.one({ companyId: null }, id);
        return [id, factsOf(site, summary)] as const;
      }),
    );
    const context = {
      ...reading,
      viewer: { language: 'en' as const },
      stations: facts,
      now: start,
      work,
      answers,
    };
    const asked = {
      ...{ stations: [...stations], kind: 'crackRs485', channel: 'length', lens, window: 24 },
      ...{ temperature: 'temperature', from: start, to: start + days * day },
    };
    let pieces = 0;
    try {
      for await (const _ of analyseCall(context, asked)) pieces += 1;
      return { pieces, done: work.done, answers: JSON.parse(answers.text).value.length as number };
    } catch (error) {
      return { problem: (error as { id?: string }).id, answers: 0 };
    } finally {
      await reading.close();
    }
  };

  test('is counted before it is done, and ends a run at its bound', async () => {
    const [first, second] = own.map(({ id }) => id);
    const one = await call(limits.work, [first ?? 0]);
    expect(one).toMatchObject({ answers: 1 });
    const done = 'done' in one ? (one.done ?? 0) : 0;
    expect(done).toBeGreaterThan(limits.lensWork.failure + days * 24);
    expect(await call(done, [first ?? 0])).toMatchObject({ answers: 1 });
    expect(await call(done - 1, [first ?? 0])).toMatchObject({ problem: 'work' });
    expect(await call(done, [first ?? 0, second ?? 0])).toMatchObject({ problem: 'work' });
  });

  test('a station that is named a thousand times is judged once', async () => {
    const [first] = own.map(({ id }) => id);
    const one = await call(limits.work, [first ?? 0], 'rate');
    const many = await call(
      limits.work,
      Array.from({ length: 1000 }, () => first ?? 0),
      'rate',
    );
    expect(many).toEqual(one);
  });

  test('more readings than a lens is given are means of stretches, with the same answer', async () => {
    const sensor = own[1]?.sensor ?? 0;
    const before = await said(`{ lens: 'rate', ${range}, window: 24 }`);
    await store(sensor, creeping, days * 1440, 60_000);
    const after = await said(`{ lens: 'rate', ${range}, window: 24 }`);
    expect(after[1]?.count).toBeGreaterThan(limits.lensReadings);
    expect(resultOf(after[1]).rate).toBeCloseTo(resultOf(before[1]).rate, 1);
  });
});
