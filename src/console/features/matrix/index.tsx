import { useEffect, useMemo, useState } from 'react';
import { matrix as matrixCommands } from '../../../../commands/matrix.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { usePermitted } from '../../components/Permit.tsx';
import { reasonOf } from '../../state/connection/refused.ts';
import type { Chosen } from './actions/chosen-cells.ts';
import { Bar } from './Bar.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import { Filters } from './Filters.tsx';
import { Foot } from './Foot.tsx';
import type { Editing } from './grid/cell-editing.ts';
import { Grid } from './grid/Grid.tsx';
import { type CellPosition, rangeOf } from './grid/geometry.ts';
import { PasteReport } from './grid/PasteReport.tsx';
import type { Pasted } from './grid/paste.ts';
import { useCellWords } from './grid/use-cell-words.ts';
import { StandardDialog, type StandardDraft } from './StandardDialog.tsx';
import { useActions } from './use-actions.ts';
import { type SheetData, useSheet } from './use-sheet.ts';
import { useStandardActions } from './use-standard-actions.ts';
import { useView } from './use-view.ts';
import './matrix.css';

const start: CellPosition = { row: 0, column: 1 };

/** The fleet matrix: what every device has, held against a standard, edited like a sheet, made into a plan. */
export default function MatrixPage() {
  const text = useText();
  const commands = useCommands();
  const { view, change } = useView();
  const sheet = useSheet(view.sheet, view);
  const { shown, error, isFetching } = sheet;
  return (
    <div className="page mx__page">
      <section className="panel mx" aria-busy={isFetching} aria-label={text('page.matrix')}>
        <Bar view={view} sheet={sheet} onView={change} />
        <Filters view={view} sheet={sheet} onView={change} />
        {shown === null ? (
          error === null ? (
            <LoadingRows rows={16} />
          ) : (
            <FailedState
              title={text('matrix.failed')}
              reason={reasonOf(error, text)}
              onRetry={() => commands.run(matrixCommands.refresh, {}, 'button')}
            />
          )
        ) : (
          <Cells key={view.sheet.id} shown={shown} sheet={sheet} />
        )}
      </section>
    </div>
  );
}

function Cells({ shown, sheet }: { readonly shown: SheetData; readonly sheet: ReturnType<typeof useSheet> }) {
  const text = useText();
  const canEdit = usePermitted()('device:parameter:edit');
  const words = useCellWords(shown.comparison);
  const [cursor, setCursor] = useState({ anchor: start, at: start });
  const [editing, setEditing] = useState<Editing | null>(null);
  const [bulk, setBulk] = useState<'rows' | 'column' | null>(null);
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const [draft, setDraft] = useState<StandardDraft | null>(null);
  const lastRow = Math.max(0, shown.lines.length - 1);
  const lastColumn = shown.model.fields.length;
  const chosen = useMemo<Chosen>(() => {
    const within = ({ row, column }: CellPosition) => ({
      row: Math.min(row, lastRow),
      column: Math.min(column, lastColumn),
    });
    const at = within(cursor.at);
    return { at, range: rangeOf(within(cursor.anchor), at) };
  }, [cursor, lastRow, lastColumn]);
  const choose = (place: CellPosition, extend: boolean) =>
    setCursor((before) => ({ anchor: extend ? before.anchor : place, at: place }));
  const chooseColumn = (column: number) =>
    setCursor({ anchor: { row: lastRow, column }, at: { row: 0, column } });
  const actions = useActions({
    shown,
    words,
    chosen,
    canEdit,
    canUndo: sheet.canUndo,
    choose,
    chooseColumn,
    setEditing,
    setBulk,
    setPasted,
  });
  useStandardActions({ shown, sheet, chosen, canEdit, setDraft });
  // What is shown was filtered anew: the editor's cell is another one.
  const { lines } = shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are what it hangs on
  useEffect(() => setEditing(null), [lines]);
  return (
    <>
      {lines.length === 0 ? (
        <EmptyState
          icon="table"
          title={text(shown.model.count === 0 ? 'matrix.empty.title' : 'matrix.none.title')}
          actions={
            shown.model.count === 0 ? undefined : (
              <CommandButton
                command={matrixCommands.filter}
                args={{ by: 'all', value: '' }}
                label={text('matrix.showAll')}
                look="primary"
              />
            )
          }
        >
          {text(shown.model.count === 0 ? 'matrix.empty.text' : 'matrix.none.text')}
        </EmptyState>
      ) : (
        <Grid
          data={shown}
          words={words}
          current={chosen.at}
          chosen={chosen.range}
          canEdit={canEdit}
          editing={editing}
          onChoose={choose}
          onEditing={setEditing}
          onCommit={actions.commit}
        />
      )}
      {pasted !== null && <PasteReport pasted={pasted} shown={shown} words={words} />}
      <Foot shown={shown} words={words} chosen={chosen} canEdit={canEdit} />
      {bulk !== null && (
        <BulkDialog where={bulk} shown={shown} words={words} chosen={chosen} onClose={() => setBulk(null)} />
      )}
      {draft !== null && (
        <StandardDialog draft={draft} sheet={shown.model.sheet} onClose={() => setDraft(null)} />
      )}
    </>
  );
}
