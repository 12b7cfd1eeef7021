/**
 * The lens *gaps*: why readings are missing or came late, judged from what is stored about the device, the server and the
 * neighbours at that time. A cause is only named with its evidence; where there is none it is silence. Times UTC ms.
 */
import { enumValues } from '../../catalogue/index.ts';
import { runStatusFlags } from '../../catalogue/rows/status.ts';
import { overdueCycles } from '../link-state.ts';

/**
 * `asleep`: nothing is missing, it is due with the next visit. `server`, `broker`: ours was down. `network`: no RTU of the
 * project was heard while ours was up. `clock`: the device's clock stepped. `sensor`: the sensor is at fault, or silent while
 * its RTU reports. `lost`: single readings went missing, or one visit. `silent`: nothing says why.
 */
export const gapCauses = [
  'asleep',
  'server',
  'broker',
  'network',
  'clock',
  'battery',
  'restart',
  'radio',
  'sensor',
  'lost',
  'silent',
  'resent',
  'removed',
] as const;
export type GapCause = (typeof gapCauses)[number];

/** A status report of the RTU. */
export interface StatusSeen {
  readonly t: number;
  readonly receivedAt: number;
  readonly batteryVoltage: number | null;
  readonly signalStrength: number | null;
  /** Codes and bits of the catalogue; null = not reported. */
  readonly reportType: number | null;
  readonly installState: number | null;
  readonly runStatus: number | null;
}

/** A stretch without good values, and what was stored around it. */
export interface GapSeen {
  readonly kind: 'silent' | 'resent' | 'fault' | 'removed';
  readonly from: number;
  readonly to: number;
  /** Readings that are missing, late or faulty. */
  readonly count: number;
  /** Nothing has come since. */
  readonly isOpen: boolean;
  /** Newest report at or before its start, first one at or after its end; and how many lie between. */
  readonly before: StatusSeen | null;
  readonly after: StatusSeen | null;
  readonly reports: number;
  /** When the last of late readings came. */
  readonly cameAt: number | null;
  /** Other RTUs of the project: how many there are that had been heard before, and how many of them were heard meanwhile. */
  readonly others: { readonly heard: number; readonly of: number };
}

