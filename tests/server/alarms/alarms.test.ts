/** Alarms on a running server: from a reading to the consoles, answered, shelved and closed, and who may see them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AlarmEntry,
  AlarmOutcomes,
  AlarmView,
  alarm as alarmCall,
} from '../../../src/contract/alarms/alarms.ts';
import type { RuleSummary, RuleVersionView } from '../../../src/contract/alarms/rules.ts';
import type { DataOf } from '../../../src/contract/call.ts';
import type { Definition } from '../../../src/domain/alarms/definition.ts';
import { definitionOf } from '../../support/alarms.ts';
import { openStream, until } from '../../support/live-stream.ts';
import { type Answer, password, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let a = '';
let b = '';
let maintainer = '';
let clock = 0;
beforeAll(async () => {
  server = await startTestServer();
  a = await server.login('operatorA');
  b = await server.login('operatorB');
  maintainer = await server.login('maintainer');
});
afterAll(() => server.stop());

const once = { readings: 1 } as const;
const limit = (value: number, release: number) =>
  ({ type: 'limit', term: 0, side: 'above', limit: value, release }) as const;
/** Blue from 5, yellow from 10, red from 20. */
const tilt: Definition = definitionOf({
  terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
  ladder: [
    { level: 'blue', condition: limit(5, 4), hold: once, releaseHold: once },
    { level: 'yellow', condition: limit(10, 8), hold: once, releaseHold: once },
    { level: 'red', condition: limit(20, 18), hold: once, releaseHold: once, card: 'Close the road' },
  ],
});

const post = (token: string, path: string, body: unknown) =>
  server.call(path, { token, method: 'POST', body });
const dataOf = <T>(answer: Answer) => answer.envelope?.data as T | undefined;
async function ruleOf(definition: Definition, token = a, companyId = 1): Promise<RuleSummary> {
  const answer = await post(token, '/rest/alarm-rules', {
    name: 'Tilt',
    companyId,
    reason: 'a first version',
    definition,
  });
  const made = dataOf<{ rule: RuleSummary }>(answer)?.rule;
  if (made === undefined) throw new Error(answer.text);
  await server.running.alarmEngine.settle();
  return made;
}
/** A reading of a sensor, now. */
async function measure(x: number, sourceId = 1): Promise<void> {
  clock = Math.max(clock + 1, Date.now());
  const reading = {
    sourceId,
    row: 'tilt' as const,
    element: 0,
    t: clock,
    receivedAt: Date.now(),
    historical: false,
    values: { x },
  };
  const result = await server.running.storage.readings.ingest([reading]);
  server.running.gateway.events.emit('stored', { batch: [reading], result });
  await server.running.alarmEngine.settle();
}
const openOf = async (token: string) =>
  dataOf<{ alarms: AlarmView[] }>(await server.call('/rest/alarms', { token }))?.alarms ?? [];
const one = async (token: string, id: number) =>
  dataOf<{ alarm: AlarmView; entries: AlarmEntry[] }>(await server.call(`/rest/alarms/${id}`, { token }));
async function the(token = a): Promise<AlarmView> {
  const [found] = await openOf(token);
  if (found === undefined) throw new Error('no alarm is open');
  return found;
}
const outcomeOf = (answer: Answer) => dataOf<AlarmOutcomes>(answer)?.outcomes[0];
async function act(name: string, body: object, token = a) {
  const answer = await post(token, `/rest/alarms/${name}`, body);
  return outcomeOf(answer)?.refused?.messageId ?? outcomeOf(answer)?.alarm ?? answer.envelope?.messageId;
}
const deleteRule = (id: number, token = a) =>
  server.call(`/rest/alarm-rules/${id}`, { token, method: 'DELETE' });
/** Takes the rule out, and closes what is left of it. */
async function over(rule: RuleSummary): Promise<void> {
  await deleteRule(rule.id);
  await server.running.alarmEngine.settle();
  expect(await openOf(a)).toEqual([]);
}

