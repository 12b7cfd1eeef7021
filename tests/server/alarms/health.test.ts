/** The figures of the health page on a running server: against what is counted here, borders from both sides; limits and marks of curves. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AlarmHealth } from '../../../src/contract/alarms/health.ts';
import type { AlarmHappening, StationLimit } from '../../../src/contract/alarms/limits.ts';
import type { Definition } from '../../../src/domain/alarms/definition.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import { definitionOf } from '../../support/alarms.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
let server: TestServer;
let a = '';
let b = '';
let now = 0;
beforeAll(async () => {
  server = await startTestServer();
  a = await server.login('operatorA');
  b = await server.login('operatorB');
});
afterAll(() => server.stop());

const once = { readings: 1 } as const;
const tilt: Definition = definitionOf({
  terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
  ladder: [
    {
      level: 'blue',
      condition: { type: 'limit', term: 0, side: 'above', limit: 5 },
      hold: once,
      releaseHold: once,
    },
  ],
});
const db = () => server.running.storage.db;

async function ruleOf(definition: Definition, name = 'Tilt', token = a, companyId = 1): Promise<number> {
  const answer = await server.call('/rest/alarm-rules', {
    token,
    method: 'POST',
    body: { name, companyId, reason: 'of a test', definition },
  });
  const made = answer.envelope?.data as { rule: { id: number } } | undefined;
  if (made === undefined) throw new Error(answer.text);
  await server.running.alarmEngine.settle();
  return made.rule.id;
}
const instanceOf = async (ruleId: number) => {
  const row = await db()
    .selectFrom('alarm_instances')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .orderBy('id')
    .executeTakeFirst();
  if (row === undefined) throw new Error('no instance');
  return row;
};
const facts = (ruleName: string) => ({
  ruleName,
  ruleVersion: 1,
  stationCode: 'A-1',
  stationName: 'A',
  terms: [],
  readAt: null,
  receivedAt: null,
  arrival: null,
  card: '',
});

/** An alarm with its lines: what happened how long ago, ms. The first line raises it. */
async function stored(
  ruleId: number,
  lines: readonly (readonly [type: string, ago: number, rank?: number])[],
  own: Record<string, unknown> = {},
  name = 'Tilt',
): Promise<number> {
  const instance = await instanceOf(ruleId);
  const raisedAt = now - (lines[0]?.[1] ?? 0);
  return server.running.storage.write(async (write) => {
    const { id } = await write
      .insertInto('alarms')
      .values({
        instance_id: instance.id,
        rule_id: ruleId,
        station_id: instance.station_id,
        rtu_id: instance.rtu_id,
        sensor_id: instance.target_id,
        is_blind: 0,
        revision: 1,
        present: 1,
        peak: 1,
        raised_at: raisedAt,
        known_at: raisedAt,
        moved_at: raisedAt,
        is_late: 0,
        is_contradicted: 0,
        facts: toJson(facts(name)),
        answered_at: null,
        answered_by: null,
        answered_name: null,
        answer_note: '',
        shelved_at: null,
        shelved_until: null,
        shelved_rank: null,
        shelved_by: null,
        shelved_name: null,
        shelf_reason: '',
        closed_at: now,
        closed_why: 'answered',
        closed_by: null,
        closed_name: null,
        finding: null,
        closed_note: '',
        assigned_to: null,
        assigned_name: null,
        ...own,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [type, ago, rank = 1] of lines)
      await write
        .insertInto('alarm_entries')
        .values({
          alarm_id: id,
          instance_id: instance.id,
          is_event: 0,
          type,
          t: now - ago,
          known_at: now - ago,
          from_rank: 0,
          to_rank: rank,
          is_late: 0,
          contradicted_at: null,
          user_id: null,
          account_name: null,
          note: '',
          until_t: null,
          finding: null,
          facts: null,
        })
        .execute();
    return id;
  });
}
async function health(token = a, query = ''): Promise<AlarmHealth> {
  const answer = await server.call(`/rest/alarms/health${query}`, { token });
  const data = answer.envelope?.data as AlarmHealth | undefined;
  if (data === undefined) throw new Error(answer.text);
  return data;
}
async function clear() {
  await server.running.storage.write(async (write) => {
    await write.deleteFrom('alarm_entries').execute();
    await write.deleteFrom('alarms').execute();
    await write.updateTable('alarm_rules').set({ deleted_at: 1 }).execute();
  });
}
afterEach(clear);

describe('the health of alarms', () => {
  it('without any is quiet, and says so in numbers', async () => {
    const found = await health();
    expect(found).toMatchObject({
      perOperatorDay: 0,
      worst: null,
      floods: { count: 0, share: 0, list: [] },
      answers: { count: 0, median: null, ninety: null, waiting: 0 },
      findings: { closed: 0, false: 0, byRule: [] },
      raises: 0,
      noisiest: [],
      chattering: { total: 0 },
      standing: { total: 0, shelved: 0 },
      blind: { total: 0 },
    });
    expect(found.days).toHaveLength(30);
    expect(found.operators).toBeGreaterThanOrEqual(1);
  });

  it('counts what was announced by day and level, per operator and 24 h', async () => {
    const ruleId = await ruleOf(tilt);
    now = Date.now();
    await stored(ruleId, [
      ['raise', 3 * minute, 1],
      ['rise', 2 * minute, 3],
      ['acknowledge', minute],
    ]);
    await stored(ruleId, [['raise', 3 * day, 2]]);
    await stored(ruleId, [['raise', 40 * day, 4]]);
    const found = await health(a, '?zone=Asia/Shanghai');
    const sums = [0, 1, 2, 3].map((rank) =>
      found.days.reduce((sum, one) => sum + (one.byRank[rank] ?? 0), 0),
    );
    expect(sums).toEqual([1, 1, 1, 0]);
    // The days begin at midnight in Shanghai, UTC+8.
    for (const one of found.days) expect((one.from + 8 * hour) % day).toBe(0);
    const before = found.days.findLast((one) => one.from <= now - 3 * day);
    expect(before?.byRank).toEqual([0, 1, 0, 0]);
    const expected = 3 / found.operators / ((found.to - found.from) / day);
    expect(found.perOperatorDay).toBeCloseTo(expected, 9);
    expect(found.worst).toMatchObject({ count: 2 });
    expect(found.raises).toBe(2);
    expect(found.answers).toEqual({ count: 1, median: 2 * minute, ninety: 2 * minute, waiting: 0 });
  });

  it('is of the asked company alone, and of no zone that there is not', async () => {
    const ruleId = await ruleOf(tilt);
    now = Date.now();
    await stored(ruleId, [['raise', minute]], { closed_at: null });
    expect((await health(a)).raises).toBe(1);
    expect((await health(b)).raises).toBe(0);
    const { envelope } = await server.call('/rest/alarms/health?zone=Mars/Olympus', { token: a });
    expect(envelope).toMatchObject({ status: 422, messageId: 'sites.zone' });
    expect((await server.call('/rest/alarms/health?days=91', { token: a })).http).toBe(400);
  });

  it('a flood is more than ten within ten minutes', async () => {
    const ruleId = await ruleOf(tilt);
    now = Date.now() - 2 * hour;
    for (let at = 0; at < 10; at += 1) await stored(ruleId, [['raise', at * 1000]]);
    expect((await health()).floods).toMatchObject({ count: 0, share: 0 });
    await stored(ruleId, [['raise', 10_000]]);
    const { floods, from, to, worst } = await health();
    // From the eleventh to when the fifth last leaves the window.
    expect(floods).toMatchObject({
      count: 1,
      list: [{ from: now, to: now - 4000 + 10 * minute, count: 11, peak: 11 }],
    });
    expect(floods.share).toBeCloseTo((10 * minute - 4000) / (to - from), 6);
    expect(worst).toEqual({ count: 11, at: now });
  });

  it('findings are of what was closed in the span, by rule', async () => {
    const tiltRule = await ruleOf(tilt);
    const other = await ruleOf(tilt, 'Crack');
    now = Date.now();
    const close = (finding: string | null, ago = 0) => ({ finding, closed_at: now - ago });
    await stored(tiltRule, [['raise', minute]], close('false'));
    await stored(tiltRule, [['raise', minute]], close('true'));
    await stored(tiltRule, [['raise', minute]], close(null));
    await stored(tiltRule, [['raise', 50 * day]], close('true', 45 * day));
    await stored(other, [['raise', 50 * day]], close('maintenance', hour), 'Crack');
    expect((await health()).findings).toEqual({
      closed: 3,
      false: 1,
      byRule: [
        { ruleId: tiltRule, ruleName: 'Tilt', true: 1, false: 1, maintenance: 0, test: 0, unknown: 0 },
        { ruleId: other, ruleName: 'Crack', true: 0, false: 0, maintenance: 1, test: 0, unknown: 0 },
      ],
    });
  });

  it('the noisiest raise most; what raises three times within 24 h chatters', async () => {
    const loud = await ruleOf(tilt, 'Loud');
    const calm = await ruleOf(tilt, 'Calm');
    now = Date.now();
    await stored(loud, [['raise', 24 * hour]], { finding: 'false', peak: 3 }, 'Loud');
    await stored(loud, [['raise', 12 * hour]], {}, 'Loud');
    await stored(loud, [['raise', 0]], {}, 'Loud');
    await stored(calm, [['raise', hour]], {}, 'Calm');
    const before = await health();
    expect(before.noisiest).toMatchObject([
      { ruleId: loud, ruleName: 'Loud', raises: 3, judged: 1, false: 1, rank: 3 },
      { ruleId: calm, raises: 1, judged: 0, false: 0 },
    ]);
    expect(before.noisiest[0]?.byDay.reduce((sum, count) => sum + count, 0)).toBe(3);
    // The first and the third lie 24 h apart: only two are within it.
    expect(before.chattering).toEqual({ total: 0, list: [] });
    await stored(loud, [['raise', 24 * hour - 1]], {}, 'Loud');
    expect((await health()).chattering).toMatchObject({
      total: 1,
      list: [{ ruleId: loud, most: 3, at: now }],
    });
  });

  it('what is open for more than 24 h stands; shelved ones are counted apart; blind ones are counted', async () => {
    const ruleId = await ruleOf(tilt);
    const other = await ruleOf(tilt, 'Other');
    now = Date.now();
    const open = { closed_at: null, closed_why: null };
    await stored(ruleId, [['raise', 24 * hour - minute]], open);
    expect((await health()).standing.total).toBe(0);
    const shelved = await stored(other, [['raise', 24 * hour + minute]], {
      ...open,
      shelved_until: now + hour,
    });
    const found = await health();
    expect(found.standing).toMatchObject({
      total: 1,
      shelved: 1,
      list: [{ alarmId: shelved, isShelved: true, since: now - 24 * hour - minute }],
    });
    const blind = await stored(ruleId, [['blind', hour]], { ...open, is_blind: 1 });
    const { blind: unseen } = await health();
    expect(unseen).toMatchObject({ total: 1, list: [{ alarmId: blind, since: now - hour }] });
    const judged = await db().selectFrom('alarm_instances').select(['spans', 'station_id']).execute();
    const own = new Set(server.running.board.sites({ companyId: 1 }).map(({ station }) => station.id));
    const count = judged.filter(
      ({ spans, station_id: station }) => own.has(station) && String(spans).includes('"until":null'),
    ).length;
    expect(unseen.instances).toBe(count);
  });
});

describe('limits of a station', () => {
  const limitsOf = async (token: string, stationId: number) => {
    const answer = await server.call(`/rest/stations/${stationId}/limits`, { token });
    return (answer.envelope?.data as { limits: StationLimit[] } | undefined)?.limits ?? answer.http;
  };
  it('are those of the rules in force, with what a sensor has of its own; of another company none', async () => {
    const target = server.running.board.sites({ companyId: 1 }).find(({ sensors }) => sensors.length > 0);
    const sensor = target?.sensors.find(({ id }) => id === 1);
    const stationId = target?.station.id ?? 0;
    const above = (limit: number) => ({ type: 'limit', term: 0, side: 'above', limit }) as const;
    const both: Definition = {
      ...tilt,
      ladder: [
        { level: 'blue', condition: above(5), hold: once, releaseHold: once },
        {
          level: 'red',
          condition: { type: 'and', of: [above(20), { ...above(30), side: 'below' }] },
          hold: once,
          releaseHold: once,
        },
      ],
      overrides: [{ targetId: sensor?.id ?? 0, limits: [{ level: 'blue', at: 0, limit: 7 }] }],
    };
    const ruleId = await ruleOf(both);
    const found = await limitsOf(a, stationId);
    if (!Array.isArray(found)) throw new Error(`answered ${found}`);
    const own = found.filter(({ sensorId }) => sensorId === sensor?.id);
    expect(own).toMatchObject([
      {
        ruleId,
        rank: 1,
        quantity: 'value',
        row: 'tilt',
        channel: 'x',
        side: 'above',
        limit: 7,
        isAlone: true,
      },
      { rank: 4, limit: 20, isAlone: false },
      { rank: 4, limit: 30, side: 'below', isAlone: false },
    ]);
    expect(await limitsOf(b, stationId)).toBe(404);
    // Another version: what it leaves goes on, what it changes ends there.
    const edited = { ...both, overrides: [], terms: both.terms };
    const answer = await server.call(`/rest/alarm-rules/${ruleId}`, {
      token: a,
      method: 'PUT',
      body: { name: 'Tilt', reason: 'of a test', version: 1, definition: edited },
    });
    expect(answer.envelope?.status).toBe(200);
    const later = await limitsOf(a, stationId);
    if (!Array.isArray(later)) throw new Error(`answered ${later}`);
    const spans = later
      .filter(({ sensorId }) => sensorId === sensor?.id)
      .map(({ rank, limit, version, from, until }) => [
        rank,
        limit,
        version,
        from < (until ?? Number.POSITIVE_INFINITY),
        until === null,
      ]);
    expect(spans).toEqual([
      [1, 7, 1, true, false],
      [4, 20, 2, true, true],
      [4, 30, 2, true, true],
      [1, 5, 2, true, true],
    ]);
    await server.call(`/rest/alarm-rules/${ruleId}`, { token: a, method: 'DELETE' });
    expect(await limitsOf(a, stationId)).toEqual([]);
  });
});

describe('marks of alarms on a curve', () => {
  it('are what they did from the start of the span to before its end, newest first', async () => {
    const ruleId = await ruleOf(tilt);
    now = Date.now();
    const alarmId = await stored(ruleId, [
      ['raise', 3 * hour, 2],
      ['acknowledge', 2 * hour, 2],
      ['comment', hour],
      ['return', 0, 0],
    ]);
    const { station_id: stationId } = await instanceOf(ruleId);
    const marksIn = async (from: number, to: number, token = a) => {
      const answer = await server.call(`/rest/stations/${stationId}/alarm-marks?from=${from}&to=${to}`, {
        token,
      });
      const data = answer.envelope?.data as { marks: AlarmHappening[] } | undefined;
      return data?.marks.map(({ type, t }) => [type, now - t]) ?? answer.http;
    };
    expect(await marksIn(now - 3 * hour, now + 1)).toEqual([
      ['return', 0],
      ['acknowledge', 2 * hour],
      ['raise', 3 * hour],
    ]);
    expect(await marksIn(now - 3 * hour + 1, now)).toEqual([['acknowledge', 2 * hour]]);
    expect(await marksIn(now - day, now, b)).toBe(404);
    expect(alarmId).toBeGreaterThan(0);
  });
});