export interface GapInput {
  readonly gaps: readonly GapSeen[];
  /** When the server, or its broker, was down. */
  readonly down: readonly {
    readonly kind: 'server' | 'broker';
    readonly from: number;
    readonly to: number;
  }[];
  /** Since when that is counted; null = it is not. */
  readonly countedSince: number | null;
  readonly now: number;
  /** Seconds. */
  readonly sendCycle: number;
  readonly lastContactAt: number | null;
  /** Voltage below which the battery is low, V. */
  readonly lowBattery: number;
  /** Slot of the sensor; null = the RTU's own rows. */
  readonly slot: number | null;
  /** Moments at which times of its readings were refused, as a clock that is not set. */
  readonly refusedTimes: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** What a cause rests on: an id of words and what is put in. Times UTC ms, lengths ms. */
export type GapEvidence =
  | { readonly type: 'down'; readonly of: 'server' | 'broker'; readonly from: number; readonly to: number }
  | { readonly type: 'others'; readonly heard: number; readonly of: number }
  | { readonly type: 'battery'; readonly at: number; readonly voltage: number; readonly limit: number }
  | { readonly type: 'flag'; readonly at: number; readonly flag: string }
  | { readonly type: 'signal'; readonly at: number; readonly dBm: number }
  | { readonly type: 'restart'; readonly at: number }
  | { readonly type: 'step'; readonly at: number; readonly by: number }
  | { readonly type: 'refused'; readonly at: number }
  | { readonly type: 'reports'; readonly count: number }
  | { readonly type: 'contact'; readonly at: number; readonly next: number }
  | { readonly type: 'late'; readonly cameAt: number; readonly by: number }
  | { readonly type: 'installState'; readonly at: number }
  | { readonly type: 'noContact'; readonly since: number | null };

export interface JudgedGap {
  readonly kind: GapSeen['kind'];
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly isOpen: boolean;
  readonly cause: GapCause;
  readonly evidence: readonly GapEvidence[];
}

export interface GapAnswer {
  /** Newest first. */
  readonly gaps: readonly JudgedGap[];
  /** By cause, the longest first; ms without a value, or with a late or faulty one. */
  readonly causes: readonly {
    readonly cause: GapCause;
    readonly gaps: number;
    readonly count: number;
    readonly time: number;
  }[];
  /** ms of the range in which readings are missing for good: neither asleep nor late. */
  readonly missing: number;
  readonly countedSince: number | null;
}

const minute = 60_000;
/** From which signal on a radio is weak, dBm. Assumed. */
export const weakSignal = -105;
/** A clock that is ahead of the server's by more than this has stepped, ms. Assumed. */
export const clockAhead = 5 * minute;
/** Single readings that go missing are no silence of a sensor up to so many. Assumed. */
export const fewLost = 2;
/** Send cycles up to which a silence is one visit that was missed. */
const missedVisit = 2.25;
/** Other RTUs that are needed before their silence says something. */
const leastOthers = 2;
/** A gap is the server's while it is no longer than the time it was down and so many send cycles. */
const afterDown = 2;

const flagsOf = (report: StatusSeen | null): readonly string[] =>
  report?.runStatus == null
    ? []
    : runStatusFlags.filter((_, bit) => Math.floor((report.runStatus as number) / 2 ** bit) % 2 === 1);
const isRadio = (flag: string) =>
  flag === 'sim' || flag === 'signalQuality' || flag === 'networkRegistration' || /^center\d/.test(flag);
const codeOf = (id: 'installState' | 'reportType', value: string) =>
  (enumValues[id] as readonly string[]).indexOf(value);

/** Names the cause of every gap. */
export function judgeGaps(input: GapInput): GapAnswer {
  const gaps = input.gaps.map((gap) => judge(gap, input)).sort((a, b) => b.from - a.from);
  const found = new Map<GapCause, { gaps: number; count: number; time: number }>();
  for (const { cause, count, from, to } of gaps) {
    const own = found.get(cause) ?? { gaps: 0, count: 0, time: 0 };
    found.set(cause, { gaps: own.gaps + 1, count: own.count + count, time: own.time + to - from });
  }
  return {
    gaps,
    causes: [...found].map(([cause, own]) => ({ cause, ...own })).sort((a, b) => b.time - a.time),
    missing: gaps.reduce(
      (sum, { kind, cause, from, to }) => (kind === 'silent' && cause !== 'asleep' ? sum + to - from : sum),
      0,
    ),
    countedSince: input.countedSince,
  };
}

function judge(gap: GapSeen, input: GapInput): JudgedGap {
  const { kind, from, to, count, isOpen } = gap;
  const [cause, evidence] = causeOf(gap, input);
  return { kind, from, to, count, isOpen, cause, evidence };
}

type Verdict = readonly [GapCause, readonly GapEvidence[]];

function causeOf(gap: GapSeen, input: GapInput): Verdict {
  if (gap.kind === 'removed' || isRemoved(gap))
    return ['removed', gap.before === null ? [] : [{ type: 'installState', at: gap.before.t }]];
  if (gap.kind === 'fault') return faultOf(gap, input);
  const late: readonly GapEvidence[] =
    gap.kind === 'resent' && gap.cameAt !== null
      ? [{ type: 'late', cameAt: gap.cameAt, by: gap.cameAt - gap.from }]
      : [];
  const found =
    (gap.kind === 'silent' ? asleep(gap, input) : null) ??
    (gap.kind === 'silent' ? clock(gap, input) : null) ??
    downtime(gap, input) ??
    (gap.kind === 'silent' ? ofSensor(gap, input) : null) ??
    others(gap, input) ??
    battery(gap, input) ??
    restart(gap) ??
    radio(gap);
  if (found !== null) return [found[0], [...found[1], ...late]];
  if (gap.kind === 'resent') return ['resent', late];
  // One visit that was missed is no silence.
  const cause = !gap.isOpen && gap.to - gap.from <= missedVisit * input.sendCycle * 1000 ? 'lost' : 'silent';
  return [cause, [{ type: 'noContact', since: gap.before?.receivedAt ?? null }]];
}

const isRemoved = ({ kind, before }: GapSeen) =>
  kind === 'silent' && before?.installState === codeOf('installState', 'removed');

function faultOf({ before, after, from }: GapSeen, { slot }: GapInput): Verdict {
  const flag = `sensor${(slot ?? -1) + 1}`;
  const seen = [before, after].find((report) => flagsOf(report).includes(flag));
  return ['sensor', [{ type: 'flag', at: seen?.t ?? from, flag: seen === undefined ? 'value' : flag }]];
}

function asleep({ isOpen, from }: GapSeen, { now, lastContactAt, sendCycle }: GapInput): Verdict | null {
  if (!isOpen || lastContactAt === null) return null;
  const next = lastContactAt + sendCycle * 1000;
  // What was collected before the last contact and is not here was not asleep.
  if (now - lastContactAt >= overdueCycles * sendCycle * 1000 || lastContactAt - from > sendCycle * 1000)
    return null;
  return ['asleep', [{ type: 'contact', at: lastContactAt, next }]];
}

function clock({ before, after, from, to }: GapSeen, { refusedTimes }: GapInput): Verdict | null {
  const refused = refusedTimes.find((at) => at >= from && at <= to);
  if (refused !== undefined) return ['clock', [{ type: 'refused', at: refused }]];
  const flagged = [before, after].find((report) => flagsOf(report).includes('clock'));
  const ahead = [after, before].find(
    (report) => report !== null && report.t - report.receivedAt > clockAhead,
  );
  if (ahead != null) return ['clock', [{ type: 'step', at: ahead.t, by: ahead.t - ahead.receivedAt }]];
  return flagged == null ? null : ['clock', [{ type: 'flag', at: flagged.t, flag: 'clock' }]];
}

function downtime(gap: GapSeen, { down, sendCycle }: GapInput): Verdict | null {
  const [from, to] = [gap.from, Math.max(gap.to, gap.cameAt ?? gap.to)];
  for (const of of ['server', 'broker'] as const)
    for (const span of down) {
      if (span.kind !== of) continue;
      const shared = Math.min(to, span.to) - Math.max(from, span.from);
      if (shared <= 0) continue;
      const isShort = to - from <= span.to - span.from + afterDown * sendCycle * 1000;
      if (isShort || shared >= (to - from) / 2)
        return [of, [{ type: 'down', of, from: span.from, to: span.to }]];
    }
  return null;
}

function ofSensor(gap: GapSeen, { slot, sendCycle }: GapInput): Verdict | null {
  if (slot === null) return null;
  const { before, after } = gap;
  const wasPunctual =
    before !== null && after !== null && after.t - before.t <= overdueCycles * sendCycle * 1000;
  if (gap.reports === 0 && !wasPunctual) return null;
  const flag = `sensor${slot + 1}`;
  const seen = [before, after].find((report) => flagsOf(report).includes(flag));
  const reports: GapEvidence = { type: 'reports', count: gap.reports + (wasPunctual ? 2 : 0) };
  if (seen != null) return ['sensor', [{ type: 'flag', at: seen.t, flag }, reports]];
  return [gap.count <= fewLost ? 'lost' : 'sensor', [reports]];
}

function others({ others: { heard, of }, from }: GapSeen, { countedSince }: GapInput): Verdict | null {
  if (of < leastOthers || heard > 0) return null;
  // From when on downtimes are counted, ours was up.
  return [
    countedSince !== null && from >= countedSince ? 'network' : 'server',
    [{ type: 'others', heard, of }],
  ];
}

function battery({ before, after, isOpen }: GapSeen, { lowBattery }: GapInput): Verdict | null {
  for (const report of isOpen ? [before] : [before, after]) {
    if (report === null) continue;
    const { batteryVoltage: voltage, t: at } = report;
    if (voltage !== null && voltage < lowBattery)
      return ['battery', [{ type: 'battery', at, voltage, limit: lowBattery }]];
    if (flagsOf(report).includes('batteryVoltage'))
      return ['battery', [{ type: 'flag', at, flag: 'batteryVoltage' }]];
  }
  return null;
}

function restart({ after }: GapSeen): Verdict | null {
  if (after === null) return null;
  if (after.reportType === codeOf('reportType', 'restart'))
    return ['restart', [{ type: 'restart', at: after.t }]];
  return flagsOf(after).includes('restart')
    ? ['restart', [{ type: 'flag', at: after.t, flag: 'restart' }]]
    : null;
}

function radio({ before, after }: GapSeen): Verdict | null {
  for (const report of [before, after]) {
    if (report === null) continue;
    const flag = flagsOf(report).find(isRadio);
    if (flag !== undefined) return ['radio', [{ type: 'flag', at: report.t, flag }]];
    const { signalStrength: dBm } = report;
    if (dBm !== null && dBm <= weakSignal) return ['radio', [{ type: 'signal', at: report.t, dBm }]];
  }
  return null;
}
