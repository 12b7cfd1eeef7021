// @vitest-environment happy-dom
/** Where the stream begins after the first answers, so that no event falls between what was fetched and what it brings. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resumeFrom, startLive, stopLive } from '../../../../src/console/state/connection/live.ts';
import { stream } from '../../../../src/contract/live.ts';
import { type Answering, startAnswering } from './answering.ts';

let server: Answering;
const begun: (string | undefined)[] = [];
beforeEach(async () => {
  server = await startAnswering();
  begun.length = 0;
  server.answer(stream.path, (response, { headers }) => {
    begun.push(headers['last-event-id'] as string | undefined);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  });
});
afterEach(async () => {
  stopLive();
  await server.stop();
});

for (const order of ['1000 999 1001', '999 1000 1001', '1001 1000 999'])
  it(`the stream begins with the oldest of the answers (${order})`, async () => {
    expect(order.split(' ').map(resumeFrom)).toEqual([true, true, true]);
    startLive();
    await vi.waitFor(() => expect(begun).toEqual(['999']));
  });

it('an answer that is older than the beginning of the stream has to be fetched anew; one that is as old has not', async () => {
  resumeFrom('1000');
  startLive();
  await vi.waitFor(() => expect(begun).toEqual(['1000']));
  expect(['999', '1000', '1001'].map(resumeFrom)).toEqual([false, true, true]);
});

it('answers of two processes: the stream begins anew, and none of them is asked for again and again', async () => {
  expect(['1000.a', '999.b', '998.a', '997.b'].map(resumeFrom)).toEqual([true, true, true, true]);
  startLive();
  await vi.waitFor(() => expect(begun).toEqual([undefined]));
  expect(['996.b', '2000.b'].map(resumeFrom)).toEqual([true, true]);
});
it('a stream that begins anew at another process counts on from there', async () => {
  const hello = 'id: 500.b\nevent: hello\ndata: {"type":"hello","at":0,"resumed":false}\n\n';
  server.answer(stream.path, (response, { headers }) => {
    begun.push(headers['last-event-id'] as string | undefined);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(hello);
    if (begun.length === 1) response.end();
  });
  resumeFrom('1000.a');
  startLive();
  // It was ended: the second one begins where the first one did.
  await vi.waitFor(() => expect(begun).toEqual(['1000.a', '500.b']), 5000);
  expect(['499.b', '500.b', '400.a'].map(resumeFrom)).toEqual([false, true, true]);
});
