import { describe, expect, it } from 'vitest';
import {
  countsByChannel,
  notifiedLines,
  withNotified,
} from '../../../../../src/console/features/alarms/detail/notified-lines.ts';
import type { MessageView } from '../../../../../src/console/state/notify.ts';

const message = (id: number, createdAt: number, given: Partial<MessageView> = {}): MessageView => ({
  ...{ id, alarmId: 1, kind: 'raise', rank: 3, name: `p${id}`, address: '', channel: 'mail' },
  ...{ state: 'accepted', tries: 1, createdAt, dueAt: null, doneAt: createdAt + 1000 },
  ...{ title: '', content: '', answer: '' },
  ...given,
});

describe('what was said of an alarm', () => {
  it('at one moment is a line, in the order in which it was written; a step later is another one', () => {
    const lines = notifiedLines([
      message(5, 200, { kind: 'remind' }),
      message(2, 100, { channel: 'push' }),
      message(1, 100),
      message(3, 101),
    ]);
    expect(lines.map(({ kind, t, messages }) => [kind, t, messages.map(({ id }) => id)])).toEqual([
      ['raise', 100, [1, 2]],
      ['raise', 101, [3]],
      ['remind', 200, [5]],
    ]);
  });
  it('that is over at the moment of another message stands apart, and what is none of an alarm is left out', () => {
    const lines = notifiedLines([
      message(1, 100),
      message(2, 100, { kind: 'over' }),
      message(3, 100, { kind: 'drill' }),
      message(4, 100, { kind: 'test' }),
    ]);
    expect(lines.map(({ kind }) => kind)).toEqual(['raise', 'over']);
  });
  it('stands behind what it says, and before what comes after', () => {
    const lines = notifiedLines([message(1, 100), message(2, 150), message(3, 300, { kind: 'over' })]);
    const merged = withNotified([{ t: 100 }, { t: 150 }, { t: 151 }], lines);
    expect(merged.map((one) => ('messages' in one ? `said ${one.t}` : one.t))).toEqual([
      100,
      'said 100',
      150,
      'said 150',
      151,
      'said 300',
    ]);
    expect(withNotified([], lines)).toHaveLength(3);
    expect(withNotified([{ t: 1 }], [])).toEqual([{ t: 1 }]);
  });
  it('is counted by channel, whichever webhook it was; what was answered first counts as well', () => {
    const counts = countsByChannel([
      message(1, 1),
      message(2, 1, { state: 'gaveUp' }),
      message(3, 1, { state: 'answered', channel: 'push' }),
      message(4, 1, { channel: 'hook:1' }),
      message(5, 1, { channel: 'hook:2', state: 'waiting' }),
    ]);
    expect(counts).toEqual([
      { channel: 'mail', accepted: 1, count: 2 },
      { channel: 'push', accepted: 1, count: 1 },
      { channel: 'hook', accepted: 1, count: 2 },
    ]);
  });
});
