/** A console's stream that moves from one process to another (src/server/processes). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStream, until } from '../../support/live-stream.ts';
import { startTwo, type TwoProcesses } from '../../support/processes.ts';

let two: TwoProcesses;
beforeAll(async () => {
  two = await startTwo();
});
afterAll(async () => {
  await two.stop();
});

interface Heard {
  readonly type: string;
  readonly resumed?: boolean;
  readonly stationId?: number;
}
const heard = ({ events }: Awaited<ReturnType<typeof openStream>>) =>
  events.map(({ data }) => JSON.parse(data) as Heard);
const remark = (at: Pick<TwoProcesses['b'], 'call'>, token: string, text: string) =>
  at.call('/rest/stations/1/remarks', { method: 'POST', token, body: { at: 1_767_225_600_000, text } });

it('what is written at one is seen at the other within 2 s, and stations that were changed are known there', async () => {
  const token = await two.a.login('maintainer');
  const stream = await openStream(two.b as never, token);
  await until(() => stream.events.length > 0);
  const began = Date.now();
  expect((await remark(two.a, token, 'seen from the other')).envelope?.status).toBe(200);
  await until(() => heard(stream).some(({ type }) => type === 'remarks'));
  expect(Date.now() - began).toBeLessThan(2000);

  const station = {
    ...{ projectId: 1, code: 'A-2', name: 'New slope', nameReading: null, site: 'slope', latitude: 30 },
    ...{ longitude: 105, timeZone: 'Asia/Shanghai' },
  };
  const made = await two.a.call('/rest/sites/stations', { method: 'POST', token, body: station });
  expect(made.envelope?.messageId ?? made.envelope?.status).toBe(200);
  const changed = Date.now();
  const known = () => two.b.running.board.sites({ companyId: 1 }).map((site) => site.station.code);
  await until(() => known().includes('A-2'));
  await until(() => heard(stream).some(({ type }) => type === 'sites'));
  expect(Date.now() - changed).toBeLessThan(2500);
  stream.close();
});

it('one whose process dies goes on at the other: it fetches anew, and misses nothing after that', async () => {
  const third = await two.more();
  const token = await two.a.login('maintainer');
  const first = await openStream(third as never, token);
  await remark(two.a, token, 'before');
  await until(() => first.events.some(({ id, type }) => id !== null && type === 'remarks'));
  const last = first.events.findLast(({ id }) => id !== null)?.id ?? '';
  await third.stop();
  await first.ended;
  // Written while nobody listens.
  await remark(two.a, token, 'meanwhile');
  const next = await openStream(two.b as never, token, last);
  await until(() => next.events.length > 0);
  expect(heard(next)[0]).toMatchObject({ type: 'hello', resumed: false });
  const list = await two.b.call('/rest/stations/1/remarks', { token });
  expect(list.text).toContain('meanwhile');
  await remark(two.a, token, 'after');
  await until(() => heard(next).some(({ type }) => type === 'remarks'));
  next.close();
});

it('an id of another process is never taken for one of its own, though it has the same number', async () => {
  const token = await two.a.login('maintainer');
  const own = await openStream(two.b as never, token);
  await until(() => own.events.length > 0);
  await remark(two.b, token, 'numbered');
  await until(() => own.events.some(({ id, type }) => id !== null && type === 'remarks'));
  const [number, name] = (own.events.findLast(({ id }) => id !== null)?.id ?? '').split('.');
  own.close();
  const helloOf = async (id: string) => {
    const stream = await openStream(two.b as never, token, id);
    await until(() => stream.events.length > 0);
    stream.close();
    return heard(stream)[0]?.resumed;
  };
  expect(await helloOf(`${number}.${name}`)).toBe(true);
  expect(await helloOf(`${number}.00000000`)).toBe(false);
  expect(await helloOf(`${number}`)).toBe(false);
});