describe('an alarm', () => {
  it('is on the console within a second of its reading, with what decided it; not on that of another company', async () => {
    const rule = await ruleOf(tilt);
    const [own, other] = await Promise.all([openStream(server, a), openStream(server, b)]);
    await until(() => own.events.length > 0 && other.events.length > 0);
    const began = Date.now();
    await measure(12);
    await until(() => own.events.some(({ type }) => type === 'alarms'));
    expect(Date.now() - began).toBeLessThan(1000);
    const [sent] = own.events
      .filter(({ type }) => type === 'alarms')
      .map(({ data }) => JSON.parse(data).alarms[0]);
    expect(sent).toMatchObject({
      present: 2,
      peak: 2,
      stationCode: 'A-1',
      slot: 0,
      answer: null,
      closed: null,
    });
    expect(sent.facts).toMatchObject({ ruleName: 'Tilt', ruleVersion: 1, arrival: 'live', readAt: clock });
    expect(sent.facts.terms).toEqual([
      {
        quantity: 'value',
        args: {},
        row: 'tilt',
        element: 0,
        channel: 'x',
        sensorId: 1,
        slot: 0,
        value: 12,
        unit: '°',
        side: 'above',
        either: false,
        limit: 10,
      },
    ]);
    // A5
    expect(await openOf(b)).toEqual([]);
    expect((await server.call(`/rest/alarms/${sent.id}`, { token: b })).http).toBe(404);
    expect((await post(b, '/rest/alarms/acknowledge', { alarmIds: [sent.id], note: '' })).http).toBe(404);
    expect(other.events.filter(({ type }) => type === 'alarms')).toEqual([]);
    own.close();
    other.close();
    await over(rule);
  });

  it('A14 is answered by one of two who answer at once, and the other learns by whom', async () => {
    const rule = await ruleOf(tilt);
    await measure(12);
    const { id } = await the();
    const answers = await Promise.all(
      [a, maintainer].map((token) =>
        post(token, '/rest/alarms/acknowledge', { alarmIds: [id], note: 'on my way' }),
      ),
    );
    const refused = answers.map((answer) => outcomeOf(answer)?.refused ?? null);
    expect(refused.filter((one) => one === null)).toHaveLength(1);
    const winner = refused[0] === null ? 'operatorA' : 'maintainer';
    expect(refused.find((one) => one !== null)).toMatchObject({
      messageId: 'alarms.refused.answered',
      params: { account: winner },
    });
    expect((await the()).answer).toMatchObject({ accountName: winner, note: 'on my way' });
    await over(rule);
  });

  it('is unanswered again by a level up, and not by a level down', async () => {
    const rule = await ruleOf(tilt);
    await measure(12);
    const { id } = await the();
    await act('acknowledge', { alarmIds: [id], note: '' });
    await measure(25);
    expect(await the()).toMatchObject({
      id,
      present: 4,
      peak: 4,
      answer: null,
      facts: { card: 'Close the road' },
    });
    await act('acknowledge', { alarmIds: [id], note: '' });
    await measure(12);
    expect(await the()).toMatchObject({ id, present: 2, peak: 4, answer: { accountName: 'operatorA' } });
    await over(rule);
  });

  it('of red stays until it is closed by hand with a finding, and can be opened again', async () => {
    const rule = await ruleOf(tilt);
    await measure(25);
    const { id } = await the();
    expect(await act('close', { alarmIds: [id], finding: 'true', note: '' })).toBe('alarms.refused.active');
    await measure(1);
    expect(await act('close', { alarmIds: [id], finding: 'true', note: '' })).toBe(
      'alarms.refused.unanswered',
    );
    await act('acknowledge', { alarmIds: [id], note: '' });
    expect(await the()).toMatchObject({ id, present: 0, peak: 4, closed: null });
    expect(await act('close', { alarmIds: [id], finding: null, note: '' })).toBe('alarms.refused.noFinding');
    expect(await act('close', { alarmIds: [id], finding: 'true', note: 'It moved' })).toMatchObject({
      closed: { why: 'finding', finding: 'true', accountName: 'operatorA', note: 'It moved' },
    });
    expect(await openOf(a)).toEqual([]);
    expect(await act('reopen', { alarmIds: [id], note: '' })).toMatchObject({ closed: null, answer: null });
    const entries = (await one(a, id))?.entries ?? [];
    expect(entries.map(({ type }) => type)).toEqual([
      'raise',
      'fall',
      'fall',
      'return',
      'acknowledge',
      'close',
      'reopen',
    ]);
    await act('acknowledge', { alarmIds: [id], note: '' });
    await act('close', { alarmIds: [id], finding: 'test', note: '' });
    await over(rule);
  });

  it('that was raised long ago and closed just now is in the list of the closed ones, which is what they are counted by', async () => {
    const rule = await ruleOf(tilt);
    const lists = async (by: string) => {
      const now = Date.now();
      const query = `from=${now - 24 * 3_600_000}&to=${now + 60_000}&by=${by}&state=closed&limit=500`;
      const answer = await server.call(`/rest/alarms/history?${query}`, { token: a });
      return dataOf<{ alarms: AlarmView[]; total: number }>(answer) ?? { alarms: [], total: -1 };
    };
    const counted = async () =>
      dataOf<{ closedToday: number }>(await server.call('/rest/alarms', { token: a }))?.closedToday;
    const before = await lists('closed');
    expect(await counted()).toBe(before.total);
    await measure(6);
    const { id } = await the();
    await server.running.storage.write((db) =>
      db
        .updateTable('alarms')
        .set({ raised_at: Date.now() - 72 * 3_600_000 })
        .where('id', '=', id)
        .execute(),
    );
    await act('acknowledge', { alarmIds: [id], note: '' });
    await measure(1);
    const after = await lists('closed');
    expect(after.alarms.map((alarm) => alarm.id)).toContain(id);
    expect(after.total).toBe(before.total + 1);
    expect(after.alarms).toHaveLength(after.total);
    expect(await counted()).toBe(after.total);
    expect((await lists('raised')).alarms.map((alarm) => alarm.id)).not.toContain(id);
    const now = Date.now();
    const range = { from: now - 24 * 3_600_000, to: now + 60_000, state: 'closed' };
    const counts = await Promise.all(
      (['closed', 'raised'] as const).map((by) =>
        post(a, '/rest/exports/count', { table: 'alarms', query: { ...range, by } }),
      ),
    );
    expect(counts.map((answer) => dataOf<{ rows: number }>(answer)?.rows)).toEqual([
      after.total,
      (await lists('raised')).total,
    ]);
    await over(rule);
  });

  it('says when it returns, by the release of its lowest level, and what was found of others of its rule here', async () => {
    const rule = await ruleOf({
      ...tilt,
      ladder: tilt.ladder.map((one) => ({ ...one, releaseHold: { readings: 3 } })),
    });
    const detail = async (id: number) =>
      dataOf<DataOf<typeof alarmCall>>(await server.call(`/rest/alarms/${id}`, { token: a }));
    const closed = async (x: number, finding: string) => {
      await measure(x);
      const { id } = await the();
      for (let n = 0; n < 9; n += 1) await measure(1);
      await act('acknowledge', { alarmIds: [id], note: '' });
      await act('close', { alarmIds: [id], finding, note: '' });
    };
    await closed(25, 'true');
    await closed(25, 'false');
    await closed(25, 'true');
    await measure(12);
    const { id } = await the();
    expect(await detail(id)).toMatchObject({
      // Blue is from 5 and stays down to 4; yellow would only fall below 8.
      returns: { side: 'above', either: false, limit: 4, hold: { readings: 3 } },
      sameRule: { count: 3 },
      curve: { datums: [], cycles: { formerCycles: [] } },
    });
    const { findings } = (await detail(id))?.sameRule ?? { findings: [] };
    expect(new Map(findings.map((one) => [one.finding, one.count]))).toEqual(
      new Map([
        ['true', 2],
        ['false', 1],
      ]),
    );
    // What is older than a year is not counted; what has returned does not return again.
    await server.running.storage.write((db) =>
      db
        .updateTable('alarms')
        .set({ raised_at: Date.now() - 366 * 24 * 3_600_000 })
        .where('finding', '=', 'false')
        .where('rule_id', '=', rule.id)
        .execute(),
    );
    for (let n = 0; n < 6; n += 1) await measure(1);
    expect(await detail(id)).toMatchObject({ returns: null, sameRule: { count: 2 } });
    await act('acknowledge', { alarmIds: [id], note: '' });
    await over(rule);
  });

  it('of blue is over when it has returned and is answered', async () => {
    const rule = await ruleOf(tilt);
    await measure(6);
    const { id } = await the();
    await act('acknowledge', { alarmIds: [id], note: '' });
    await measure(1);
    expect((await one(a, id))?.alarm).toMatchObject({ present: 0, closed: { why: 'answered' } });
    await over(rule);
  });

  it('of red is shelved by two persons alone, and no longer than 4 h', async () => {
    const rule = await ruleOf(tilt);
    await measure(25);
    const { id } = await the();
    const until = Date.now() + 3_600_000;
    const asked = { alarmIds: [id], until, reason: 'drilling' };
    expect(await act('shelve', asked)).toBe('alarms.refused.secondPerson');
    const self = { accountName: 'operatorA', password };
    expect(await act('shelve', { ...asked, second: self })).toBe('secondPerson.same');
    const wrong = { accountName: 'maintainer', password: 'not the password' };
    expect(await act('shelve', { ...asked, second: wrong })).toBe('secondPerson.wrong');
    const foreign = { accountName: 'operatorB', password };
    expect(await act('shelve', { ...asked, second: foreign })).toBe('alarms.refused.secondPerson');
    const second = { accountName: 'maintainer', password };
    const long = { ...asked, until: Date.now() + 4 * 3_600_000 + 60_000, second };
    expect(await act('shelve', long)).toBe('alarms.refused.tooLong');
    expect(await act('shelve', { ...asked, second })).toMatchObject({
      shelf: { until, reason: 'drilling', accountName: 'operatorA' },
    });
    await over(rule);
  });

  it('A7 is raised anew when its shelf ends and it is still active', async () => {
    const rule = await ruleOf(tilt);
    await measure(12);
    const { id } = await the();
    await act('acknowledge', { alarmIds: [id], note: '' });
    await act('shelve', { alarmIds: [id], until: Date.now() + 700, reason: 'grouting' });
    expect(await the()).toMatchObject({
      shelf: { reason: 'grouting' },
      answer: { accountName: 'operatorA' },
    });
    for (const end = Date.now() + 10_000; (await the()).shelf !== null && Date.now() < end; )
      await new Promise((done) => setTimeout(done, 50));
    expect(await the()).toMatchObject({ id, shelf: null, answer: null, present: 2 });
    const types = (await one(a, id))?.entries.map(({ type }) => type);
    expect(types).toEqual(['raise', 'acknowledge', 'shelve', 'shelfEnd', 'anew']);
    await over(rule);
  });

  it('can be taken back for 5 s by who answered it, and is given to who may answer it', async () => {
    const rule = await ruleOf(tilt);
    await measure(12);
    const { id } = await the();
    await act('acknowledge', { alarmIds: [id], note: '' });
    expect(await act('undo', { alarmIds: [id] }, maintainer)).toBe('alarms.refused.notYours');
    expect(await act('undo', { alarmIds: [id] })).toMatchObject({ answer: null });
    expect(await act('assign', { alarmIds: [id], assignee: 'operatorB' })).toBe('alarms.noAssignee');
    expect(await act('assign', { alarmIds: [id], assignee: 'strangerA' })).toBe('alarms.noAssignee');
    expect(await act('assign', { alarmIds: [id], assignee: 'operatorA' })).toMatchObject({
      assigned: { accountName: 'operatorA' },
    });
    expect(await act('comment', { alarmIds: [id], note: '   ' })).toBe('bound.required');
    await over(rule);
  });
});

