import { describe, expect, it } from 'vitest';
import { rows } from '../../../../src/catalogue/index.ts';
import {
  clockAhead,
  fewLost,
  type GapInput,
  type GapSeen,
  judgeGaps,
  type StatusSeen,
  weakSignal,
} from '../../../../src/domain/lenses/gaps.ts';

const hour = 3_600_000;
const now = 1_790_000_000_000;
const flags = rows.status.channels.find(({ id }) => id === 'runStatus');
const bit = (flag: string) => 2 ** (flags?.type === 'flagSet' ? flags.flags.indexOf(flag) : Number.NaN);

const report = (at: number, own: Partial<StatusSeen> = {}): StatusSeen => ({
  t: at,
  receivedAt: at + 20_000,
  batteryVoltage: 12.6,
  signalStrength: -80,
  reportType: 0,
  installState: 1,
  runStatus: 0,
  ...own,
});
/** Ten hours of silence of a sensor whose RTU sends each hour. */
const gap = (own: Partial<GapSeen> = {}): GapSeen => ({
  kind: 'silent',
  from: now - 30 * hour,
  to: now - 20 * hour,
  count: 59,
  isOpen: false,
  before: report(now - 30 * hour),
  after: report(now - 20 * hour),
  reports: 0,
  cameAt: null,
  others: { heard: 3, of: 3 },
  ...own,
});
const input = (gaps: readonly GapSeen[], own: Partial<GapInput> = {}): GapInput => ({
  gaps,
  down: [],
  countedSince: now - 90 * 24 * hour,
  now,
  sendCycle: 3600,
  lastContactAt: now - hour / 2,
  lowBattery: 11.5,
  slot: 0,
  refusedTimes: [],
  from: now - 48 * hour,
  to: now,
  ...own,
});
const cause = (one: Partial<GapSeen>, own: Partial<GapInput> = {}) =>
  judgeGaps(input([gap(one)], own)).gaps[0]?.cause;
const open = { isOpen: true, to: now, after: null } as const;

