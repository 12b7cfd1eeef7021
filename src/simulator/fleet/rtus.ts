import { between, integer, mix, seedOf, unit } from '../random.ts';
import type { PastSpan } from '../rtu.ts';
import { day, hour } from '../signals/calendar.ts';
import type { Fate } from './fates.ts';

/** Cycles of one RTU, seconds; `fast` = the one at which it collects and reports faster at present. */
export interface FleetCycles {
  readonly send: number;
  readonly collection: number;
  readonly fast: number | null;
  readonly awake: boolean;
}

/**
 * A third of the RTUs is awake or reports every 1–5 min, because fast collect is on; the others sleep 10 min to an
 * hour. Some collect every ten minutes, the others hourly or half-hourly.
 */
export function cyclesOf(number: number, seed: number, fate: Fate): FleetCycles {
  if (fate.everyMinute) return { send: 300, collection: 60, fast: null, awake: true };
  if (fate.cycle !== undefined)
    return { send: fate.cycle, collection: fate.cycle, fast: null, awake: fate.awake ?? false };
  if (number % 3 === 0 || fate.fastCycle !== undefined) {
    const cycle = number % 24 === 0 ? 600 : 3600;
    const fast = fate.fastCycle ?? [60, 120, 180, 300][integer(seed, 61, 0, 3)] ?? 300;
    return { send: cycle, collection: cycle, fast, awake: fate.awake ?? number % 6 === 0 };
  }
  const asleep = { fast: null, awake: false };
  if (number % 18 === 1) {
    const send = [600, 1200, 1800][integer(seed, 62, 0, 2)] ?? 600;
    return { send, collection: 600, ...asleep };
  }
  if (number % 7 === 2) return { send: 1800, collection: 1800, ...asleep };
  return { send: 3600, collection: 3600, ...asleep };
}

/** Outages of the past: hours of silence, ranges resent later, and a span without the device where fate says so. */
export function pastSpans(
  seed: number,
  anchor: number,
  days: number,
  sendCycle: number,
  fate: Fate,
): PastSpan[] {
  const spans: PastSpan[] = [];
  const own = seedOf(seed, 'past');
  for (let block = 0; block * 15 < days; block++) {
    const place = mix(own, block);
    const end = anchor - block * 15 * day - 13 * hour;
    const at = (n: number, hours: number) =>
      end - between(place, n, 0, 15 * 24 - hours - 14) * hour - hours * hour;
    if (unit(place, 1) < 0.3) {
      const hours = between(place, 2, 3, 14);
      const from = at(3, hours);
      spans.push({ kind: 'silent', from, to: from + hours * hour });
    }
    if (unit(place, 4) < 0.35) {
      const hours = between(place, 5, 2, 10);
      const from = at(6, hours);
      spans.push({ kind: 'resent', from, to: from + hours * hour });
    }
  }
  if (fate.pace) spans.push({ kind: 'silent', from: anchor - 1.8 * sendCycle * 1000, to: anchor });
  if (fate.removed)
    spans.push({ kind: 'removed', from: anchor + fate.removed.from, to: anchor + fate.removed.to });
  return spans;
}
