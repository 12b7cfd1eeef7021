/** What can be done with the cells: every action of the matrix under its command. */

import { useLocation } from 'wouter';
import { matrix } from '../../../../commands/matrix.ts';
import { table } from '../../../../commands/table.ts';
import { neutralValue } from '../../../base/csv.ts';
import type { ParameterValue } from '../../../catalogue/model.ts';
import { createPlan, mostItems } from '../../../contract/plans/plans.ts';
import { checkField } from '../../../domain/parameter-rules.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { changeEdits, dropEdits, editsOf, undoEdits } from '../../state/devices/matrix-edits.ts';
import { notify } from '../../state/notices.ts';
import { keepGiven } from '../../state/recording/recorder.ts';
import { type CellEdit, withCells } from './grid/edit-cells.ts';
import type { Editing } from './grid/Grid.tsx';
import type { CellPosition, CellRange } from './grid/geometry.ts';
import { type Pasted, pasteBlock } from './grid/paste.ts';
import type { CellWords } from './grid/use-cell-words.ts';
import { planItems } from './plan-items.ts';
import { sheetTitle } from './sheets.ts';
import type { SheetData } from './use-sheet.ts';

/** The current cell, and all that are chosen with it. */
export interface Chosen {
  readonly at: CellPosition;
  readonly range: CellRange;
}
/** `rows`: the current column of the chosen rows; `selection`: all chosen cells. */
type Where = 'cell' | 'rows' | 'selection' | 'column' | 'row' | 'all';
interface Actions {
  readonly shown: SheetData;
  readonly words: CellWords;
  readonly chosen: Chosen;
  readonly canEdit: boolean;
  readonly canUndo: boolean;
  readonly choose: (place: CellPosition, extend: boolean) => void;
  readonly chooseColumn: (column: number) => void;
  readonly setEditing: (editing: Editing | null) => void;
  readonly setBulk: (where: 'rows' | 'column' | null) => void;
  readonly setPasted: (pasted: Pasted | null) => void;
}
const longestTitle = 120;
const mostListed = 200;

/** Devices and columns that a word means. */
export function cellsOf(
  { model, lines }: SheetData,
  { at, range }: Chosen,
  where: Where,
): { readonly devices: readonly number[]; readonly columns: readonly number[] } {
  const all = model.fields.map((_, column) => column);
  const here = at.column > 0 ? [at.column - 1] : [];
  const row = lines.slice(at.row, at.row + 1);
  if (where === 'cell') return { devices: row, columns: here };
  if (where === 'rows') return { devices: lines.slice(range.row, range.toRow + 1), columns: here };
  if (where === 'column') return { devices: lines, columns: here };
  if (where === 'row') return { devices: row, columns: all };
  if (where === 'all') return { devices: lines, columns: all };
  return {
    devices: lines.slice(range.row, range.toRow + 1),
    columns: all.slice(Math.max(0, range.column - 1), range.toColumn),
  };
}

