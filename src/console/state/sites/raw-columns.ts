import type { RowId } from '../../../catalogue/model.ts';
import { decodeHistory } from '../../../contract/history/decode.ts';
import { historyColumns } from '../../../contract/history-calls.ts';
import { requestBytes } from '../connection/client.ts';

/** The most readings that one request gives as they are. */
export const mostReadings = 65_536;
const mostBins = 8000;

/** Readings of a source as columns. */
export interface RawColumns {
  /** UTC ms, ascending. */
  readonly t: Float64Array;
  /** By channel; NaN = missing. */
  readonly values: Readonly<Record<string, Float64Array>>;
}

/** Readings of some channels of a row between two moments, each as it was sent; null where there are too many. @throws ApiError */
export async function fetchRaw(
  of: {
    readonly sourceId: number;
    readonly row: RowId;
    readonly channels: readonly string[];
    /** Node or layer from 1; left out = the row's own channels. */
    readonly element?: number;
  },
  span: { readonly from: number; readonly to: number } | { readonly latest: number },
  signal: AbortSignal,
): Promise<RawColumns | null> {
  const bounds =
    'latest' in span
      ? { latest: span.latest }
      : { from: Math.floor(span.from), to: Math.ceil(span.to), bins: mostBins, rawUpTo: mostReadings };
  const bytes = await requestBytes(historyColumns, {
    params: { sourceId: of.sourceId },
    query: {
      row: of.row,
      channels: of.channels.join(),
      ...(of.element === undefined ? {} : { element: of.element }),
      ...bounds,
    },
    signal,
  });
  const decoded = decodeHistory(bytes);
  if (decoded.mode !== 'raw') return null;
  return {
    t: decoded.t,
    values: Object.fromEntries(
      decoded.channels.map(({ channel, values }) => [
        channel,
        Float64Array.from(decoded.t, (_, index) => values.at(index)),
      ]),
    ),
  };
}
