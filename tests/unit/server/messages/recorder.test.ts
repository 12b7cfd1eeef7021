/** What waits to be written is bounded: the oldest go, and are counted; a storage that refuses costs messages alone. */
import { expect, it } from 'vitest';
import { MessageRecorder, waitingBounds } from '../../../../src/server/messages/recorder.ts';
import type {
  DroppedCounts,
  MessageStoreRoom,
  WrittenMessage,
} from '../../../../src/server/messages/store.ts';

function recorderOver(write: (messages: readonly WrittenMessage[], dropped: DroppedCounts) => Promise<void>) {
  const failures: unknown[] = [];
  const recorder = new MessageRecorder({
    store: { write } as unknown as MessageStoreRoom,
    find: () => undefined,
    companyOf: () => null,
    written: () => {},
    failed: (error) => failures.push(error),
    after: () => () => {},
  });
  const report = (at: number, companyId: number) =>
    recorder.reported({
      ...{
        at,
        sender: 'src-x',
        source: { id: 1, companyId, rtuId: null },
        way: 'http',
        kind: 'batch',
        topic: '',
      },
      ...{ bytes: new Uint8Array(8), metrics: [], readings: 1, problems: [], isRefused: false },
    });
  return { recorder, report, failures };
}

it.each([0, 1])('holds as many as may wait, and drops the oldest of %i more', async (more) => {
  const written: number[] = [];
  const dropped: DroppedCounts[] = [];
  const { recorder, report } = recorderOver(async (messages, gone) => {
    written.push(...messages.map(({ at }) => at));
    if (gone.size > 0) dropped.push(gone);
  });
  const all = waitingBounds.messages + more;
  for (let at = 1; at <= all; at += 1) report(at, at % 2 === 0 ? 2 : 1);
  await recorder.settle();
  const lost = more === 0 ? 0 : Math.floor(all / 10);
  expect(written).toEqual(Array.from({ length: all - lost }, (_, index) => lost + index + 1));
  if (more === 0) expect(dropped).toEqual([]);
  else
    expect(dropped).toEqual([
      new Map([
        [1, { count: lost / 2, from: 1, to: lost - 1 }],
        [2, { count: lost / 2, from: 2, to: lost }],
      ]),
    ]);
});

it('keeps what a storage refuses, in order, says it once, and writes it later', async () => {
  let refuses = true;
  const written: number[] = [];
  const { recorder, report, failures } = recorderOver(async (messages) => {
    if (refuses) throw new Error('full');
    written.push(...messages.map(({ at }) => at));
  });
  for (const at of [1, 2, 3]) report(at, 1);
  await recorder.flush();
  report(4, 1);
  await recorder.flush();
  expect(failures).toHaveLength(1);
  refuses = false;
  await recorder.settle();
  expect(written).toEqual([1, 2, 3, 4]);
});
