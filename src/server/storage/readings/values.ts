/** `latest` rows as they are read. */
import { type LatestJson, unpacked } from '../ingest/series.ts';
import type { LatestReading } from '../storage.ts';

/** The reading of `latestText`; `bytes` says that its row holds samples. */
function parseLatest(text: string, bytes: boolean): LatestReading {
  const reading = JSON.parse(text) as LatestReading; // written by latestText
  if (!bytes) return reading;
  const { values } = JSON.parse(text) as LatestJson; // written by latestText
  const whole = Object.entries(values).map(([channel, value]) => [channel, unpacked(value)]);
  return { ...reading, values: Object.fromEntries(whole) };
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
