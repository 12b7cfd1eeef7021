import { matrix } from '../../../../../commands/matrix.ts';
import { neutralValue } from '../../../../base/csv.ts';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { notify } from '../../../state/notices.ts';
import { type Pasted, pasteBlock } from '../grid/paste.ts';
import type { CellWords } from '../grid/use-cell-words.ts';
import type { SheetData } from '../use-sheet.ts';
import { type Chosen, someRow } from './chosen-cells.ts';
import { putCells } from './put-cells.ts';

/** Offers to copy the chosen cells as tab-separated text, and to paste such text over them. */
export function useClipboard(of: {
  readonly shown: SheetData;
  readonly words: CellWords;
  readonly chosen: Chosen;
  readonly canEdit: boolean;
  readonly setPasted: (pasted: Pasted | null) => void;
}): void {
  const { shown, words, chosen, canEdit } = of;
  const { model, checked, lines, stations } = shown;
  const text = useText();
  const any = someRow(shown);
  useOffer(
    matrix.copy,
    async ({ heads }) => {
      const { row, toRow, column, toColumn } = chosen.range;
      const columns = Array.from({ length: toColumn - column + 1 }, (_, at) => column + at);
      const plain = (cell: string) => {
        const neutral = neutralValue(cell);
        return /[\t\n"]/.test(neutral) ? `"${neutral.replaceAll('"', '""')}"` : neutral;
      };
      const rows = lines.slice(row, toRow + 1).map((device) => {
        const station = stations.get(model.stationOf(device));
        return columns.map((at) =>
          at === 0
            ? `${station?.code ?? ''} ${station?.name ?? ''}`
            : words.shown(device, at - 1, checked.devices.get(device)),
        );
      });
      const head = columns.map((at) => (at === 0 ? text('matrix.station') : words.field(at - 1)));
      const all = heads === true ? [head, ...rows] : rows;
      await navigator.clipboard.writeText(all.map((cells) => cells.map(plain).join('\t')).join('\n'));
      notify('success', text('matrix.copied', { count: rows.length * columns.length }));
    },
    { available: any },
  );
  useOffer(
    matrix.paste,
    async ({ text: given }) => {
      const tsv = given ?? (await navigator.clipboard.readText());
      const { range } = chosen;
      // What is copied with the names of the stations is pasted with them.
      const from = { ...range, column: range.column - 1, toColumn: Math.max(0, range.toColumn - 1) };
      const pasted = pasteBlock(model, lines, from, tsv, text);
      const unnamed = pasted.unnamed;
      if (unnamed !== null) notify('warning', text('matrix.ownUnnamed', { field: words.field(unnamed) }));
      if (pasted.cells.length > 0) putCells(model, pasted.cells);
      of.setPasted(pasted.bad.length > 0 || pasted.beyond > 0 ? pasted : null);
      notify(
        pasted.bad.length > 0 ? 'warning' : 'success',
        text('matrix.pasted', { count: pasted.cells.length, bad: pasted.bad.length }),
      );
    },
    { available: canEdit ? any : false },
  );
  useOffer(matrix.dismiss, () => of.setPasted(null));
}
