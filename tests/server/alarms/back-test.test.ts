/** The back-test on a running server: what it answers, to whom, within which bounds, and how it ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackTestResult, backTestValues } from '../../../src/contract/alarms/back-test.ts';
import type { DataOf } from '../../../src/contract/call.ts';
import { type Definition, ruleFor } from '../../../src/domain/alarms/definition.ts';
import { stepPast } from '../../../src/domain/alarms/past.ts';
import { BackTests } from '../../../src/server/alarms/back-test/back-tests.ts';
import { unit } from '../../../src/simulator/random.ts';
import { definitionOf, wholeScope } from '../../support/alarms.ts';
import { type Answer, startTestServer, type TestServer } from '../../support/server.ts';

const day = 86_400_000;
const minute = 60_000;
let server: TestServer;
let a = '';
let maintainer = '';
const now = Math.floor(Date.now() / minute) * minute;
const from = now - 40 * day;

beforeAll(async () => {
  server = await startTestServer();
  a = await server.login('operatorA');
  maintainer = await server.login('maintainer');
  const { storage } = server.running;
  // Noise of ± 1, and on three of the first days a wave that rises to 30.
  for (const sourceId of [1, 2])
    for (let at = 0; at < 40; at += 1)
      await storage.readings.ingest(
        Array.from({ length: 144 }, (_, n) => {
          const t = from + at * day + n * 10 * minute;
          const wave = [2, 5, 8].includes(at) ? 30 * Math.sin((Math.PI * n) / 144) : 0;
          const x = wave + (unit(sourceId, at * 144 + n) - 0.5) * 2;
          return { sourceId, row: 'tilt', element: 0, t, receivedAt: t, historical: false, values: { x } };
        }),
      );
});
afterAll(() => server.stop());

const limit = (value: number, release: number) =>
  ({ type: 'limit', term: 0, side: 'above', limit: value, release }) as const;
const once = { readings: 1 } as const;
const ladder = (blue: number): Definition['ladder'] => [
  { level: 'blue', condition: limit(blue, blue - 0.5), hold: once, releaseHold: once },
  { level: 'yellow', condition: limit(10, 8), hold: { readings: 2 }, releaseHold: { readings: 3 } },
  { level: 'red', condition: limit(20, 18), hold: { minutes: 30 }, releaseHold: once },
];
const tilt: Definition = definitionOf({
  terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
  ladder: ladder(5),
  patience: 600,
});

const ask = (token: string, body: object, path = '/rest/alarm-rules/back-test') =>
  server.call(path, { token, method: 'POST', body: { definition: tilt, from, to: now, ...body } });
const resultOf = (answer: Answer) => {
  if (answer.envelope?.data == null) throw new Error(answer.text);
  return answer.envelope.data as BackTestResult;
};

describe('the back-test', () => {
  it('answers the events, the readings and the noise of what the asker may see', async () => {
    const result = resultOf(await ask(a, {}));
    expect(result).toMatchObject({ from, stoppedBy: null, readings: 40 * 144 });
    expect(result.targets.map(({ targetId }) => targetId)).toEqual([1]);
    const events = result.targets[0]?.events ?? [];
    expect(events.filter(({ type }) => type === 'raise')).toHaveLength(3);
    expect(events.filter(({ to }) => to === 4)).toHaveLength(3);
    expect(result.targets[0]?.firstAt).toBe(from);
    expect(result.noise).toEqual([]);
  });

  it('calls a limit noise that lies inside three standard deviations of a calm month, with the figure', async () => {
    const { noise } = resultOf(await ask(a, { definition: { ...tilt, ladder: ladder(0.9) } }));
    expect(noise).toHaveLength(1);
    const [found] = noise;
    expect(found).toMatchObject({ level: 'blue', at: 0, noisy: 1, of: 1, targetId: 1, limit: 0.9 });
    // Of values that are spread evenly over ± 1.
    expect(found?.deviation).toBeCloseTo(1 / Math.sqrt(3), 1);
  });

  it('answers the values of a target, over which the same code says the same of other limits', async () => {
    const asked = { targetId: 1 };
    const answer = await ask(a, asked, '/rest/alarm-rules/back-test/values');
    const values = answer.envelope?.data as unknown as DataOf<typeof backTestValues>;
    expect(values).toMatchObject({ isWhole: true, from });
    for (const blue of [5, 3, 0.9]) {
      const definition = { ...tilt, ladder: ladder(blue) };
      const [target] = resultOf(await ask(a, { definition, to: values.to })).targets;
      const stretch = { from, to: values.to, now: values.now };
      const { events } = stepPast(ruleFor(definition, 1, from), values, values.sendCycle, stretch);
      expect(events.map(({ type, t, from: before, to }) => ({ type, t, from: before, to }))).toEqual(
        target?.events,
      );
      expect(events.length).toBeGreaterThan(5);
    }
    const silence = definitionOf({
      of: 'rtu',
      terms: [{ quantity: 'silence', args: {} }],
      ladder: [{ level: 'blue', condition: limit(3, 2), hold: once, releaseHold: once }],
    });
    const other = await ask(a, { definition: silence, targetId: 1 }, '/rest/alarm-rules/back-test/values');
    expect((other.envelope?.data as unknown as DataOf<typeof backTestValues>).isWhole).toBe(false);
  });

  it('knows what was before its beginning, as far as its quantities look back', async () => {
    const term = { quantity: 'change', args: { window: 24 }, source: { row: 'tilt', channel: 'x' } } as const;
    const definition = {
      ...tilt,
      terms: [term],
      ladder: [{ level: 'blue' as const, condition: limit(-100, -101), hold: once, releaseHold: once }],
    };
    const at = from + 20 * day;
    const [target] = resultOf(await ask(a, { definition, from: at, to: at + day })).targets;
    expect(target?.events[0]).toMatchObject({ type: 'raise', t: at });
  });

  it('is of one company, and what is of another one was not found', async () => {
    expect((await ask(a, { companyId: 2 })).http).toBe(404);
    expect((await ask(a, { targets: [2] })).http).toBe(404);
    expect((await ask(a, { targetId: 2 }, '/rest/alarm-rules/back-test/values')).http).toBe(404);
    const foreign = { ...tilt, scope: { ...wholeScope, stations: [2] } };
    expect((await ask(a, { definition: foreign })).http).toBe(404);
    expect((await ask(await server.login('strangerA'), {})).http).toBe(403);
    expect((await ask(maintainer, {})).envelope?.messageId).toBe('rules.chooseCompany');
    const both = await Promise.all(
      [1, 2].map((companyId) => server.login('maintainer').then((token) => [companyId, token] as const)),
    );
    for (const [companyId, token] of both)
      expect(resultOf(await ask(token, { companyId })).targets.map(({ targetId }) => targetId)).toEqual([
        companyId,
      ]);
  });

  it('refuses what cannot be tested, and says why', async () => {
    const refused = async (body: object) => (await ask(a, body)).envelope?.messageId;
    expect(await refused({ from: now, to: now })).toBe('rules.backTest.span');
    expect(await refused({ from: now - 400 * day })).toBe('rules.backTest.span');
    expect(await refused({ from: now + day, to: now + 2 * day })).toBe('rules.backTest.span');
    expect(await refused({ definition: { ...tilt, terms: [{ quantity: 'none', args: {} }] } })).toBe(
      'rules.problem.quantity',
    );
    const nowhere = { ...tilt, scope: { ...wholeScope, labels: ['nowhere'] } };
    expect(await refused({ definition: nowhere })).toBe('rules.problem.emptyScope');
    for (const body of [{ from: -1 }, { from: 1.5 }, { targets: [] }, { targets: [0] }, { other: 1 }])
      expect((await ask(a, body)).http).toBe(400);
  });

  it('ends an earlier one of the same person, and the one that nobody waits for', async () => {
    const { backTests } = server.running;
    const first = ask(a, {});
    await until(() => backTests.going === 1);
    const second = ask(a, {});
    expect([(await first).envelope?.messageId, (await second).http].map(String)).toContain('200');
    const gone = new AbortController();
    const left = fetch(`${server.address}/rest/alarm-rules/back-test`, {
      method: 'POST',
      signal: gone.signal,
      headers: { authorization: a, 'content-type': 'application/json' },
      body: JSON.stringify({ definition: tilt, from, to: now }),
    }).catch((error: unknown) => error);
    await until(() => backTests.going === 1);
    gone.abort();
    await left;
    await until(() => backTests.going === 0);
    expect(resultOf(await ask(a, {})).readings).toBe(40 * 144);
  });

  it('keeps what was tested until its time was over', async () => {
    const { storage, board } = server.running;
    const hasty = new BackTests(storage, board, Date.now, -1);
    const viewer = { userId: 1, companyId: 1 } as Parameters<BackTests['test']>[0];
    const asked = { definition: tilt, from, to: now };
    const result = await hasty.test(viewer, asked, undefined, new AbortController().signal);
    expect(result).toMatchObject({ stoppedBy: 'time', targets: [], readings: 0 });
    const given = AbortSignal.abort();
    await expect(hasty.test(viewer, asked, undefined, given)).rejects.toMatchObject({ status: 409 });
    await hasty.stop();
    await expect(hasty.test(viewer, asked, undefined, new AbortController().signal)).rejects.toMatchObject({
      status: 409,
    });
  });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(1);
}
