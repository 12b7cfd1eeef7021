import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { useText } from '../../../components/i18n.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import { preferences } from '../../../state/preferences.ts';
import { namesOf, plotOfTable } from './table-plot.ts';
import type { Table } from './tables.ts';

/** px, of which ticks of time are made; the plot itself fills its place. */
const usualWidth = 640;

/** A result table as its script has it drawn; the rows stand below. */
export function TableChart({ table, rows }: { readonly table: Table; readonly rows: Table['rows'] }) {
  const text = useText();
  const { theme } = useSnapshot(preferences);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const spec = useMemo(() => plotOfTable(table, rows, zone, usualWidth), [table, rows, zone]);
  if (spec === null) return null;
  return (
    <Plot
      spec={spec}
      theme={theme}
      className="scripts__chart rigid underlined"
      label={text('scripts.chartOf', {
        table: table.title,
        columns: namesOf(table.columns, table.drawn?.y ?? []),
      })}
    />
  );
}
