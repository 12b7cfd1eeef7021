import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RowId } from '../../../../catalogue/model.ts';
import { historyGaps } from '../../../../contract/history-calls.ts';
import { byEvent } from '../../../../domain/readings/event-rows.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import type { TabRange } from '../../../components/range/use-tab-range.ts';
import type { DataRow } from '../../../components/table/DataTable.tsx';
import { request } from '../../../state/connection/client.ts';
import type { RowGap } from './gap-rows.ts';

/** Kinds of gap in which there are no readings; late and faulty ones are there. */
const empty: ReadonlySet<string> = new Set(['silent', 'removed']);
const none: readonly RowGap[] = [];

/** Where readings of a source are missing in a range, in words; of the newest readings, since the oldest of them. */
export function useGaps(
  of: { readonly sourceId: number; readonly row: RowId; readonly element: number },
  { range, span }: TabRange,
  rows: readonly DataRow[],
  whole: boolean,
): readonly RowGap[] {
  const text = useText();
  const format = useFormat();
  const { sourceId, row, element } = of;
  const oldest = rows.at(-1)?.t ?? null;
  const from = span === null ? (whole ? oldest : null) : Math.floor(span.from);
  const { data } = useQuery({
    queryKey: ['station', 'gaps', sourceId, row, element, range, from],
    queryFn: ({ signal }) =>
      request(historyGaps, {
        params: { sourceId },
        query: { row, element, from: from ?? 0, to: Math.min(Date.now(), Math.ceil(span?.to ?? Date.now())) },
        signal,
      }),
    // A stretch that lies wholly ahead has no gaps.
    enabled: !byEvent.has(row) && from !== null && from < Date.now(),
  });
  return useMemo(() => {
    const found = (data?.gaps ?? []).filter(({ kind }) => empty.has(kind));
    if (found.length === 0) return none;
    return found.map(({ kind, from: start, to, count }) => ({
      from: start,
      to,
      words: [`${text(`gap.${kind}`)} ${format.duration(to - start)}`, text('table.gapCount', { count })],
    }));
  }, [data, text, format]);
}
