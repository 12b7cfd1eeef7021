/** What calls of scripts may cost: neither the loop that serves devices, nor the disk, nor another company pays for them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindByCode, rows as rowsOf } from '../../../src/catalogue/index.ts';
import type { RunDetail } from '../../../src/contract/workflows.ts';
import { limits } from '../../../src/script/limits.ts';
import { rtuSlot } from '../../../src/server/delivery/row.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import { openReading } from '../../../src/server/storage/reading.ts';
import type { ReportedValues } from '../../../src/server/storage/schema.ts';
import type { Reading } from '../../../src/server/storage/storage.ts';
import { Answers } from '../../../src/server/workflows/calls/answers.ts';
import { Work } from '../../../src/server/workflows/calls/call.ts';
import { historyCall } from '../../../src/server/workflows/calls/history.ts';
import { factsOf, type ScriptStation } from '../../../src/server/workflows/calls/station-facts.ts';
import { stationsCall } from '../../../src/server/workflows/calls/stations.ts';
import { journalKept } from '../../../src/server/workflows/row.ts';
import { type DeliveryProduct, startDeliveryProduct } from '../../support/delivery/product.ts';
import { ended, runsOf } from '../../support/workflows/runs.ts';

let product: DeliveryProduct;
let token = '';
const runs = runsOf({ ask: (...given) => product.ask(...given) }, () => token);
beforeAll(async () => {
  product = await startDeliveryProduct({ stations: 40 });
  token = await product.login('maintainer');
});
afterAll(async () => {
  await product.stop();
});

const texts = async (id: string) => (await runs.log(id)).lines.map(({ text }) => text);
const entries = (runId: string) =>
  product.running.storage.db
    .selectFrom('workflow_journal')
    .select(['seq', 'call', 'args', 'result', 'packed', 'settled'])
    .where('run_id', '=', runId)
    .orderBy('seq')
    .execute();
const all = () => product.running.board.sites({ companyId: null });
const factsOfAll = () =>
  new Map(
    all().map(({ station }): [number, ScriptStation] => {
      const { site, summary } = product.running.board.one({ companyId: null }, station.id);
      return [station.id, factsOf(site, summary)];
    }),
  );
/** Goes through a call to its end. */
async function through(pieces: AsyncGenerator<void, void, void>): Promise<number> {
  let count = 0;
  for await (const _ of pieces) count += 1;
  return count;
}
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { id?: string; params?: object }) => ({ id: error.id, params: error.params }),
  );