describe('a rule', () => {
  it('that is saved again closes its alarms with that reason, and judges by the new version', async () => {
    const rule = await ruleOf(tilt);
    await measure(12);
    const { id } = await the();
    const body = {
      name: 'Tilt, higher',
      version: 1,
      reason: 'too many',
      definition: { ...tilt, ladder: tilt.ladder.slice(2) },
    };
    const saved = await server.call(`/rest/alarm-rules/${rule.id}`, { token: a, method: 'PUT', body });
    expect(dataOf<{ rule: RuleSummary }>(saved)?.rule).toMatchObject({ version: 2, name: 'Tilt, higher' });
    await server.running.alarmEngine.settle();
    expect((await one(a, id))?.alarm).toMatchObject({ closed: { why: 'edited' } });
    await measure(12);
    expect(await openOf(a)).toEqual([]);
    const again = await server.call(`/rest/alarm-rules/${rule.id}`, { token: a, method: 'PUT', body });
    expect(again.envelope).toMatchObject({ status: 409, messageId: 'rules.changed' });
    expect(again.envelope?.msg).toMatch(/operatorA.*2/);
    const { versions } = dataOf<{ versions: RuleVersionView[] }>(
      await server.call(`/rest/alarm-rules/${rule.id}/versions`, { token: a }),
    ) ?? { versions: [] };
    expect(versions.map(({ version, reason, accountName }) => [version, reason, accountName])).toEqual([
      [2, 'too many', 'operatorA'],
      [1, 'a first version', 'operatorA'],
    ]);
    await over(rule);
  });

  it('that changes for one sensor alone leaves the alarms of the others', async () => {
    const rule = await ruleOf({ ...tilt, of: 'sensor' });
    await measure(12);
    const { id } = await the();
    const definition = { ...tilt, scope: { ...tilt.scope, labels: [] }, patience: null };
    const body = { name: 'Tilt', version: 1, reason: 'words alone', definition };
    await server.call(`/rest/alarm-rules/${rule.id}`, { token: a, method: 'PUT', body });
    await measure(12);
    expect(await the()).toMatchObject({ id, present: 2 });
    await over(rule);
  });

  it.each([
    [
      'a release outside of its limit',
      { ladder: [{ ...tilt.ladder[0], condition: limit(5, 6) }] },
      'rules.problem.release',
    ],
    [
      'levels that cannot be reached',
      { ladder: [tilt.ladder[1], { ...tilt.ladder[2], condition: limit(9, 8) }] },
      'rules.problem.unreachable',
    ],
    ['an unknown quantity', { terms: [{ quantity: 'mood', args: {} }] }, 'rules.problem.quantity'],
    ['a value of no channel', { terms: [{ quantity: 'value', args: {} }] }, 'rules.problem.noChannel'],
    [
      'an argument out of bounds',
      { terms: [{ ...tilt.terms[0], quantity: 'change', args: { window: 1e9 } }] },
      'rules.problem.argument.tooLarge',
    ],
    ['a scope of nothing', { scope: { ...tilt.scope, kinds: [2] } }, 'rules.problem.emptyScope'],
    [
      'a quantity that nothing has',
      { terms: [{ quantity: 'value', args: {}, source: { row: 'crack', channel: 'opening' } }] },
      'rules.problem.lacks',
    ],
    ['a station of another company', { scope: { ...tilt.scope, stations: [2] } }, 'api.notFound'],
    [
      'a sensor of another company',
      { terms: [{ ...tilt.terms[0], source: { row: 'tilt', channel: 'x', sensorId: 2 } }] },
      'api.notFound',
    ],
  ])('is refused with %s', async (_what, given, messageId) => {
    const definition = { ...tilt, ...given };
    const answer = await post(a, '/rest/alarm-rules', {
      name: 'Wrong',
      companyId: 1,
      reason: 'a try',
      definition,
    });
    expect(answer.envelope?.messageId).toBe(messageId);
    expect(
      (await post(a, '/rest/alarm-rules', { name: 'Wrong', companyId: 2, reason: 'a try', definition: tilt }))
        .http,
    ).toBe(404);
  });

  it('of one company counts the stations of that company alone', async () => {
    const stationsOf = async (token: string, body: object) => {
      const answer = await post(token, '/rest/alarm-rules/scope', { definition: tilt, ...body });
      return (
        dataOf<{ targets: { stationId: number }[] }>(answer)?.targets.map(({ stationId }) => stationId) ??
        answer.envelope?.status
      );
    };
    const own = await stationsOf(a, {});
    expect(own).toContain(1);
    expect(own).not.toContain(2);
    expect(await stationsOf(maintainer, {})).toEqual(expect.arrayContaining([1, 2]));
    expect(await stationsOf(maintainer, { companyId: 1 })).toEqual(own);
    expect(await stationsOf(maintainer, { companyId: 2 })).not.toContain(1);
    expect(await stationsOf(a, { companyId: 2 })).toBe(404);
    expect(await stationsOf(a, { companyId: 1 })).toEqual(own);
  });

  it('ends for a sensor that is retired, with that in sight; the one in its place has alarms of its own', async () => {
    const rule = await ruleOf(tilt, b, 2);
    await measure(12, 2);
    const { id } = await the(b);
    await server.call('/rest/sites/sensors/2/retired', {
      token: maintainer,
      method: 'POST',
      body: { retired: true },
    });
    await server.running.alarmEngine.settle();
    const closed = await one(b, id);
    expect(closed?.alarm).toMatchObject({ closed: { why: 'left' }, isOutOfService: true });
    expect(closed?.entries.at(-1)).toMatchObject({ type: 'left' });
    // The one that takes its place begins an alarm of its own.
    const old = await server.running.storage.db
      .selectFrom('sensors')
      .select(['rtu_id', 'kind', 'former_slot'])
      .where('id', '=', 2)
      .executeTakeFirstOrThrow();
    const placed = await post(maintainer, `/rest/sites/rtus/${old.rtu_id}/sensors`, {
      ...{ slot: old.former_slot, kind: old.kind, name: null },
      ...{ installState: 1, mountMode: 0, mountAzimuth: 0 },
    });
    const next = dataOf<{ id: number }>(placed)?.id ?? 0;
    await server.running.alarmEngine.settle();
    await measure(12, next);
    const own = await the(b);
    expect(own).toMatchObject({ sensorId: next, isOutOfService: false });
    expect(own.id).not.toBe(id);
    expect((await one(b, id))?.alarm).toMatchObject({ closed: { why: 'left' }, sensorId: 2 });
    await deleteRule(rule.id, b);
  });

  it('A5 is blind to a station that another company has now: its alarm closes, and nobody of before sees it', async () => {
    const rule = await ruleOf(tilt);
    await measure(12);
    const { id } = await the();
    await server.running.storage.write((db) =>
      db.updateTable('stations').set({ project_id: 2 }).where('id', '=', 1).execute(),
    );
    await server.running.board.load();
    expect((await server.call(`/rest/alarms/${id}`, { token: a })).http).toBe(404);
    // Found without a word from who moved it, as where another process has.
    server.running.alarmEngine.sitesLoaded();
    await server.running.alarmEngine.settle();
    expect(await openOf(a)).toEqual([]);
    expect((await one(b, id))?.alarm).toMatchObject({ closed: { why: 'left' } });
    await deleteRule(rule.id);
    await server.running.storage.write((db) =>
      db.updateTable('stations').set({ project_id: 1 }).where('id', '=', 1).execute(),
    );
  });
});
