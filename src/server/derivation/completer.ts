import { changeOver, changeWindows } from '../../domain/change.ts';
import { crackOpening } from '../../domain/crack.ts';
import { rainSoFar } from '../../domain/rain.ts';
import { tiltAzimuth, tiltDirection, totalTilt } from '../../domain/tilt.ts';
import { steady } from '../steady.ts';
import type { Reading, Storage, StoredValue } from '../storage/storage.ts';
import { RecentReadings } from './recent.ts';
import { readSourceFacts, type SourceFacts } from './source-facts.ts';

const hour = 3_600_000;
/** How long a sensor's facts (mount, datum, cycle) are believed before they are read again. */
const factsFor = 30_000;
const axes = ['x', 'y', 'z'] as const;

interface Source {
  facts: SourceFacts;
  readAt: number;
  recent: RecentReadings | null;
}
/** Sensors whose facts and readings are read at the same time. */
const sideBySide = 500;

/** True for a reading whose derived channels depend on facts and earlier readings. */
const looksBack = ({ row, element }: Reading) => element === 0 && (row === 'tilt' || row === 'rain');

type Values = Record<string, StoredValue>;

const missing = (values: Reading['values'], channel: string) => (values[channel] ?? null) === null;
const number = (values: Reading['values'], channel: string): number | null => {
  const value = values[channel];
  return typeof value === 'number' ? value : null;
};
const set = (values: Values, channel: string, value: number | null) => {
  if (value !== null && missing(values, channel)) values[channel] = value;
};

/**
 * Fills the derived channels that a device or recording did not send (DEVICES "Channels by row" and "Formulas"):
 * total tilt, direction, azimuth, the 1 h and 5 h changes, crack opening, the day's rain. A value that was sent stays.
 */
export class Completer {
  readonly #storage: Storage;
  /** By row and sensor. */
  readonly #sources = new Map<Reading['row'], Map<number, Source>>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Completes readings in the order given: a reading sees those before it. */
  async completeAll(readings: readonly Reading[]): Promise<readonly Reading[]> {
    await this.#prepare(readings);
    const completed: Reading[] = [];
    for (const reading of readings) {
      const done = this.#complete(reading);
      // Most need no storage: a turn of the event loop for each would cost more than the work.
      completed.push(done instanceof Promise ? await done : done);
    }
    return completed;
  }

  async complete(reading: Reading): Promise<Reading> {
    return this.#complete(reading);
  }