describe('D1: stations with conditions', () => {
  const fields = ['sendCycle', 'collectionCycle', 'lowBattery', 'alarmBattery'];
  /** By station: the values of its RTU that the test stored. */
  const reported = new Map<number, Record<string, number>>();
  beforeAll(async () => {
    const now = Date.now();
    for (const { station, rtu } of all())
      if (rtu !== null)
        reported.set(
          station.id,
          Object.fromEntries(fields.map((field, at) => [field, station.id * 10 + at])),
        );
    await product.running.storage.write(async (db) => {
      for (const { station, rtu, sensors } of all()) {
        if (rtu === null) continue;
        await db.deleteFrom('parameters').where('rtu_id', '=', rtu.id).execute();
        const own = reported.get(station.id) ?? {};
        const more = Array.from({ length: 60 }, (_, at) => [`mems/of${at}`, [at, now, now]]);
        const values = {
          ...Object.fromEntries(more),
          ...Object.fromEntries(
            Object.entries(own).map(([field, value]) => [`rtu/${field}`, [value, now, now]]),
          ),
        };
        for (const slot of [rtuSlot, ...sensors.map((sensor) => sensor.slot)])
          await db
            .insertInto('parameters')
            .values({
              rtu_id: rtu.id,
              slot,
              reported: toJson<ReportedValues>(slot === rtuSlot ? values : Object.fromEntries(more)),
            })
            .execute();
      }
    });
  });

  test('2,500 of them do not hold up the loop', async () => {
    const count = 2500;
    // The measured former way, which parses the reported values again for each condition: the scale of this test.
    const began = performance.now();
    const sample = JSON.stringify(
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`mems/of${at}`, [at, began, began]])),
    );
    const devices = all().reduce((sum, { sensors }) => sum + 1 + sensors.length, 0);
    for (let n = 0; n < 20_000; n++) JSON.parse(sample);
    const naive = ((performance.now() - began) / 20_000) * count * devices;

    const script = `import { fleet, log } from 'groundwatch';
const where = Array.from({ length: ${count} }, (_, n) => ({ group: 'rtu' as const, field: 'sendCycle', above: 100 + n / 1e6 }));
const found = await fleet.stations({ where });
log(found.map(({ id }) => id).sort((a, b) => a - b).join());`;
    // The loop may be held up by other programs; not each time.
    let shortest = Number.POSITIVE_INFINITY;
    let run: RunDetail | undefined;
    for (let tries = 0; tries < 4 && !(shortest < naive / 10); tries++) {
      let longest = 0;
      let before = performance.now();
      let turns = 0;
      const watch = setInterval(() => {
        const now = performance.now();
        longest = Math.max(longest, now - before);
        before = now;
        turns += 1;
      }, 5);
      run = await runs.run(script);
      clearInterval(watch);
      expect(run.problem).toBeNull();
      expect(turns).toBeGreaterThan(0);
      shortest = Math.min(shortest, longest);
    }
    const expected = [...reported].filter(([, { sendCycle = 0 }]) => sendCycle > 100 + (count - 1) / 1e6);
    expect(expected.length).toBeGreaterThan(10);
    expect(expected.length).toBeLessThan(reported.size);
    expect((await texts(run?.id ?? ''))[0]).toBe(
      expected
        .map(([id]) => id)
        .sort((a, b) => a - b)
        .join(),
    );
    expect(shortest).toBeLessThan(naive / 10);
  }, 300_000);

  test('that are the same are one; a null and nothing are not', async () => {
    const run = await runs.run(`import { fleet, log } from 'groundwatch';
const same = Array.from({ length: 50 }, () => ({ group: 'rtu' as const, field: 'sendCycle', above: 0 }));
log((await fleet.stations({ where: same })).length);
log((await fleet.stations({ where: [...same, { group: 'rtu', field: 'sendCycle', above: 0, is: null as never }] })).length);`);
    expect(run.problem).toBeNull();
    expect(await texts(run.id)).toEqual([String(reported.size), '0']);
  });

  test('are refused beyond the bound of comparisons, and answered at it', async () => {
    const { db, source } = openReading(product.running.storage.reach);
    const [some] = factsOfAll().values();
    if (some === undefined) throw new Error('no station');
    const conditions = 2500;
    const where = Array.from({ length: conditions }, (_, n) => ({ group: 'rtu', field: 'none', above: n }));
    const most = limits.comparisons / conditions;
    const asked = (devices: number) => {
      const stations = new Map(
        Array.from({ length: devices }, (_, id) => [id, { ...some, id, rtu: { id: -1 - id }, sensors: [] }]),
      );
      const context = { viewer: { language: 'en' as const }, now: 0, db, source };
      const work = new Work(limits.work);
      return through(stationsCall({ ...context, stations, work, answers: new Answers() }, { where }));
    };
    expect(await problemOf(asked(most))).toBeNull();
    expect(await problemOf(asked(most + 1))).toEqual({
      id: 'comparisons',
      params: { limit: limits.comparisons },
    });
  });
});

/** A sensor of the site with a row of numbers that are no angles, and its station. */
function measured() {
  for (const { station, sensors } of all())
    for (const sensor of sensors) {
      const kind = kindByCode(sensor.kind);
      const row = kind?.rows.find((one) => one === 'moisture' || one === 'crack' || one === 'level');
      const channel =
        row === undefined
          ? undefined
          : rowsOf[row].channels.find((one) => one.type === 'number' && one.circular !== true);
      if (kind !== undefined && row !== undefined && channel !== undefined)
        return { station, sensor, kind: kind.id, row, channel: channel.id };
    }
  throw new Error('no such sensor');
}

