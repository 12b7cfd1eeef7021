import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventCutter } from '../../../../src/console/state/connection/sse.ts';

const text =
  'id: 7\nevent: readings\ndata: {"a":1}\n\n: a beat\n\ndata: one\ndata:two\n\nid: 8\ndata: 三\n\n';
const events = [
  { id: '7', type: 'readings', data: '{"a":1}' },
  { id: null, type: 'message', data: 'one\ntwo' },
  { id: '8', type: 'message', data: '三' },
];

it('cuts the same events however the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
      const cutter = new EventCutter();
      const at = [0, ...cuts.sort((a, b) => a - b), text.length];
      expect(at.slice(1).flatMap((end, index) => cutter.push(text.slice(at[index], end)))).toEqual(events);
    }),
  );
});

it('keeps what is not whole', () => {
  expect(new EventCutter().push('data: half\n')).toEqual([]);
});
