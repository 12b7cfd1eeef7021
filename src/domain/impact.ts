/**
 * What cycles cost: reports, bytes and battery. Estimates that stand side by side, as it is and as it would be; their
 * ratio is what counts. Cycles in seconds, results of one day. Null = not known.
 */

/** How an RTU collects and reports. */
export interface Cycles {
  readonly sendCycle: number | null;
  readonly collectionCycle: number | null;
  /** On: for `fastCollectDuration` minutes, then back by itself. */
  readonly fastCollect: boolean;
  readonly fastCollectCycle: number | null;
  readonly fastCollectDuration: number | null;
}

/** A sensor as its readings cost: how many values one has, and its own cycle (null = the RTU's). */
export interface ReadingSize {
  readonly values: number;
  readonly collectionCycle: number | null;
}

const daySeconds = 86_400;
const day = daySeconds * 1000;

/** Times that something happens in the day that begins now. */
function timesPerDay(cycle: number | null, cycles: Cycles): number | null {
  if (cycle === null || cycle <= 0) return null;
  if (!cycles.fastCollect) return daySeconds / cycle;
  const { fastCollectCycle, fastCollectDuration } = cycles;
  if (fastCollectCycle === null || fastCollectCycle <= 0 || fastCollectDuration === null) return null;
  const fast = Math.min(daySeconds, fastCollectDuration * 60);
  return fast / Math.min(fastCollectCycle, cycle) + (daySeconds - fast) / cycle;
}

/** Reports in the day that begins now. */
export const reportsPerDay = (cycles: Cycles): number | null => timesPerDay(cycles.sendCycle, cycles);

/** Readings of a sensor in the day that begins now. */
export const readingsPerDay = (cycles: Cycles, { collectionCycle }: ReadingSize): number | null =>
  timesPerDay(collectionCycle ?? cycles.collectionCycle, cycles);

/** Bytes of a Sparkplug value by its alias: lengths and keys 4, alias 2, time 7, type 2, number 9 (assumed). */
const perValue = 24;
/** Bytes of a report besides its values: TCP/IP and its answer 80, MQTT and topic 45, payload 15 (assumed). */
const perReport = 140;

/** Bytes a day. `statusValues`: of the RTU's own row, which each report carries. */
export function bytesPerDay(
  cycles: Cycles,
  statusValues: number,
  sensors: readonly ReadingSize[],
): number | null {
  const reports = reportsPerDay(cycles);
  if (reports === null) return null;
  let bytes = reports * (perReport + statusValues * perValue);
  for (const sensor of sensors) {
    const readings = readingsPerDay(cycles, sensor);
    if (readings === null) return null;
    bytes += readings * sensor.values * perValue;
  }
  return bytes;
}

/** mAh: a day asleep at 1 mA, a report of 24 s at 150 mA, a reading of 12 s at 30 mA (assumed; the ratio is used). */
const charges = { day: 24, report: 1, reading: 0.1 } as const;

/** What a day takes from the battery, in units that only compare; null where a cycle is not known. */
export function dailyDraw(cycles: Cycles, sensors: readonly ReadingSize[]): number | null {
  const reports = reportsPerDay(cycles);
  if (reports === null) return null;
  let draw = charges.day + charges.report * reports;
  for (const sensor of sensors) {
    const readings = readingsPerDay(cycles, sensor);
    if (readings === null) return null;
    draw += charges.reading * readings;
  }
  return draw;
}

/** The battery as a report states it. */
export interface ChargeReading {
  readonly t: number;
  /** %. */
  readonly charge: number;
  /** Neither charging nor full. */
  readonly discharging: boolean;
}

/** Discharge that must have been seen, ms: below it nothing is said. */
const enough = 7 * day;
/** Readings farther apart do not belong together: what was between is not known. ms */
const apart = day / 4;

/**
 * How fast an RTU's battery sinks while nothing charges it, % a day: what was lost over all stretches of discharge by
 * their length. Null with less than 7 days of discharge, or where it did not sink.
 * @param readings ascending by time
 */
export function ownDischarge(readings: readonly ChargeReading[]): number | null {
  let lost = 0;
  let lasted = 0;
  for (let index = 1; index < readings.length; index++) {
    const [before, now] = [readings[index - 1], readings[index]];
    if (before === undefined || now === undefined) continue;
    if (!before.discharging || !now.discharging || now.t - before.t > apart) continue;
    // Ups and downs of a rounded value cancel out within a stretch.
    lost += before.charge - now.charge;
    lasted += now.t - before.t;
  }
  return lasted < enough || lost <= 0 ? null : (lost / lasted) * day;
}

/** Days until the battery is empty, without sun: as the RTU is, and as it would be with another draw. */
export function batteryDays(
  charge: number | null,
  discharge: number | null,
  draw: { readonly before: number | null; readonly after: number | null },
): { readonly before: number | null; readonly after: number | null } {
  const before = charge === null || discharge === null ? null : charge / discharge;
  const known = before !== null && draw.before !== null && draw.after !== null && draw.after > 0;
  return { before, after: known ? (before * (draw.before ?? 0)) / (draw.after ?? 1) : null };
}
