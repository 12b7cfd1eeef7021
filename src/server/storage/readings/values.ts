/** Channel values on their way into a table and into the `latest` row. */
import type { Cell } from '../executor.ts';
import type { LatestReading, Reading, StoredValue } from '../storage.ts';

/** A value as its column takes it: numbers that are none are missing; PostgreSQL's text knows no NUL. */
export function toStored(value: StoredValue | undefined): Cell {
  if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) return null;
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;
}

interface PackedBytes {
  readonly base64: string;
}

/**
 * A reading as the text of its `latest` row: a LatestReading as JSON, bytes as {base64}, missing channels left out.
 * Written by hand, because it is made for every reading that comes and numbers are nearly all of it.
 */
export function latestText({ sourceId, row, element, t, receivedAt, values }: Reading): string {
  let plain = '';
  for (const channel in values) {
    const value = toStored(values[channel]);
    if (value === null) continue;
    if (plain !== '') plain += ',';
    if (typeof value === 'number') plain += `"${channel}":${value}`;
    else if (typeof value === 'string') plain += `"${channel}":${JSON.stringify(value)}`;
    else plain += `"${channel}":{"base64":"${Buffer.from(value).toString('base64')}"}`;
  }
  return `{"sourceId":${sourceId},"row":"${row}","element":${element},"t":${t},"receivedAt":${receivedAt},"values":{${plain}}}`;
}

/** The reading of `latestText`; `bytes` says that its row holds samples. */
function parseLatest(text: string, bytes: boolean): LatestReading {
  const reading = JSON.parse(text) as LatestReading; // written by latestText
  if (!bytes) return reading;
  const values: Record<string, StoredValue> = {};
  for (const [channel, value] of Object.entries(
    reading.values as Record<string, StoredValue | PackedBytes>,
  )) {
    const packed = typeof value === 'object' && value !== null && 'base64' in value;
    values[channel] = packed ? Buffer.from(value.base64, 'base64') : value;
  }
  return { ...reading, values };
}

/** Most rows that are remembered: a screenful of a large fleet, about 1 KB each. */
const REMEMBERED = 20_000;

/**
 * `latest` rows by their text: between two questions most have not changed, and parsing is the larger part of the
 * answer. Keyed by the text itself, so it cannot be stale. What it answers is shared: it must not be written to.
 */
export class ParsedLatest {
  readonly #known = new Map<string, LatestReading>();

  of(text: string, bytes: boolean): LatestReading {
    let reading = this.#known.get(text);
    if (!reading) {
      reading = parseLatest(text, bytes);
      if (this.#known.size >= REMEMBERED) this.#known.clear();
      this.#known.set(text, reading);
    }
    return reading;
  }
}
