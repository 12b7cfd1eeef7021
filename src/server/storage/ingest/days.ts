/** Which days of a series a change concerns, and which of them can be rolled up. */
import { intervalLength } from '../../../domain/readings/rain.ts';
import { type Calendar, type DaySpan, daySpan } from '../rollup/calendar.ts';
import type { DayKey } from '../rollup/sealer.ts';
import type { StoredRow } from '../tables.ts';
import type { ChangedDay } from './backend.ts';
import { numberOf } from './cells.ts';
import type { SourceFacts } from './facts.ts';
import type { RowState } from './row-state.ts';
import type { Series } from './series.ts';

/** ms that a row's values reach back before its time: the length of its interval. */
export function intervalOf(row: StoredRow, { cells }: RowState): number {
  const place = row.interval === null ? undefined : row.places.get(row.interval.slice(1, -1));
  if (place === undefined) return 0;
  const seconds = numberOf(cells[place]);
  return intervalLength(Number.isNaN(seconds) ? null : seconds);
}

/** Collects the days that a batch has changed, and what of it derived channels read. */
export class DayBook {
  readonly #changed = new Map<Series, Set<number>>();
  /** First and last changed row of series that derived channels read. */
  readonly inputs = new Map<Series, [from: number, to: number]>();
  /** The day last looked at by zone and boundary, since most rows lie in it; and of all the last one. */
  readonly #last = new Map<string, DaySpan>();
  #calendar: Calendar | null = null;
  #span: DaySpan | null = null;
  /** Days that can be rolled up. */
  readonly ended: DayKey[] = [];

  #dayOf(calendar: Calendar, t: number): DaySpan {
    const { timeZone, boundary } = calendar;
    const isSame = this.#calendar?.boundary === boundary && this.#calendar.timeZone === timeZone;
    if (isSame && this.#span !== null && t >= this.#span.start && t < this.#span.end) return this.#span;
    const name = timeZone + boundary;
    const last = this.#last.get(name);
    const found = last !== undefined && t >= last.start && t < last.end ? last : daySpan(calendar, t);
    if (found !== last) this.#last.set(name, found);
    this.#calendar = calendar;
    this.#span = found;
    return found;
  }

  /** A row at `t` was stored or changed; `reach` ms before its time are concerned too. None before `floor` are. */
  add(
    series: Series,
    calendar: Calendar & Pick<SourceFacts, 'floor' | 'isInput'>,
    t: number,
    reach: number,
  ): void {
    if (calendar.isInput) {
      const known = this.inputs.get(series);
      if (known === undefined) this.inputs.set(series, [t, t]);
      else if (t < known[0]) known[0] = t;
      else if (t > known[1]) known[1] = t;
    }
    let { start } = this.#dayOf(calendar, t - series.row.lag);
    const first = t - Math.max(reach, series.row.lag);
    for (;;) {
      if (start >= calendar.floor) this.#mark(series, start);
      if (start <= first) return;
      start = this.#dayOf(calendar, start - 1).start;
    }
  }

  #mark(series: Series, day: number): void {
    if (day === series.running && series.marked) return;
    let days = this.#changed.get(series);
    if (days === undefined) {
      days = new Set();
      this.#changed.set(series, days);
    }
    days.add(day);
  }

  /** The series' newest row is of this day now. */
  runs(series: Series, calendar: Calendar): void {
    if (series.t === Number.NEGATIVE_INFINITY) return;
    const day = this.#dayOf(calendar, series.t - series.row.lag).start;
    if (day === series.running) return;
    if (!Number.isNaN(series.running)) this.ended.push({ key: series.key, day: series.running });
    series.running = day;
    series.marked = false;
  }

  /** All days to be marked as changed. Call it when the batch is worked through. */
  finish(): ChangedDay[] {
    const marks: ChangedDay[] = [];
    for (const [series, days] of this.#changed) {
      for (const day of days) {
        marks.push({ key: series.key, day });
        if (day === series.running) series.marked = true;
        else this.ended.push({ key: series.key, day });
      }
    }
    return marks;
  }
}
