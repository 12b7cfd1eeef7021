/** The live stream (tests/server/security/README.md#input-and-output, S44, S45): who hears what, what ends it, how much it may hold. */
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../src/contract/call.ts';
import { readViewer } from '../../../src/server/accounts/viewer.ts';
import { bind } from '../../../src/server/http/bind.ts';
import { LiveHub } from '../../../src/server/live/hub.ts';
import { Past, Ring } from '../../../src/server/live/ring.ts';
import type { IngestResult } from '../../../src/server/storage/storage.ts';
import { startPlanted } from '../../support/security/planted.ts';
import { type OpenStream, openStream, staysOpen } from '../../support/security/streams.ts';
import { startWorld, until, type World } from '../../support/security/world.ts';

let world: World;
const opened: OpenStream[] = [];
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});
afterAll(async () => {
  await world.stop();
});
async function listen(account: string, lastEventId?: string): Promise<OpenStream> {
  const stream = await openStream(world.address, await world.login(account), lastEventId);
  opened.push(stream);
  return stream;
}
let t = Date.now();
/** Stores a reading of a sensor and emits it, as the gateway does after the commit. */
async function ingest(sourceId: number): Promise<void> {
  t += 1;
  const row = {
    sourceId,
    row: 'tilt' as const,
    element: 0,
    t,
    receivedAt: t,
    historical: false,
    values: { x: 1 },
  };
  const result = await world.running.storage.readings.ingest([row]);
  world.running.gateway.events.emit('stored', { batch: [row], result });
}
const named = (stream: OpenStream, type: string) => stream.events.filter((event) => event.type === type);
const sources = (stream: OpenStream) =>
  named(stream, 'readings').flatMap((event) =>
    (JSON.parse(event.data) as { readings: { sourceId: number }[] }).readings.map(
      (reading) => reading.sourceId,
    ),
  );
const resumed = (stream: OpenStream) =>
  (JSON.parse(stream.events[0]?.data ?? '{}') as { resumed: boolean }).resumed;

describe('S44 each stream is authorised', () => {
  it('S44 sends events of the own company alone, and none to a user without the permission', async () => {
    const [a, b, all, none] = [
      await listen('operatorA'),
      await listen('operatorB'),
      await listen('maintainer'),
      await listen('strangerA'),
    ];
    await ingest(1);
    await ingest(2);
    await until(() => sources(all).length === 2 && named(all, 'stations').length > 0);
    await until(() => named(a, 'stations').length > 0 && named(b, 'stations').length > 0);
    expect([sources(a), sources(b)]).toEqual([[1], [2]]);
    expect(none.events.map((event) => event.type)).toEqual(['hello']);
  });

  it('S44 S28 a foreign event’s id resumes nothing foreign', async () => {
    const a = await listen('operatorA');
    await ingest(1);
    await until(() => sources(a).length === 1);
    const seen = named(a, 'readings').at(-1)?.id ?? '';
    await ingest(1);
    await ingest(2);
    await until(() => sources(a).length === 2);
    const [b, none] = [await listen('operatorB', seen), await listen('strangerA', seen)];
    await ingest(2);
    await until(() => sources(b).length >= 2);
    expect(sources(b).every((source) => source === 2)).toBe(true);
    expect(none.events.map((event) => event.type)).toEqual(['hello']);
    // The own company's are given again.
    const again = await listen('operatorA', seen);
    await until(() => sources(again).length > 0);
    expect([resumed(again), sources(again)[0]]).toEqual([true, 1]);
  });

  it.each([
    '',
    '0',
    '1',
    'NaN',
    '-1',
    '9'.repeat(400),
    '__proto__',
  ])('S44 an id of no event (%s) resumes nothing', async (id) => {
    expect(resumed(await listen('operatorA', id))).toBe(false);
  });

  it('S44 is re-checked: the session’s end is its end', async () => {
    const token = await world.login('operatorA');
    const stream = await openStream(world.address, token);
    const logout = async () => {
      await world.ask({ method: 'POST', path: '/rest/user/logout', body: {}, token });
    };
    expect(await staysOpen(stream, logout)).toBeNull();
  });

  it('S44 a planted stream that is not re-checked is found by the same check', async () => {
    const hub = new LiveHub(world.running.board);
    const stream = call('planted.stream', 'GET /rest/planted/stream', {
      access: 'session',
      answers: 'stream',
    });
    const { app, address } = await startPlanted(world, [
      bind(stream, async ({ viewer, reply }) => {
        reply.hijack();
        hub.open(viewer, reply.raw, undefined, async () => viewer);
      }),
    ]);
    const token = await world.login('operatorA');
    const open = await openStream(address, token, undefined, '/rest/planted/stream');
    const logout = async () => {
      await world.ask({ method: 'POST', path: '/rest/user/logout', body: {}, token });
    };
    expect(await staysOpen(open, logout)).toBe('the stream is still open after a second');
    hub.close();
    await app.close();
  });

  it('S44 ends when its permission can no longer be checked', async () => {
    const hub = new LiveHub(world.running.board);
    const viewer = await readViewer(world.running.storage, 2);
    if (viewer === null) throw new Error('there is no such user');
    const stream = call('planted.broken', 'GET /rest/planted/stream', {
      access: 'session',
      answers: 'stream',
    });
    const { app, address } = await startPlanted(world, [
      bind(stream, async ({ reply }) => {
        reply.hijack();
        hub.open(viewer, reply.raw, undefined, () => Promise.reject(new Error('the database is gone')));
      }),
    ]);
    const token = await world.login('operatorA');
    const open = await openStream(address, token, undefined, '/rest/planted/stream');
    expect(await staysOpen(open, async () => {})).toBeNull();
    hub.close();
    await app.close();
  });
});

