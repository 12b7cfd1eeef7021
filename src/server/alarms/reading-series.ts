/** Readings for evaluation, from the storage. */
import { groupBy } from '../../base/group.ts';
import type { RowId } from '../../catalogue/model.ts';
import { type SourceKey, sourceKey } from '../../domain/alarms/judged-instance.ts';
import type { Storage, StretchReading } from '../storage/storage.ts';

const day = 86_400_000;

/** The row and the id of a source. */
export function partsOf(source: SourceKey): { readonly row: RowId; readonly sourceId: number } {
  const at = source.indexOf('/');
  return { row: source.slice(0, at) as RowId, sourceId: Number(source.slice(at + 1)) };
}

export type StretchSeries = ReadonlyMap<SourceKey, readonly StretchReading[]>;

/** Readings of sources from `from` to `to`, both inclusive. */
export async function readSeries(
  storage: Storage,
  sources: Iterable<SourceKey>,
  from: number,
  to: number,
): Promise<StretchSeries> {
  const found = new Map<SourceKey, readonly StretchReading[]>();
  for (const [row, parts] of groupBy([...sources].map(partsOf), (part) => part.row)) {
    const ids = parts.map(({ sourceId }) => sourceId);
    for (const [id, readings] of await storage.readings.stretch(row, ids, from, to))
      found.set(sourceKey(row, id), readings);
  }
  return found;
}

/** Times of the newest readings of sources, each with its place: `row/id/element`. */
export async function newestTimes(
  readings: Storage['readings'],
  sources: Iterable<SourceKey>,
): Promise<ReadonlyMap<SourceKey, readonly (readonly [place: string, t: number])[]>> {
  const found = new Map<SourceKey, [string, number][]>();
  for (const [row, parts] of groupBy([...new Set(sources)].map(partsOf), (part) => part.row)) {
    const ids = parts.map(({ sourceId }) => sourceId);
    for (const { sourceId, element, t } of await readings.latest(row, ids)) {
      const source = sourceKey(row, sourceId);
      const list = found.get(source) ?? [];
      if (list.length === 0) found.set(source, list);
      list.push([`${source}/${element}`, t]);
    }
  }
  return found;
}

/** A receipt of a reading says that its RTU was heard then, where it was not resent: within a day of its collection. */
const isReceipt = ({ t, receivedAt, isHistorical }: StretchReading): boolean =>
  !isHistorical && Math.abs(receivedAt - t) <= day;

/** Readings that must be read to know the receipts from `from` on, begin here. */
export const receiptsFrom = (from: number): number => from - day;

/** When anything of an RTU was received, ascending, each moment once. */
export function receiptsOf(series: StretchSeries, sources: readonly SourceKey[]): readonly number[] {
  const times = new Set<number>();
  for (const source of sources)
    for (const reading of series.get(source) ?? []) if (isReceipt(reading)) times.add(reading.receivedAt);
  return [...times].sort((a, b) => a - b);
}