/** @returns what the open editor does when it has a value */
export function useActions(of: Actions): {
  readonly commit: (place: CellPosition, value: ParameterValue) => void;
} {
  const { shown, words, chosen, canEdit, canUndo } = of;
  const { model, comparison, checked, lines, stations } = shown;
  const { sheet } = model;
  const text = useText();
  const [, navigate] = useLocation();
  const any = lines.length > 0 ? true : ('matrix.noRow' as const);
  const mayEdit = canEdit ? any : false;
  const put = (cells: Iterable<CellEdit>) =>
    changeEdits(sheet.id, withCells(model, editsOf(sheet.id), cells));
  const fill = (where: Where, wantedOf: (column: number) => ParameterValue | undefined): CellEdit[] => {
    const { devices, columns } = cellsOf(shown, chosen, where);
    return devices.flatMap((device) =>
      columns.flatMap((column) => {
        const value = wantedOf(column);
        return value === undefined ? [] : [{ device, column, value }];
      }),
    );
  };
  const currentField = model.fields[chosen.at.column - 1];

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
      available: any,
      choices: () => model.fields.map(({ id }, column) => ({ value: id, label: words.field(column) })),
    },
  );
  useOffer(
    matrix.edit,
    ({ where }) => {
      if (currentField === undefined) return;
      if (currentField.readOnly) notify('info', text('parameterProblem.readOnly'));
      else if (where === 'cell') of.setEditing({ place: chosen.at, typed: null });
      else of.setBulk(where);
    },
    { available: canEdit ? (currentField === undefined ? 'matrix.noField' : any) : false },
  );
  useOffer(
    matrix.set,
    ({ where, value, named }) => {
      const isBulk = cellsOf(shown, chosen, where).devices.length > 1;
      if (isBulk && currentField?.own !== undefined && named !== currentField.id)
        notify('warning', text('matrix.ownUnnamed', { field: words.field(chosen.at.column - 1) }));
      else put(fill(where, () => value));
    },
    {
      available: mayEdit,
      choices: () =>
        model
          .values(chosen.at.column - 1)
          .slice(0, mostListed)
          .map((value) => ({ value, label: words.value(chosen.at.column - 1, value) })),
    },
  );
  useOffer(
    matrix.toStandard,
    ({ where }) => {
      // One column is asked for by its name; of several, what belongs to one device is left as it is.
      const isNamed = cellsOf(shown, chosen, where).columns.length === 1;
      put(
        fill(where, (column) =>
          isNamed || model.fields[column]?.own === undefined ? comparison.wanted(column) : undefined,
        ),
      );
    },
    {
      available: canEdit ? (comparison.standard === null ? 'matrix.noStandardYet' : any) : false,
    },
  );
  useOffer(
    matrix.revert,
    ({ where }) => {
      if (where === 'all') changeEdits(sheet.id, new Map());
      else {
        const { devices, columns } = cellsOf(shown, chosen, 'selection');
        put(devices.flatMap((device) => columns.map((column) => ({ device, column, value: undefined }))));
      }
    },
    { available: canEdit ? (checked.edits === 0 ? 'matrix.noEdit' : true) : false },
  );
  useOffer(matrix.undo, () => void undoEdits(sheet.id), {
    available: canEdit ? (canUndo ? true : 'matrix.noUndo') : false,
  });
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
      if (pasted.cells.length > 0) put(pasted.cells);
      of.setPasted(pasted.bad.length > 0 || pasted.beyond > 0 ? pasted : null);
      notify(
        pasted.bad.length > 0 ? 'warning' : 'success',
        text('matrix.pasted', { count: pasted.cells.length, bad: pasted.bad.length }),
      );
    },
    { available: mayEdit },
  );
  useOffer(matrix.dismiss, () => of.setPasted(null));
  useOffer(
    matrix.plan,
    async () => {
      const items = planItems(model, checked, lines);
      if (items.length > mostItems)
        return notify('warning', text('matrix.tooMany', { count: items.length, most: mostItems }));
      const actions = [...checked.devices.values()].map(({ device, changes }) => ({
        type: 'set' as const,
        stationId: model.stationOf(device),
        slot: model.slotOf(device),
        group: model.sheet.group,
        edits: changes,
        reason: '',
      }));
      try {
        const fields = [...new Set(items.flatMap(({ edits }) => Object.keys(edits)))];
        const what =
          fields.length === 1
            ? words.field(model.fields.findIndex(({ id }) => id === fields[0]))
            : sheetTitle(sheet, text);
        const counted = text('matrix.edits', { count: checked.edits, devices: checked.devices.size });
        const title = `${what}: ${counted}`.slice(0, longestTitle);
        const { plan } = await request(createPlan, { body: { title, items, surface: 'button' } });
        keepGiven(matrix.plan, actions, { made: plan.id });
        dropEdits(sheet.id);
        navigate(`/plans/${plan.id}`);
      } catch (error) {
        const refused = reasonOf(error, text);
        keepGiven(matrix.plan, actions, { refused });
        notify('error', refused);
      }
    },
    {
      available: !canEdit
        ? false
        : checked.edits === 0
          ? 'matrix.noEdit'
          : checked.problems > 0
            ? 'parameters.fixFirst'
            : true,
    },
  );
  return {
    commit: ({ row, column }, value) => {
      const device = lines[row];
      const field = model.fields[column - 1];
      if (device === undefined || field === undefined) return;
      put([{ device, column: column - 1, value }]);
      const wrong = checkField(field, value);
      if (wrong !== null) notify('warning', `${words.field(column - 1)}: ${words.wrong(wrong)}`);
    },
  };
}