  /** Reads what a batch looks back at, for many sensors side by side. */
  async #prepare(readings: readonly Reading[]): Promise<void> {
    const stale = new Map<number, Reading>();
    for (const reading of readings) {
      if (looksBack(reading) && !stale.has(reading.sourceId) && this.#known(reading) === null) {
        stale.set(reading.sourceId, reading);
      }
    }
    const first = [...stale.values()];
    for (let at = 0; at < first.length; at += sideBySide) {
      const some = first.slice(at, at + sideBySide);
      await this.#learnFacts(some);
      await Promise.all(
        some.map((reading) => {
          const source = this.#known(reading);
          return source === null ? undefined : this.#recent(source, reading).reach(reading.t);
        }),
      );
    }
  }

  /** At once where everything it looks back at is known, else a promise. */
  #complete(reading: Reading): Reading | Promise<Reading> {
    if (looksBack(reading)) {
      const source = this.#known(reading);
      if (source === null || !this.#recent(source, reading).reaches(reading.t)) return this.#learn(reading);
      return this.#derive(reading, source);
    }
    if (reading.row !== 'crack' || reading.element !== 0 || !missing(reading.values, 'opening'))
      return reading;
    const values: Values = { ...reading.values };
    set(values, 'opening', crackOpening(number(values, 'length'), number(values, 'installedLength')));
    return { ...reading, values };
  }

  /** Forgets what is known of a sensor, after it was remounted, re-zeroed or moved. */
  forget(sourceId: number): void {
    for (const ofRow of this.#sources.values()) ofRow.delete(sourceId);
  }

  /** A sensor's facts and readings, where they may still be believed. */
  #known({ row, sourceId }: Reading): Source | null {
    const known = this.#sources.get(row)?.get(sourceId);
    return known !== undefined && steady() - known.readAt < factsFor ? known : null;
  }

  #recent(source: Source, { row, sourceId }: Reading): RecentReadings {
    const slack = Math.max(1.5 * source.facts.collectionCycle * 1000, hour / 6);
    source.recent ??=
      row === 'tilt'
        ? new RecentReadings(this.#storage, sourceId, row, axes, changeWindows.fiveHours + slack)
        : // A rain day may have 25 h when clocks go back.
          new RecentReadings(this.#storage, sourceId, row, ['amount', 'dataType'], 25 * hour);
    return source.recent;
  }

  async #learn(reading: Reading): Promise<Reading> {
    if (this.#known(reading) === null) await this.#learnFacts([reading]);
    const source = this.#known(reading);
    if (source === null) return reading;
    await this.#recent(source, reading).reach(reading.t);
    return this.#derive(reading, source);
  }

  #derive(reading: Reading, source: Source): Reading {
    const recent = this.#recent(source, reading);
    return reading.row === 'tilt'
      ? this.#tilt(reading, source.facts, recent)
      : this.#rain(reading, source.facts, recent);
  }

  /** Reads the facts of the readings' sensors anew. */
  async #learnFacts(readings: readonly Reading[]): Promise<void> {
    const facts = await readSourceFacts(this.#storage, [
      ...new Set(readings.map(({ sourceId }) => sourceId)),
    ]);
    for (const { row, sourceId } of readings) {
      const ofRow = this.#sources.get(row) ?? new Map<number, Source>();
      this.#sources.set(row, ofRow);
      const found = facts.get(sourceId);
      if (found === undefined) ofRow.delete(sourceId);
      else
        ofRow.set(sourceId, {
          facts: found,
          readAt: steady(),
          recent: ofRow.get(sourceId)?.recent ?? null,
        });
    }
  }

  #tilt(reading: Reading, facts: SourceFacts, recent: RecentReadings): Reading {
    const values: Values = { ...reading.values };
    const x = number(values, 'x');
    const y = number(values, 'y');
    if (x !== null && y !== null) {
      const direction = number(values, 'direction') ?? tiltDirection(x, y);
      set(values, 'tilt', totalTilt(x, y));
      set(values, 'direction', direction);
      set(values, 'azimuth', tiltAzimuth(direction, facts.mountAzimuth));
    }
    if (axes.some((axis) => missing(values, `${axis}1h`) || missing(values, `${axis}5h`))) {
      const { collectionCycle, datumAt } = facts;
      const anHour = { collectionCycle, datumAt, window: changeWindows.oneHour };
      const fiveHours = { collectionCycle, datumAt, window: changeWindows.fiveHours };
      for (const axis of axes) {
        const earlier = recent.column(axis);
        const now = { t: reading.t, value: number(values, axis) };
        set(values, `${axis}1h`, changeOver(now, earlier, anHour));
        set(values, `${axis}5h`, changeOver(now, earlier, fiveHours));
      }
    }
    recent.add(reading);
    return { ...reading, values };
  }

  #rain(reading: Reading, { timeZone, dayBoundary }: SourceFacts, recent: RecentReadings): Reading {
    recent.add(reading);
    if (!missing(reading.values, 'daily')) return reading;
    const types = recent.column('dataType');
    const rows = recent
      .column('amount')
      .map((amount, index) => ({ t: amount.t, amount: amount.value, dataType: types[index]?.value ?? null }));
    return {
      ...reading,
      values: { ...reading.values, daily: rainSoFar(reading.t, rows, timeZone, dayBoundary) },
    };
  }
}
