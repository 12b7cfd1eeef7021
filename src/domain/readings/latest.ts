/** The newest value of each channel of a source, as rows come in. */

export type ChannelValue = number | string | null;

/** A value that the device does not vouch for, and when it was sent. */
export interface DoubtfulValue {
  /** Sparkplug `Quality`: 0 bad, 500 stale. */
  readonly quality: number;
  readonly value: ChannelValue;
  readonly t: number;
}

/** Of each channel its newest value. */
export interface LatestValues {
  /** Time of the newest row. */
  readonly t: number;
  readonly receivedAt: number;
  readonly values: Readonly<Record<string, ChannelValue>>;
  /** Times of the values that are older than `t`. */
  readonly times?: Readonly<Record<string, number>> | undefined;
  readonly notGood?: Readonly<Record<string, DoubtfulValue>> | undefined;
}

/** When a channel's value was measured; null where it has none. */
export function timeOf(
  { t, values, times }: Pick<LatestValues, 't' | 'values' | 'times'>,
  channel: string,
): number | null {
  return (values[channel] ?? null) === null ? null : (times?.[channel] ?? t);
}

/** Newest values of its own, to be written to. */
export interface MergedLatest {
  t: number;
  receivedAt: number;
  values: Record<string, ChannelValue>;
  times?: Record<string, number>;
  notGood?: Record<string, DoubtfulValue>;
}

/** Takes in a row: each channel keeps its newest value, whatever order rows come in. */
export function mergeLatest(known: LatestValues | undefined, row: LatestValues): MergedLatest {
  const newer = known === undefined || row.t >= known.t ? row : known;
  const values: Record<string, ChannelValue> = {};
  const times: Record<string, number> = {};
  const notGood: Record<string, DoubtfulValue> = {};
  for (const source of known === undefined ? [row] : [known, row]) {
    for (const [channel, value] of Object.entries(source.values)) {
      const t = timeOf(source, channel);
      if (t === null || t < (times[channel] ?? t)) continue;
      values[channel] = value;
      times[channel] = t;
    }
    for (const [channel, entry] of Object.entries(source.notGood ?? {})) {
      if (entry.t >= (notGood[channel]?.t ?? entry.t)) notGood[channel] = entry;
    }
  }
  for (const channel of Object.keys(notGood)) {
    if ((times[channel] ?? Number.NEGATIVE_INFINITY) >= (notGood[channel]?.t ?? 0)) delete notGood[channel];
  }
  const older = Object.entries(times).filter(([, t]) => t !== newer.t);
  return {
    t: newer.t,
    receivedAt: newer.receivedAt,
    values,
    ...(older.length === 0 ? {} : { times: Object.fromEntries(older) }),
    ...(Object.keys(notGood).length === 0 ? {} : { notGood }),
  };
}
