/** The figures of a back-test: the present version of a rule beside its draft. */
import type { AlarmView } from '../../../../contract/alarms/alarms.ts';
import type { BackTestResult } from '../../../../contract/alarms/back-test.ts';
import type { TestedEvent } from '../../../../domain/alarms/verdict.ts';
import {
  countsByDay,
  countsByPeak,
  type Episode,
  earlierBy,
  episodesOf,
  type FoundAlarm,
  staysFalse,
} from '../../../../domain/alarms/verdict.ts';

/** A sensor or RTU of a back-test. */
export interface TestedRow {
  readonly targetId: number;
  readonly today: readonly Episode[];
  readonly draft: readonly Episode[];
  /** Of its first reading; null = it has none. */
  readonly firstAt: number | null;
}

const day = 86_400_000;
const byId = (result: BackTestResult | null) =>
  new Map((result?.targets ?? []).map((target) => [target.targetId, target]));

/**
 * The targets of both, the noisiest first.
 * @param own events of one target that the browser knows sooner than the server
 */
export function rowsOf(
  today: BackTestResult | null,
  draft: BackTestResult | null,
  own: { readonly targetId: number; readonly events: readonly TestedEvent[] } | null,
): readonly TestedRow[] {
  const before = byId(today);
  const after = byId(draft);
  const rows = [...new Set([...after.keys(), ...before.keys()])].map((targetId): TestedRow => {
    const old = before.get(targetId);
    const now = after.get(targetId);
    const events = own?.targetId === targetId ? own.events : (now?.events ?? []);
    return {
      targetId,
      today: episodesOf(targetId, old?.events ?? []),
      draft: episodesOf(targetId, events),
      firstAt: now?.firstAt ?? old?.firstAt ?? null,
    };
  });
  const count = ({ today: old, draft: now }: TestedRow) => old.length + now.length;
  return rows.sort((a, b) => count(b) - count(a) || a.targetId - b.targetId);
}

const foundOf = ({ sensorId, rtuId, raisedAt, present, movedAt, closed }: AlarmView): FoundAlarm => ({
  targetId: sensorId ?? rtuId,
  from: raisedAt,
  to: present === 0 ? movedAt : (closed?.at ?? null),
});

export interface Findings {
  readonly isTrue: readonly AlarmView[];
  readonly isFalse: readonly AlarmView[];
}

/** What the draft makes of alarms that people have judged. */
export function judgedBy(findings: Findings | undefined, rows: readonly TestedRow[]) {
  const draft = rows.flatMap((row) => row.draft);
  const trueOnes = (findings?.isTrue ?? []).filter(({ isBlind }) => !isBlind).map(foundOf);
  const falseOnes = (findings?.isFalse ?? []).filter(({ isBlind }) => !isBlind).map(foundOf);
  const earlier = trueOnes.map((alarm) => earlierBy(alarm, draft));
  const caught = earlier.filter((by) => by !== null);
  return {
    trueCount: trueOnes.length,
    caught: caught.length,
    /** ms, the one that differs most; negative = later. */
    earlier: caught.reduce((most, by) => (Math.abs(by) > Math.abs(most) ? by : most), 0),
    falseCount: falseOnes.length,
    stayFalse: falseOnes.filter((alarm) => staysFalse(alarm, draft)).length,
  };
}

export interface WorstDay {
  readonly day: string;
  readonly today: number;
  readonly draft: number;
}

export function figuresOf(
  rows: readonly TestedRow[],
  span: { readonly from: number; readonly to: number },
  dayOf: (t: number) => string,
) {
  const today = rows.flatMap((row) => row.today);
  const draft = rows.flatMap((row) => row.draft);
  const [before, after] = [countsByDay(today, dayOf), countsByDay(draft, dayOf)];
  const worst = [...new Set([...before.keys(), ...after.keys()])]
    .map((name): WorstDay => ({ day: name, today: before.get(name) ?? 0, draft: after.get(name) ?? 0 }))
    .sort((a, b) => Math.max(b.today, b.draft) - Math.max(a.today, a.draft) || (a.day < b.day ? 1 : -1))
    .slice(0, 4);
  const days = Math.max(1, (span.to - span.from) / day);
  return {
    today: countsByPeak(today),
    draft: countsByPeak(draft),
    /** Targets that ring by the draft alone, and by the present version alone. */
    isNew: rows.filter((row) => row.today.length === 0 && row.draft.length > 0),
    isGone: rows.filter((row) => row.today.length > 0 && row.draft.length === 0),
    perDay: { today: today.length / days, draft: draft.length / days },
    worst,
  };
}
