/** What a batch has changed, told reading by reading in the order of arrival; the same for both dialects. */
import type { SeriesKey } from '../readings/source.ts';
import type { Reading } from '../storage.ts';
import type { DayKey } from './sealer.ts';

/** What the writer knows of a series while it stores. */
export interface Series {
  readonly key: SeriesKey;
  /** Its newest reading's time; −∞ before the first. */
  newest: number;
  /** The day of that reading; NaN before the first. While it runs it stays marked as changed. */
  running: number;
  /** Whether the running day is known to be marked. */
  marked: boolean;
}

export class Journal {
  /** Readings that moved their series on. */
  readonly newest: Reading[] = [];
  readonly latest = new Map<Series, Reading>();
  /** Days to be marked as changed. */
  readonly changed = new Map<Series, Set<number>>();
  /** Days that can be rolled up. */
  readonly ended: DayKey[] = [];
  stored = 0;

  /** Takes in a reading that was newly stored, of the day that starts at `day`. */
  add(series: Series, reading: Reading, day: number): void {
    this.stored += 1;
    const moved = reading.t > series.newest;
    let days = this.changed.get(series);
    if (!days) {
      days = new Set();
      this.changed.set(series, days);
    }
    if (!days.has(day) && !(day === series.running && series.marked)) {
      days.add(day);
      if (!moved && day !== series.running) this.ended.push({ key: series.key, day });
    }
    if (moved) {
      const { running } = series;
      if (day !== running && !Number.isNaN(running)) this.ended.push({ key: series.key, day: running });
      series.newest = reading.t;
      series.running = day;
      this.newest.push(reading);
      this.latest.set(series, reading);
    }
    if (day === series.running) series.marked = true;
  }
}
