/** The live stream: what it carries, to whom, how it is resumed and when it ends. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStream, type Stream, until } from '../support/live-stream.ts';
import { secondOfWork } from '../support/security/streams.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server.stop();
});

const open = (token: string, lastEventId?: string) => openStream(server, token, lastEventId);
/** Stores a reading and emits it, as the gateway does after a commit. */
async function ingest(sourceId: number, t: number): Promise<void> {
  const batch = [
    { sourceId, row: 'tilt' as const, element: 0, t, receivedAt: t, historical: false, values: { x: t % 7 } },
  ];
  const result = await server.running.storage.readings.ingest(batch);
  server.running.gateway.events.emit('stored', { batch, result });
}
const sources = (stream: Stream) =>
  stream.events
    .filter((event) => event.type === 'readings')
    .flatMap((event) =>
      (JSON.parse(event.data) as { readings: { sourceId: number }[] }).readings.map(
        (reading) => reading.sourceId,
      ),
    );

it('carries the readings and stations of the own company alone', async () => {
  const [a, b, all] = await Promise.all([
    open(await server.login('operatorA')),
    open(await server.login('operatorB')),
    open(await server.login('maintainer')),
  ]);
  await ingest(1, Date.now());
  await ingest(2, Date.now());
  // Each has its own connection: what was sent to all at once does not come at once.
  await until(() => [a, b, all].every((stream) => sources(stream).length >= (stream === all ? 2 : 1)));
  expect(sources(a)).toEqual([1]);
  expect(sources(b)).toEqual([2]);
  await until(() => a.events.some((event) => event.type === 'stations'));
  for (const stream of [a, b, all]) stream.close();
});

it('R8 emits initial values that are set or withdrawn to their company, and none of a dry run', async () => {
  const token = await server.login('operatorA');
  const [a, b] = await Promise.all([open(token), open(await server.login('operatorB'))]);
  const reported = (stream: Stream) =>
    stream.events.filter(({ type }) => type === 'baselines').map(({ data }) => JSON.parse(data) as object);
  const add = (dryRun: boolean) => {
    const value = { row: 'tilt', element: 0, channel: 'x', value: 1 };
    const body = { how: 'hand', t: 1, initialValues: [value], reason: 'survey', dryRun };
    return server.call('/rest/sensors/1/baselines', { token, method: 'POST', body });
  };
  await add(true);
  const { envelope } = await add(false);
  await until(() => reported(a).length === 1);
  const { id } = envelope?.data as unknown as { id: number };
  const body = { reason: 'wrong point' };
  await server.call(`/rest/sensors/1/baselines/${id}/withdrawn`, { token, method: 'POST', body });
  await until(() => reported(a).length === 2);
  expect(reported(a)).toMatchObject([{ stationId: 1 }, { stationId: 1 }]);
  expect(reported(b)).toEqual([]);
  for (const stream of [a, b]) stream.close();
});

it('is resumed after the last event that was seen, without loss and without doubles', async () => {
  const token = await server.login('operatorA');
  const first = await open(token);
  await ingest(1, Date.now());
  await until(() => sources(first).length === 1);
  const seen = first.events.findLast((event) => event.id !== null)?.id ?? '';
  first.close();
  await ingest(1, Date.now() + 1);
  await new Promise((resolve) => setTimeout(resolve, 600));
  const second = await open(token, seen);
  await until(() => sources(second).length === 1);
  expect(JSON.parse(second.events[0]?.data ?? '{}')).toMatchObject({ type: 'hello', resumed: true });
  const third = await open(token, '1');
  await until(() => third.events.length > 0);
  expect(JSON.parse(third.events[0]?.data ?? '{}')).toMatchObject({ resumed: false });
  second.close();
  third.close();
});

it('resumes from the list of stations: events since the list are sent, and nothing has to be fetched again', async () => {
  const token = await server.login('operatorA');
  const list = async () => {
    const answer = await fetch(`${server.address}/rest/stations`, { headers: { authorization: token } });
    return ((await answer.json()) as { data: { lastEventId: string } }).data.lastEventId;
  };
  const seen = await list();
  await ingest(1, Date.now());
  await until(() => false, 600).catch(() => undefined);
  const stream = await open(token, seen);
  await until(() => sources(stream).length === 1);
  expect(JSON.parse(stream.events[0]?.data ?? '{}')).toMatchObject({ type: 'hello', resumed: true });
  expect(sources(stream)).toEqual([1]);
  // A number that grows, and the process that counts.
  const [before, after] = [seen, await list()].map((id) => id.split('.'));
  expect(Number(after?.[0])).toBeGreaterThan(Number(before?.[0]));
  expect(after?.[1]).toBe(before?.[1]);
  stream.close();
});

it('S15, S44: ends within a second of a logout', async () => {
  const token = await server.login('operatorA');
  const stream = await open(token);
  await until(() => stream.events.length > 0);
  await server.call('/rest/user/logout', { method: 'POST', body: {}, token });
  const end = await Promise.race([stream.ended.then(() => 'ended'), secondOfWork().then(() => 'still open')]);
  expect(end).toBe('ended');
});

it('S45: a user has a bounded number of streams', async () => {
  const token = await server.login('operatorB');
  const streams: Stream[] = [];
  for (let i = 0; i < 13; i++) streams.push(await open(token));
  // The thirteenth is refused as every call is: an envelope.
  expect(streams.map((stream) => stream.type)).toEqual([
    ...Array(12).fill('text/event-stream'),
    'application/json',
  ]);
  for (const stream of streams) stream.close();
});
