import { useEffect, useMemo, useState } from 'react';
import { useFormat, useText } from '../../../components/i18n.ts';
import { type Doubted, fetchDoubted, fetchReadings, type Loaded } from '../fetch-history.ts';
import type { CurveLine } from '../lines.ts';
import { type TableLine, tableLines, timesOf } from './table-lines.ts';

export interface HistoryRows {
  readonly lines: readonly TableLine[];
  /** Rows of the table, UTC ms, ascending. */
  readonly times: Float64Array;
  /** Heads of the columns: short for the table, whole for a file. */
  readonly titles: readonly { readonly short: string; readonly full: string }[];
}

/** Rows of the lines out of loaded columns. */
export function useRowsOf(): (
  lines: readonly CurveLine[],
  loaded: Loaded,
  columns?: Loaded['columns'],
) => HistoryRows {
  const text = useText();
  const format = useFormat();
  return useMemo(
    () =>
      (lines, loaded, columns = loaded.columns) => {
        const found = tableLines(lines, columns);
        const titles = found.map(({ line, made, step }) => {
          const note =
            made === 'reading' ? '' : ` (${text(`history.${made}`, { step: format.duration(step) })})`;
          return { short: `${line.label}${note}`, full: `${line.full}${note}` };
        });
        return { lines: found, times: timesOf(found, loaded), titles };
      },
    [text, format],
  );
}

/** What devices did not vouch for among what is loaded, while the table is on screen; null until it is known. */
export function useDoubted(
  lines: readonly CurveLine[],
  loaded: Loaded | null,
  wanted: boolean,
): Doubted | null {
  const [found, setFound] = useState<{ lines: readonly CurveLine[]; doubted: Doubted } | null>(null);
  useEffect(() => {
    if (!wanted || loaded === null) return;
    const abort = new AbortController();
    fetchDoubted(loaded, lines, abort.signal).then(
      (doubted) => {
        if (!abort.signal.aborted) setFound({ lines, doubted });
      },
      // Their cells stay empty then.
      () => undefined,
    );
    return () => abort.abort();
  }, [lines, loaded, wanted]);
  return wanted && found?.lines === lines ? found.doubted : null;
}

/** What the table shows while it is on screen (`wanted`): readings, also where the curve has them put together. */
export function useTable(
  lines: readonly CurveLine[],
  loaded: Loaded | null,
  wanted: boolean,
): HistoryRows | null {
  const rowsOf = useRowsOf();
  const [finer, setFiner] = useState<{ loaded: Loaded; columns: Loaded['columns'] } | null>(null);
  useEffect(() => {
    if (!wanted || loaded === null) return;
    const abort = new AbortController();
    fetchReadings(loaded, lines, abort.signal).then(
      (columns) => {
        if (!abort.signal.aborted) setFiner({ loaded, columns });
      },
      // What the curve has is shown then, and its heads say how it was put together.
      () => undefined,
    );
    return () => abort.abort();
  }, [lines, loaded, wanted]);
  return useMemo(() => {
    if (!wanted || loaded === null) return null;
    return rowsOf(lines, loaded, finer?.loaded === loaded ? finer.columns : loaded.columns);
  }, [rowsOf, lines, loaded, finer, wanted]);
}
