import { matrix } from '../../../../../commands/matrix.ts';
import { table } from '../../../../../commands/table.ts';
import { useOffer } from '../../../components/screen.ts';
import type { CellPosition } from '../grid/geometry.ts';
import type { CellWords } from '../grid/use-cell-words.ts';
import type { SheetData } from '../use-sheet.ts';
import { type Chosen, mostListed, someRow } from './chosen-cells.ts';

/** Offers to choose a cell or a whole column. */
export function useChoosing(of: {
  readonly shown: SheetData;
  readonly words: CellWords;
  readonly chosen: Chosen;
  readonly choose: (place: CellPosition, extend: boolean) => void;
  readonly chooseColumn: (column: number) => void;
}): void {
  const { shown, words, chosen } = of;
  const { model, lines, stations } = shown;
  useOffer(
    table.choose,
    ({ row, column, extend }) => {
      if (row < lines.length) of.choose({ row, column: column ?? chosen.at.column }, extend === true);
    },
    {
      available: lines.length > 0,
      choices: () =>
        lines.slice(0, mostListed).map((device, value) => {
          const station = stations.get(model.stationOf(device));
          return { value, label: `${station?.code ?? ''} ${station?.name ?? ''}` };
        }),
    },
  );
  useOffer(
    matrix.column,
    ({ field }) => {
      const column = model.fields.findIndex(({ id }) => id === field);
      if (column >= 0) of.chooseColumn(column + 1);
    },
    {
      available: someRow(shown),
      choices: () => model.fields.map(({ id }, column) => ({ value: id, label: words.field(column) })),
    },
  );
}
