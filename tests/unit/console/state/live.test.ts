// @vitest-environment happy-dom
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setSessionOver } from '../../../../src/console/state/connection/client.ts';
import {
  live,
  onMissed,
  onReadings,
  startLive,
  stopLive,
} from '../../../../src/console/state/connection/live.ts';
import { stream } from '../../../../src/contract/live.ts';
import { type Answering, envelope, startAnswering } from './answering.ts';

const within = { timeout: 10_000, interval: 20 };
const reading = (t: number) => ({
  stationId: 1,
  sourceId: 2,
  row: 'tilt',
  element: 0,
  t,
  receivedAt: t,
  values: { x: 1 },
});
let server: Answering;
let open: ServerResponse[];
const send = (id: number, event: object) =>
  open.at(-1)?.write(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`);

beforeEach(async () => {
  server = await startAnswering();
  open = [];
  server.answer(stream.path, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    open.push(response);
  });
  startLive();
  await vi.waitFor(() => expect(open).toHaveLength(1), within);
});
afterEach(async () => {
  stopLive();
  await server.stop();
});

describe('the stream', () => {
  it('gives readings to who listens, newest first to the strip', async () => {
    const heard: number[] = [];
    const stop = onReadings((readings) => heard.push(...readings.map(({ t }) => t)));
    send(1, { type: 'hello', at: 1, resumed: false });
    send(2, { type: 'readings', readings: [reading(1), reading(2)] });
    await vi.waitFor(() => expect(heard).toEqual([1, 2]), within);
    expect(live.status).toBe('open');
    expect(live.recent.map(({ t }) => t)).toEqual([2, 1]);
    expect(live.rate).toBeGreaterThan(0);
    stop();
    send(3, { type: 'readings', readings: [reading(3)] });
    await vi.waitFor(() => expect(live.recent[0]?.t).toBe(3), within);
    expect(heard).toEqual([1, 2]);
  });
  it('that broke is lost, is opened again by itself, and goes on after the last event', async () => {
    send(41, { type: 'readings', readings: [reading(1)] });
    await vi.waitFor(() => expect(live.status).toBe('open'), within);
    open[0]?.destroy();
    await vi.waitFor(() => expect(live.status).toBe('lost'), within);
    await vi.waitFor(() => expect(open).toHaveLength(2), within);
    expect(server.asked[0]?.headers['last-event-id']).toBeUndefined();
    expect(server.asked.at(-1)?.headers['last-event-id']).toBe('41');
    let missed = 0;
    const stop = onMissed(() => missed++);
    send(42, { type: 'hello', at: 1, resumed: true });
    await vi.waitFor(() => expect(live.status).toBe('open'), within);
    expect(missed).toBe(0);
    send(43, { type: 'hello', at: 1, resumed: false });
    await vi.waitFor(() => expect(missed).toBe(1), within);
    stop();
  });
  it('that broke is asked for at once when the network is back', async () => {
    send(1, { type: 'beat', at: 1 });
    await vi.waitFor(() => expect(live.status).toBe('open'), within);
    open[0]?.destroy();
    await vi.waitFor(() => expect(live.status).toBe('lost'), within);
    dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(open).toHaveLength(2), within);
  });
  it('refused for want of a session ends the session and is not asked for again', async () => {
    const over = new Promise<void>((resolve) => setSessionOver(resolve));
    server.answer(stream.path, envelope({ status: 401, msg: '', data: null }));
    open[0]?.destroy();
    await over;
    const asked = server.asked.length;
    dispatchEvent(new Event('online'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.asked).toHaveLength(asked);
  });
  it('refused for another reason is asked for again', async () => {
    server.answer(stream.path, (response) => response.writeHead(429).end());
    open[0]?.destroy();
    const before = server.asked.length;
    await vi.waitFor(() => expect(server.asked.length).toBeGreaterThan(before + 1), within);
    expect(live.status).toBe('lost');
  });
});