describe('D1: history', () => {
  const count = 25_000;
  const first = Date.UTC(2025, 0, 1);
  const valueAt = (n: number) => (n * 7919) % 10_007;
  beforeAll(async () => {
    const { sensor, row, channel } = measured();
    for (let from = 0; from < count; from += 5000)
      await product.running.storage.readings.ingest(
        Array.from({ length: 5000 }, (_, at) => ({
          sourceId: sensor.id,
          row,
          element: 0,
          t: first + (from + at) * 60_000,
          receivedAt: first + (from + at) * 60_000,
          historical: false,
          values: { [channel]: valueAt(from + at) },
        })),
      );
  }, 300_000);
  const median = () => {
    const sorted = Array.from({ length: count }, (_, n) => valueAt(n)).sort((a, b) => a - b);
    return ((sorted[count / 2 - 1] ?? 0) + (sorted[count / 2] ?? 0)) / 2;
  };

  test('of what is named again and again is read once, and answered as often as it was named', async () => {
    const { station, kind, channel } = measured();
    const script = (times: number) => `import { fleet, log } from 'groundwatch';
const [station] = await fleet.stations({ codes: [${JSON.stringify(station.code)}] });
const answers = await fleet.history(Array(${times}).fill(station), '${kind}' as never, ['${channel}', '${channel}'] as never, { from: ${first}, to: ${first + count * 60_000}, statistic: 'median' });
log(answers.length, new Set(answers.map((one) => one.ok && (one.values as any)['${channel}'])).size, answers[0]?.ok && (answers[0].values as any)['${channel}'], answers.at(-1)?.station === station);`;
    const often = await runs.run(script(1000));
    const once = await runs.run(script(1));
    expect([often.problem, once.problem]).toEqual([null, null]);
    const sensors = Number((await texts(once.id))[0]?.split(' ')[0]);
    expect(await texts(often.id)).toEqual([`${1000 * sensors} ${sensors} ${median()} true`]);
    const workOf = async (runId: string) =>
      (
        await product.running.storage.db
          .selectFrom('workflow_runs')
          .select('work')
          .where('id', '=', runId)
          .executeTakeFirstOrThrow()
      ).work;
    expect(await workOf(often.id)).toBe(await workOf(once.id));
    // Every reading was looked at, and not much more than that.
    expect(await workOf(once.id)).toBeGreaterThan(count);
    expect(await workOf(once.id)).toBeLessThan(2 * count);
  });

  test('ends with its run: nothing is worked on after a cancel', async () => {
    const { station, kind, channel } = measured();
    const calls = 400;
    const { id } = await runs.start(`import { fleet } from 'groundwatch';
const [station] = await fleet.stations({ codes: [${JSON.stringify(station.code)}] });
await Promise.all(Array.from({ length: ${calls} }, (_, n) =>
  fleet.history(Array(100).fill(station), '${kind}' as never, ['${channel}'] as never, { from: ${first} + n, to: ${first + count * 60_000}, statistic: 'median' })));`);
    const settled = async () => (await entries(id)).filter((entry) => entry.settled !== null).length;
    await expect.poll(settled, { timeout: 30_000 }).toBeGreaterThan(2);
    await runs.act(id, 'cancel');
    const at = await settled();
    expect(at).toBeLessThan(calls);
    // Another run has all of its calls answered meanwhile: the thread had time for more.
    const other = await runs.run(`import { fleet } from 'groundwatch';
for (let n = 0; n < 20; n++) await fleet.stations();`);
    expect(other).toMatchObject({ state: 'done', problem: null });
    expect(await settled()).toBe(at);
    expect((await runs.one(id)).state).toBe('cancelled');
  }, 300_000);

  test('is bounded by what its run may still do, to the value', async () => {
    const { station, sensor, kind, channel } = measured();
    const { db, source } = openReading(product.running.storage.reach);
    const facts = factsOfAll().get(station.id);
    if (facts === undefined) throw new Error('no station');
    const stations = new Map([
      [station.id, { ...facts, sensors: facts.sensors.filter(({ id }) => id === sensor.id) }],
    ]);
    const args = {
      stations: [station.id, station.id],
      kind: kind as never,
      channels: [channel],
      from: first,
      to: first + count * 60_000,
      statistic: 'median' as const,
    };
    const asked = (most: number) => {
      const work = new Work(most);
      const context = { viewer: { language: 'en' as const }, now: 0, db, source, stations };
      return through(historyCall({ ...context, work, answers: new Answers() }, args)).then((pieces) => ({
        pieces,
        done: work.done,
      }));
    };
    // Its readings, a tenth of them for counting, and one look-up.
    const needed = count + count / 10 + 20;
    const { pieces, done } = await asked(needed);
    expect(done).toBe(needed);
    // Pieces of 10,000 readings at most.
    expect(pieces).toBeGreaterThanOrEqual(count / 10_000);
    expect(await problemOf(asked(needed - 1))).toEqual({ id: 'work', params: { limit: limits.work } });
  });
});

