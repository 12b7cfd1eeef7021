/** Why there are no good values: silence, late arrival, faults. */
import { silenceAfter } from '../../../base/silence.ts';
import { type SqlValues, toNumber } from '../executor.ts';
import { daySpan } from '../rollup/calendar.ts';
import { faultOf, receivedAt } from '../sealed/expression.ts';
import { firstRows } from '../sealed/scan.ts';
import type { Gap } from '../storage.ts';
import { storedRow } from '../tables.ts';
import type { Day, ReadingSource, SeriesKey } from './source.ts';

const MINUTE = 60_000;

export interface GapQuery extends SeriesKey {
  readonly from: number;
  readonly to: number;
  /** Seconds between collections. */
  readonly cycle: number;
  /** Seconds between the node's reports: what it collects in between comes that late as a matter of course. */
  readonly sendCycle?: number;
}
/** Bounds in ms: silent when rows are further apart, resent when a row comes later than that after its collection. */
export interface GapLimits {
  readonly cycle: number;
  readonly silence: number;
  readonly delay: number;
}

/** Limits of a collection and a send cycle given in seconds. */
export function gapLimits(cycle: number, sendCycle = cycle): GapLimits {
  const ms = cycle * 1000;
  return {
    cycle: ms,
    silence: silenceAfter(ms),
    delay: Math.max(1.5 * ms, 1.5 * sendCycle * 1000, 10 * MINUTE),
  };
}

/** Collects gaps from rows, or whole days of good rows, given in ascending time. */
export class GapFinder {
  readonly #limits: GapLimits;
  readonly #from: number;
  readonly #to: number;
  readonly #gaps: Gap[] = [];
  readonly #open = new Map<'resent' | 'fault', { from: number; to: number; count: number }>();
  #previous: number | null = null;

  constructor(limits: GapLimits, from: number, to: number) {
    this.#limits = limits;
    this.#from = from;
    this.#to = to;
  }

  /** The last row before the range, or the end of a stretch of good rows. */
  at(t: number): void {
    this.#previous = t;
  }

  #silence(until: number): void {
    const since = this.#previous;
    if (since === null || until - since <= this.#limits.silence) return;
    const from = Math.max(since, this.#from);
    const to = Math.min(until, this.#to);
    const missed = Math.max(1, Math.round((until - since) / this.#limits.cycle) - 1);
    if (to > from) this.#gaps.push({ kind: 'silent', from, to, count: missed });
  }

  #run(kind: 'resent' | 'fault', is: boolean, from: number, to: number, count: number): void {
    const run = this.#open.get(kind);
    if (!is) {
      if (run) this.#gaps.push({ kind, ...run });
      this.#open.delete(kind);
    } else if (run) {
      run.to = to;
      run.count += count;
    } else this.#open.set(kind, { from, to, count });
  }

  /** A sleeping node flags all that it brings as historical, so only lateness identifies a resend. */
  row(t: number, receivedAt: number, fault: boolean): void {
    this.#silence(t);
    this.#run('resent', receivedAt - t > this.#limits.delay, t, t, 1);
    this.#run('fault', fault, t, t, 1);
    this.#previous = t;
  }

  /** A day known by its summary alone: without faults, or one whose readings are pruned. */
  day({ firstAt, lastAt, rows, lag, fault }: Day): void {
    this.#silence(firstAt);
    this.#run('resent', lag > this.#limits.delay, firstAt, lastAt, rows ?? 0);
    this.#run('fault', fault > 0, firstAt, lastAt, fault);
    this.#previous = lastAt;
  }

  /** All gaps, by their start. */
  finish(until: number): readonly Gap[] {
    this.#silence(until);
    this.#run('resent', false, 0, 0, 0);
    this.#run('fault', false, 0, 0, 0);
    return this.#gaps.sort((a, b) => a.from - b.from);
  }
}

/**
 * Gaps between two moments. Days whose summary shows neither silence nor a late or faulty row are passed over; only
 * the others are read row by row, so that years cost little.
 */
export async function readGaps(source: ReadingSource, query: GapQuery): Promise<readonly Gap[]> {
  const stored = storedRow(query.row);
  const { lag } = stored;
  const from = Math.ceil(query.from);
  const to = Math.ceil(query.to);
  if (to <= from) return [];
  const limits = gapLimits(query.cycle, query.sendCycle);
  const finder = new GapFinder(limits, from, to);
  const calendar = await source.calendar(query);
  const floor = await source.floor(query);
  const before = await lastBefore(source, query, from);
  if (before !== null) finder.at(before);
  const each = (rows: readonly SqlValues[]): void => {
    for (const [t, receivedAt, bad] of rows) {
      finder.row(toNumber(t), toNumber(receivedAt), bad === 1);
    }
  };
  const fields = [receivedAt, faultOf(stored)];
  for (const day of await source.days(query, daySpan(calendar, from - lag).start, to)) {
    if (day.rows === 0) continue;
    const { start } = day;
    const end = daySpan(calendar, start).end + lag;
    const good = day.longest <= limits.silence && day.lag <= limits.delay && !day.fault;
    const whole = day.firstAt >= from && day.lastAt < to;
    if (day.rows !== null && whole && (good || start < floor)) finder.day(day);
    else await source.scanEach(query, Math.max(start + lag, from), Math.min(end, to), fields, each);
  }
  return finder.finish(to);
}

async function lastBefore(source: ReadingSource, key: SeriesKey, t: number): Promise<number | null> {
  const asked = { key, from: Number.MIN_SAFE_INTEGER, to: t, expressions: [], isDescending: true };
  const [found] = await firstRows(source.exec, asked, 1);
  return found ? toNumber(found[0]) : null;
}