describe('S45 caps', () => {
  it('S45 a user has twelve streams; the next is refused with words, and a closed one makes room', async () => {
    const token = await world.login('operatorB');
    const streams: OpenStream[] = [];
    for (let i = 0; i < 12; i++) streams.push(await openStream(world.address, token));
    opened.push(...streams);
    expect(streams.map((stream) => stream.type)).toEqual(Array(12).fill('text/event-stream'));
    const refused = await world.ask({ path: '/rest/stream', token: await world.login('operatorB') });
    expect([refused.http, refused.envelope?.status, refused.envelope?.messageId]).toEqual([
      200,
      429,
      'api.streams',
    ]);
    // Another user is not concerned.
    expect((await listen('operatorA')).type).toBe('text/event-stream');
    streams[0]?.close();
    await until(async () => {
      const reply = await world.ask({ path: '/rest/stream', token });
      return reply.type.startsWith('text/event-stream');
    });
  });

  it('S45 readers that go at once leave nothing behind', async () => {
    const token = await world.login('maintainer');
    for (let i = 0; i < 40; i++) {
      const abort = new AbortController();
      const asked = fetch(`${world.address}/rest/stream`, {
        headers: { authorization: token },
        signal: abort.signal,
      }).catch(() => null);
      setTimeout(() => abort.abort(), i % 5);
      await asked;
      abort.abort();
    }
    // All twelve places are there to be had.
    await until(async () => {
      const streams = await Promise.all(Array.from({ length: 12 }, () => openStream(world.address, token)));
      for (const stream of streams) stream.close();
      return streams.every((stream) => stream.type === 'text/event-stream');
    });
  });

  it('S45 a reader that has gone while its session was looked up takes no place', async () => {
    const hub = new LiveHub(world.running.board);
    const gone = call('planted.gone', 'GET /rest/planted/stream', { access: 'session', answers: 'stream' });
    let count = -1;
    const { app, ask } = await startPlanted(world, [
      bind(gone, async ({ viewer, reply }) => {
        reply.hijack();
        const closed = new Promise((resolve) => reply.raw.once('close', resolve));
        reply.raw.destroy();
        await closed;
        hub.open(viewer, reply.raw, undefined, async () => viewer);
        count = hub.count;
      }),
    ]);
    const token = await world.login('operatorA');
    await ask({ path: '/rest/planted/stream', token }).catch(() => undefined);
    await until(() => count >= 0);
    expect(count).toBe(0);
    hub.close();
    await app.close();
  });

  it('S45 a reader that does not read is dropped, and the others go on', async () => {
    const token = await world.login('operatorA');
    const { port, hostname } = new URL(world.address);
    let closed = false;
    const slow: Socket = connect(Number(port), hostname);
    slow.on('error', () => undefined);
    slow.on('close', () => {
      closed = true;
    });
    slow.write(`GET /rest/stream HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${token}\r\n\r\n`);
    await new Promise((resolve) => slow.once('readable', resolve));
    slow.pause();
    const quick = await listen('operatorA');
    const newest: IngestResult['newest'] = Array.from({ length: 4000 }, (_, index) => ({
      sourceId: 1,
      row: 'tilt' as const,
      element: 0,
      t: t + index,
      receivedAt: t + index,
      historical: false,
      values: { x: 1, filler: 'x'.repeat(500) },
    }));
    const results = new Set<number>();
    for (let i = 0; i < 12; i++) {
      const before = named(quick, 'readings').length;
      world.running.gateway.events.emit('stored', {
        batch: [],
        result: { ...(await world.running.storage.readings.ingest([])), newest },
      });
      await until(() => named(quick, 'readings').length > before);
      results.add(i);
    }
    slow.resume();
    await until(() => closed);
    expect(results.size).toBe(12);
    await ingest(1);
    await until(() => sources(quick).length > 48_000);
  });

  it('S45 what is kept for resuming is bounded by number and by what is in it', () => {
    const ring = new Ring(5, 100, 0);
    const past = (id: number, weight: number) => new Past(id, 1, weight, () => `event ${id}`);
    for (let id = 1; id <= 9; id++) ring.push(past(id, 10));
    const following = (id: string) => ring.after(id)?.map((event) => event.id) ?? null;
    expect(following('3')).toBeNull();
    // The newest that is gone: nothing was missed since.
    expect(following('4')).toEqual([5, 6, 7, 8, 9]);
    expect(following('5')).toEqual([6, 7, 8, 9]);
    ring.push(past(10, 75));
    expect(following('6')).toBeNull();
    expect(following('9')).toEqual([10]);
    ring.push(past(11, 500));
    expect(following('10')).toBeNull();
    expect(following('11')).toEqual([]);
  });
});
