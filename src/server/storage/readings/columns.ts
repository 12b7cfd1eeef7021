/** Numbers of one series between two moments, by columns. */
import type { SourceColumns } from '../../../domain/alarms/model.ts';
import type { ColumnPiece } from '../sealed/scan.ts';
import type { ReadingSource, SeriesKey } from './source.ts';

/** Consecutive pieces as one: times, then the columns. */
export function joined(pieces: readonly ColumnPiece[], width: number): readonly Float64Array[] {
  const length = pieces.reduce((sum, { t }) => sum + t.length, 0);
  return Array.from({ length: width + 1 }, (_, place) => {
    const column = new Float64Array(length);
    let at = 0;
    for (const { t, values } of pieces) {
      const part = place === 0 ? t : values[place - 1];
      if (part !== undefined) column.set(part, at);
      at += t.length;
    }
    return column;
  });
}

/**
 * A series from `from` to `to`, both inclusive, in order of time. NaN = missing; test tips of rain have no amount.
 * @param channels that have numbers @throws StorageProblem `unknown-channel` for any other
 */
export async function readColumns(
  source: ReadingSource,
  key: SeriesKey,
  from: number,
  to: number,
  channels: readonly string[],
): Promise<SourceColumns> {
  const pieces: ColumnPiece[] = [];
  for await (const piece of source.scanColumns(key, Math.ceil(from), Math.floor(to) + 1, channels))
    pieces.push(piece);
  const [t = new Float64Array(0), ...values] = joined(pieces, channels.length);
  return { t, values: new Map(channels.map((channel, index) => [channel, values[index] ?? t])) };
}