describe('the cause of a gap', () => {
  it('is silence where nothing says why, and says since when', () => {
    const [found] = judgeGaps(input([gap()])).gaps;
    expect(found?.cause).toBe('silent');
    expect(found?.evidence).toEqual([{ type: 'noContact', since: now - 30 * hour + 20_000 }]);
  });

  it('is sleep as long as the next visit is not late', () => {
    const from = now - 1.4 * hour;
    expect(cause({ ...open, from }, { lastContactAt: now - 1.4 * hour })).toBe('asleep');
    expect(cause({ ...open, from }, { lastContactAt: now - 1.51 * hour })).toBe('silent');
    expect(cause({ ...open, from }, { lastContactAt: null })).toBe('silent');
    // The RTU was here, and this sensor not: that is no sleep.
    expect(cause({ ...open, from: now - 5 * hour, reports: 4 }, { lastContactAt: now - hour })).toBe(
      'sensor',
    );
  });

  it('is the server or the broker where one was down for most of it, or it ended soon after', () => {
    const down = (kind: 'server' | 'broker', from: number, to: number) => ({ down: [{ kind, from, to }] });
    expect(cause({}, down('server', now - 29 * hour, now - 22 * hour))).toBe('server');
    expect(cause({}, down('broker', now - 29 * hour, now - 22 * hour))).toBe('broker');
    // Half of it, and a little less; a short one that cannot have made ten hours.
    expect(cause({}, down('server', now - 27 * hour, now - 22 * hour))).toBe('server');
    expect(cause({}, down('server', now - 26.9 * hour, now - 22 * hour))).toBe('silent');
    expect(cause({ from: now - 22 * hour }, down('server', now - 21.5 * hour, now - 21.4 * hour))).toBe(
      'server',
    );
    expect(cause({ from: now - 22.3 * hour }, down('server', now - 21.5 * hour, now - 21.4 * hour))).toBe(
      'silent',
    );
    expect(cause({}, down('server', now - 40 * hour, now - 31 * hour))).toBe('silent');
  });

  it('is the network where none of the others was heard while ours ran, and ours before that is counted', () => {
    expect(cause({ others: { heard: 0, of: 2 } })).toBe('network');
    expect(cause({ others: { heard: 1, of: 8 } })).toBe('silent');
    expect(cause({ others: { heard: 0, of: 1 } })).toBe('silent');
    expect(cause({ others: { heard: 0, of: 2 } }, { countedSince: now - 29 * hour })).toBe('server');
    expect(cause({ others: { heard: 0, of: 2 } }, { countedSince: null })).toBe('server');
  });

  it('is the battery below its limit, or by its flag, before the silence or after it', () => {
    const low = (voltage: number) => report(now - 30 * hour, { batteryVoltage: voltage });
    expect(cause({ before: low(11.49) })).toBe('battery');
    expect(cause({ before: low(11.5) })).toBe('silent');
    expect(cause({ before: low(11.9) }, { lowBattery: 12 })).toBe('battery');
    expect(cause({ after: report(now - 20 * hour, { runStatus: bit('batteryVoltage') }) })).toBe('battery');
    // One that came back with a restart had no power: the battery is why.
    expect(cause({ before: low(11), after: report(now - 20 * hour, { reportType: 1 }) })).toBe('battery');
  });

  it('is a restart where the first report after it says so', () => {
    expect(cause({ after: report(now - 20 * hour, { reportType: 1 }) })).toBe('restart');
    expect(cause({ after: report(now - 20 * hour, { runStatus: bit('restart') }) })).toBe('restart');
    expect(cause({ before: report(now - 30 * hour, { reportType: 1 }) })).toBe('silent');
  });

  it('is the radio by its flags or by the signal', () => {
    for (const flag of ['sim', 'signalQuality', 'networkRegistration', 'center2', 'center1Auth'])
      expect(cause({ before: report(now - 30 * hour, { runStatus: bit(flag) }) })).toBe('radio');
    expect(cause({ before: report(now - 30 * hour, { runStatus: bit('lora') }) })).toBe('silent');
    expect(cause({ before: report(now - 30 * hour, { signalStrength: weakSignal }) })).toBe('radio');
    expect(cause({ before: report(now - 30 * hour, { signalStrength: weakSignal + 1 }) })).toBe('silent');
  });

  it('is a clock that ran ahead, was refused, or says so itself', () => {
    const ahead = (by: number) => report(now - 20 * hour, { receivedAt: now - 20 * hour - by });
    expect(cause({ after: ahead(clockAhead + 1) })).toBe('clock');
    expect(cause({ after: ahead(clockAhead) })).toBe('silent');
    expect(cause({}, { refusedTimes: [now - 25 * hour] })).toBe('clock');
    expect(cause({}, { refusedTimes: [now - 31 * hour] })).toBe('silent');
    expect(cause({ before: report(now - 30 * hour, { runStatus: bit('clock') }) })).toBe('clock');
  });

  it('is the sensor while its RTU reports; of one or two readings they are lost', () => {
    expect(cause({ reports: 9 })).toBe('sensor');
    expect(cause({ reports: 9, before: report(now - 30 * hour, { runStatus: bit('sensor1') }) })).toBe(
      'sensor',
    );
    const short = {
      from: now - 21 * hour,
      before: report(now - 21.2 * hour),
      after: report(now - 20 * hour),
    };
    expect(cause({ ...short, count: fewLost })).toBe('lost');
    expect(cause({ ...short, count: fewLost + 1 })).toBe('sensor');
    // The flag of another slot says nothing of this one, but the readings are still not here.
    const [found] = judgeGaps(
      input([gap({ reports: 9, before: report(now - 30 * hour, { runStatus: bit('sensor2') }) })]),
    ).gaps;
    expect(found?.evidence).toEqual([{ type: 'reports', count: 9 }]);
    // The RTU's own reports have no sensor; one visit that was missed is no silence.
    expect(cause({ from: now - 22.25 * hour }, { slot: null })).toBe('lost');
    expect(cause({ from: now - 22.26 * hour }, { slot: null })).toBe('silent');
    expect(cause({ kind: 'fault' })).toBe('sensor');
  });

  it('is removal where the last report says it', () => {
    expect(cause({ before: report(now - 30 * hour, { installState: 2 }) })).toBe('removed');
  });

  it('of late readings is why they were late, or only that', () => {
    const late = { kind: 'resent', cameAt: now - 19 * hour } as const;
    const [found] = judgeGaps(input([gap(late)])).gaps;
    expect(found?.cause).toBe('resent');
    expect(found?.evidence).toEqual([{ type: 'late', cameAt: now - 19 * hour, by: 11 * hour }]);
    expect(cause(late, { down: [{ kind: 'server', from: now - 29 * hour, to: now - 19.1 * hour }] })).toBe(
      'server',
    );
    expect(cause({ ...late, after: report(now - 19 * hour, { reportType: 1 }) })).toBe('restart');
  });
});

describe('all gaps of a range', () => {
  it('are counted by their causes; what sleeps or came late is not missing', () => {
    const answer = judgeGaps(
      input([
        gap(),
        gap({ from: now - 15 * hour, to: now - 10 * hour, kind: 'resent', cameAt: now - 9 * hour }),
        gap({ ...open, from: now - hour }),
        gap({ from: now - 40 * hour, to: now - 36 * hour }),
      ]),
    );
    expect(answer.missing).toBe(14 * hour);
    expect(answer.causes.map(({ cause: one, gaps, time }) => [one, gaps, time / hour])).toEqual([
      ['silent', 2, 14],
      ['resent', 1, 5],
      ['asleep', 1, 1],
    ]);
    expect(answer.gaps.map(({ from }) => (now - from) / hour)).toEqual([1, 15, 30, 40]);
    expect(judgeGaps(input([]))).toMatchObject({ gaps: [], causes: [], missing: 0 });
  });
});
