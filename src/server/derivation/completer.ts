import { changeOver, changeWindows } from '../../domain/change.ts';
import { crackOpening } from '../../domain/crack.ts';
import { rainSoFar } from '../../domain/rain.ts';
import { tiltAzimuth, tiltDirection, totalTilt } from '../../domain/tilt.ts';
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
  readonly #now: () => number;
  readonly #sources = new Map<string, Source>();

  constructor(storage: Storage, now: () => number = Date.now) {
    this.#storage = storage;
    this.#now = now;
  }

  /** Completes readings in the order given: a reading sees those before it. */
  async completeAll(readings: readonly Reading[]): Promise<readonly Reading[]> {
    const completed: Reading[] = [];
    for (const reading of readings) completed.push(await this.complete(reading));
    return completed;
  }

  async complete(reading: Reading): Promise<Reading> {
    if (reading.element !== 0) return reading;
    switch (reading.row) {
      case 'tilt':
        return this.#tilt(reading);
      case 'crack': {
        if (!missing(reading.values, 'opening')) return reading;
        const values: Values = { ...reading.values };
        set(values, 'opening', crackOpening(number(values, 'length'), number(values, 'installedLength')));
        return { ...reading, values };
      }
      case 'rain':
        return this.#rain(reading);
      default:
        return reading;
    }
  }

  /** Forgets what is known of a sensor, after it was remounted, re-zeroed or moved. */
  forget(sourceId: number): void {
    for (const key of this.#sources.keys()) if (key.endsWith(`/${sourceId}`)) this.#sources.delete(key);
  }

  async #source(reading: Reading): Promise<Source | null> {
    const key = `${reading.row}/${reading.sourceId}`;
    const known = this.#sources.get(key);
    if (known !== undefined && this.#now() - known.readAt < factsFor) return known;
    const facts = await readSourceFacts(this.#storage, reading.sourceId);
    if (facts === null) return null;
    const source = { facts, readAt: this.#now(), recent: known?.recent ?? null };
    this.#sources.set(key, source);
    return source;
  }

  async #tilt(reading: Reading): Promise<Reading> {
    const source = await this.#source(reading);
    if (source === null) return reading;
    const { facts } = source;
    const values: Values = { ...reading.values };
    const x = number(values, 'x');
    const y = number(values, 'y');
    if (x !== null && y !== null) {
      const direction = number(values, 'direction') ?? tiltDirection(x, y);
      set(values, 'tilt', totalTilt(x, y));
      set(values, 'direction', direction);
      set(values, 'azimuth', tiltAzimuth(direction, facts.mountAzimuth));
    }
    const slack = Math.max(1.5 * facts.collectionCycle * 1000, hour / 6);
    source.recent ??= new RecentReadings(
      this.#storage,
      reading.sourceId,
      'tilt',
      axes,
      changeWindows.fiveHours + slack,
    );
    await source.recent.reach(reading.t);
    if (axes.some((axis) => missing(values, `${axis}1h`) || missing(values, `${axis}5h`))) {
      for (const axis of axes) {
        const earlier = source.recent.column(axis);
        const now = { t: reading.t, value: number(values, axis) };
        const terms = { collectionCycle: facts.collectionCycle, datumAt: facts.datumAt };
        set(values, `${axis}1h`, changeOver(now, earlier, { ...terms, window: changeWindows.oneHour }));
        set(values, `${axis}5h`, changeOver(now, earlier, { ...terms, window: changeWindows.fiveHours }));
      }
    }
    source.recent.add(reading);
    return { ...reading, values };
  }

  async #rain(reading: Reading): Promise<Reading> {
    const source = await this.#source(reading);
    if (source === null) return reading;
    const { timeZone, dayBoundary } = source.facts;
    // A rain day may have 25 h when clocks go back.
    source.recent ??= new RecentReadings(
      this.#storage,
      reading.sourceId,
      'rain',
      ['amount', 'dataType'],
      25 * hour,
    );
    await source.recent.reach(reading.t);
    source.recent.add(reading);
    if (!missing(reading.values, 'daily')) return reading;
    const types = source.recent.column('dataType');
    const rows = source.recent
      .column('amount')
      .map((amount, index) => ({ t: amount.t, amount: amount.value, dataType: types[index]?.value ?? null }));
    return {
      ...reading,
      values: { ...reading.values, daily: rainSoFar(reading.t, rows, timeZone, dayBoundary) },
    };
  }
}
