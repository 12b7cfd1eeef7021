import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { table } from '../../../../../commands/table.ts';
import type { TableColumn } from '../../../../derive/row-columns.ts';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { preferences } from '../../../state/preferences.ts';
import { readStored, writeStored } from '../../../state/stored.ts';
import type { RowSource } from '../sources.ts';

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

/** The column of when a row was received, which every row has. */
const received = (source: RowSource): TableColumn => ({
  row: source.row,
  id: 'receivedAt',
  type: 'time',
  unit: null,
  digits: 0,
  heading: 'table.received',
  values: null,
  flags: [],
  element: false,
});

export interface ChosenColumns {
  /** All that there are. */
  readonly all: readonly TableColumn[];
  readonly shown: readonly TableColumn[];
  readonly toggle: (id: string) => void;
}

/** The columns of a row that the user wants to see: all at first, then as they were chosen for this row. */
export function useColumns(source: RowSource, ofElements: boolean): ChosenColumns {
  const text = useText();
  const { account } = useSnapshot(preferences);
  const place = `columns.${account}.${source.row}${ofElements ? '.elements' : ''}`;
  const [kept, setKept] = useState<{ readonly place: string; readonly hidden: readonly string[] } | null>(
    null,
  );
  const hidden = useMemo(
    () => (kept?.place === place ? kept.hidden : readStored(place, [], isList)),
    [kept, place],
  );
  const all = useMemo(
    () => [
      received(source),
      ...source.columns.filter(({ element, type }) => element === ofElements && type !== 'samples'),
    ],
    [source, ofElements],
  );
  const shown = useMemo(() => all.filter(({ id }) => !hidden.includes(id)), [all, hidden]);
  const toggle = (id: string) => {
    const next = hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id];
    setKept({ place, hidden: next });
    writeStored(place, next);
  };
  useOffer(table.column, ({ column }) => toggle(column), {
    choices: () => all.map(({ id, heading }) => ({ value: id, label: text(heading) })),
  });
  return { all, shown, toggle };
}
