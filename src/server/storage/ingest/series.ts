/** What the writer remembers of a series: its newest values and the rows that derivations look back at. */
import type { Cell } from '../executor.ts';
import type { SeriesKey } from '../readings/source.ts';
import type { NotGood, StoredValue } from '../storage.ts';
import type { StoredRow } from '../tables.ts';
import { toStored } from './cells.ts';
import type { RowState } from './row-state.ts';
import type { Window } from './window.ts';

const never = Number.NEGATIVE_INFINITY;

export class Series {
  /** Time and receipt of the newest row. */
  t = never;
  receivedAt = 0;
  /**
   * Grows with each change of the series' rows, by any process: shows whether what is remembered holds; −1 = never
   * read.
   */
  revision = -1;
  /** What it was before the last change; NaN where that changed more than the newest rows. */
  revisionBefore = Number.NaN;
  /** By column, the newest value and its time. */
  readonly cells: Cell[];
  readonly times: number[];
  notGood = new Map<number, { readonly t: number; readonly entry: NotGood }>();
  window: Window | null = null;
  /** Start of the newest row's day; NaN before the first. While it runs it stays marked as changed. */
  running = Number.NaN;
  marked = false;
  /** False: another connection has written since; to be compared with the database before it is believed. */
  isTrusted = true;

  constructor(
    readonly key: SeriesKey,
    readonly row: StoredRow,
  ) {
    this.cells = row.columns.map(() => null);
    this.times = row.columns.map(() => never);
  }

  /** Takes in a row as it is stored now; true where it moved a channel on, or changed the value of the newest time. */
  offer(t: number, receivedAt: number, { cells, notGood }: RowState): boolean {
    let moved = false;
    if (t > this.t) {
      this.t = t;
      this.receivedAt = receivedAt;
      moved = true;
    }
    for (let place = 0; place < cells.length; place += 1) {
      const cell = cells[place] ?? null;
      if (cell === null) continue;
      const known = this.times[place] ?? never;
      if (t < known || (t === known && this.cells[place] === cell)) continue;
      this.cells[place] = cell;
      this.times[place] = t;
      if ((this.notGood.get(place)?.t ?? never) <= t) this.notGood.delete(place);
      moved = true;
    }
    for (const [place, entry] of notGood ?? []) {
      if (t <= Math.max(this.notGood.get(place)?.t ?? never, this.times[place] ?? never)) continue;
      this.notGood.set(place, { t, entry });
      moved = true;
    }
    return moved;
  }

  /**
   * The rows of the series have changed. Never a number that it had before, also where it was emptied in between.
   * @param isNewestAlone nothing but rows behind which there were none
   */
  changed(isNewestAlone = false): void {
    this.revisionBefore = isNewestAlone ? this.revision : Number.NaN;
    this.revision = Math.max(this.revision + 1, Date.now());
  }

  /** Forgets the newest values, to be read anew from the rows. */
  clear(): void {
    this.t = never;
    this.cells.fill(null);
    this.times.fill(never);
    this.notGood.clear();
  }
}

/**
 * The text of a series' `latest` row: a LatestReading as JSON, bytes as {base64}, missing channels left out. Written by
 * hand, because it is made for every reading that comes and numbers are nearly all of it.
 */
export function latestText(series: Series): string {
  const { key, row, t, receivedAt, cells, times, notGood } = series;
  const { labels } = row;
  let plain = '';
  let older = '';
  for (let place = 0; place < cells.length; place += 1) {
    const value = cells[place] ?? null;
    if (value === null) continue;
    const label = labels[place] ?? '';
    if (typeof value === 'number') plain += label + value;
    else if (typeof value === 'string') plain += label + JSON.stringify(value);
    else plain += `${label}{"base64":"${Buffer.from(value).toString('base64')}"}`;
    if (times[place] !== t) older += label + String(times[place]);
  }
  // Each label begins with a comma.
  plain = plain.slice(1);
  const aside = older === '' ? '' : `,"times":{${older.slice(1)}}`;
  const bad = notGood.size === 0 ? '' : `,"notGood":${notGoodJson(series)}`;
  return `{"sourceId":${key.sourceId},"row":"${key.row}","element":${key.element},"t":${t},"receivedAt":${receivedAt},"values":{${plain}}${aside}${bad}}`;
}

function notGoodJson({ row, notGood }: Series): string {
  const entries = [...notGood].map(([place, { t, entry }]) => [
    row.columns[place]?.name ?? '',
    { t, quality: entry.quality, value: entry.value instanceof Uint8Array ? null : entry.value },
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}

interface PackedBytes {
  readonly base64: string;
}
/** What `latestText` wrote, as JSON. */
export interface LatestJson {
  readonly t: number;
  readonly receivedAt: number;
  readonly values: Readonly<Record<string, StoredValue | PackedBytes>>;
  readonly times?: Readonly<Record<string, number>>;
  readonly notGood?: Readonly<Record<string, { readonly t: number } & NotGood>>;
}

const isPacked = (value: StoredValue | PackedBytes): value is PackedBytes =>
  typeof value === 'object' && value !== null && 'base64' in value;

/** A value of `latestText`; bytes are unpacked. */
export const unpacked = (value: StoredValue | PackedBytes): StoredValue =>
  isPacked(value) ? Buffer.from(value.base64, 'base64') : value;

/** Fills a series from the text of its `latest` row. */
export function readSeries(series: Series, text: string, revision: number): void {
  const json = JSON.parse(text) as LatestJson; // written by latestText
  series.clear();
  series.t = json.t;
  series.receivedAt = json.receivedAt;
  series.revision = revision;
  series.isTrusted = true;
  series.marked = false;
  series.window = null;
  for (const [channel, value] of Object.entries(json.values)) {
    const place = series.row.places.get(channel);
    if (place === undefined) continue;
    series.cells[place] = toStored(unpacked(value));
    series.times[place] = json.times?.[channel] ?? json.t;
  }
  for (const [channel, { t, ...entry }] of Object.entries(json.notGood ?? {})) {
    const place = series.row.places.get(channel);
    if (place !== undefined) series.notGood.set(place, { t, entry });
  }
}
