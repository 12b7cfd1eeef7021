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