describe('D1: a journal', () => {
  beforeAll(async () => {
    const t = Date.now() - 60_000;
    const base = { element: 0, t, receivedAt: t, historical: false };
    const batch = all().flatMap(({ rtu, sensors }): Reading[] => [
      ...(rtu === null
        ? []
        : [
            {
              ...base,
              sourceId: rtu.id,
              row: 'status' as const,
              values: { batteryVoltage: 12.5, batteryCharge: 80 },
            },
          ]),
      ...sensors.flatMap(({ id, kind }) =>
        (kindByCode(kind)?.rows ?? []).map((row) => {
          const channel = rowsOf[row].channels.find(({ type }) => type === 'number')?.id ?? '';
          return { ...base, sourceId: id, row, values: { [channel]: 1.5 } };
        }),
      ),
    ]);
    await product.running.storage.readings.ingest(batch);
  });

  test('holds one answer of a latest that names its stations a hundred times, deflated', async () => {
    const script = (times: number) => `import { fleet, log } from 'groundwatch';
const stations = await fleet.stations();
const many = Array.from({ length: ${times} }, () => stations).flat();
const latest = await fleet.latest(many);
log(latest.length, latest.at(-1)?.station === stations.at(-1), JSON.stringify(latest[0]?.readings) === JSON.stringify(latest.at(-stations.length)?.readings));`;
    const [once, often] = [await runs.run(script(1)), await runs.run(script(100))];
    expect([once.problem, often.problem]).toEqual([null, null]);
    const number = all().length;
    expect(await texts(once.id)).toEqual([`${number} true true`]);
    expect(await texts(often.id)).toEqual([`${100 * number} true true`]);
    const sizes = async (runId: string) => (await entries(runId)).map(({ packed }) => packed?.length ?? 0);
    expect((await sizes(often.id))[1]).toBe((await sizes(once.id))[1]);
    const { store } = product.running.workflows;
    const plain = (await store.resultOf(often.id, 1)).length;
    expect((await sizes(often.id))[1]).toBeLessThan(plain / 2);
    // What the run shows is what lies there.
    const rows = await entries(often.id);
    const stored = rows.reduce(
      (sum, { args, packed, result }) => sum + args.length + (packed?.length ?? 0) + (result?.length ?? 0),
      0,
    );
    expect((await runs.one(often.id)).journal.bytes).toBe(stored);
  });

  test('never takes an answer that is larger than a script can be given', async () => {
    const run = await runs.run(`import { fleet, log } from 'groundwatch';
const stations = await fleet.stations();
// What the sandbox itself would ask once is asked as often as it is named.
Map.prototype.has = () => false;
const many = Array.from({ length: 10_000 }, (_, n) => stations[n % stations.length]!);
try {
  await fleet.latest(many);
  log('given');
} catch (error) {
  log((error as any).id, (error as any).params.limit);
}`);
    expect(run.problem).toBeNull();
    expect(await texts(run.id)).toEqual([`size ${limits.answer}`]);
    const [, latest] = await entries(run.id);
    expect(latest?.packed?.length).toBeLessThan(200);
  });

  test('says that it is full, at its bound', async () => {
    const { storage, workflows } = product.running;
    const { store } = workflows;
    const { id } = await runs.start('await new Promise(() => {});');
    await runs.reaches(id, ended);
    const set = (bytes: number) =>
      storage.write((db) =>
        db
          .updateTable('workflow_runs')
          .set({ state: 'paused', journal_bytes: bytes })
          .where('id', '=', id)
          .execute(),
      );
    const packed = Uint8Array.from({ length: 100 }, (_, at) => at);
    const call = (seq: number) => ({ run_id: id, seq, call: 'stations', args_hash: String(seq), args: '{}' });
    await set(limits.journal - packed.length);
    expect(await store.answer(call(0), { packed, work: 7 })).toMatchObject({ settled: 0, work: 7 });
    await set(limits.journal - packed.length + 1);
    expect(await store.answer(call(1), { packed, work: 7 })).toMatchObject({ settled: 1, work: 14 });
    const [kept, refused] = await entries(id);
    expect(Buffer.from(kept?.packed ?? []).equals(Buffer.from(packed))).toBe(true);
    expect(refused?.args).toBe('');
    expect(JSON.parse(await store.resultOf(id, 1))).toMatchObject({
      problem: { id: 'journal', params: { limit: limits.journal } },
    });
    await storage.write((db) =>
      db.updateTable('workflow_runs').set({ state: 'failed' }).where('id', '=', id).execute(),
    );
  });

  test('goes a set time after its run has ended, and not before', async () => {
    const { storage, workflows } = product.running;
    const script = `import { fleet } from 'groundwatch';
await fleet.stations();`;
    const [young, old] = [await runs.run(script), await runs.run(script)];
    expect(young.journal.bytes).toBeGreaterThan(0);
    expect(young.journal.until).toBe((young.endedAt ?? 0) + journalKept);
    const endedAgo = (id: string, ms: number) =>
      storage.write((db) =>
        db
          .updateTable('workflow_runs')
          .set({ ended_at: Date.now() - ms })
          .where('id', '=', id)
          .execute(),
      );
    await endedAgo(young.id, journalKept - 60_000);
    await endedAgo(old.id, journalKept + 1000);
    await workflows.clean();
    expect([(await entries(young.id)).length, (await entries(old.id)).length]).toEqual([1, 0]);
    expect((await runs.one(old.id)).journal).toEqual({ bytes: 0, until: null });
    expect((await runs.one(young.id)).journal.bytes).toBe(young.journal.bytes);
  });
});
