import { matrix as matrixCommands } from '../../../../commands/matrix.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useBoundsText } from '../../components/fields/use-bounds-text.ts';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { useNow } from '../../state/connection/clock.ts';
import type { Chosen } from './actions/chosen-cells.ts';
import type { CellWords } from './grid/use-cell-words.ts';
import type { SheetData } from './use-sheet.ts';
import './foot.css';

/** What is to be known of the current cell; how many edits there are, and what can be done with them. */
export function Foot(props: {
  readonly shown: SheetData;
  readonly words: CellWords;
  readonly chosen: Chosen;
  readonly canEdit: boolean;
}) {
  const { shown, words, chosen, canEdit } = props;
  const { model, lines, stations, checked, comparison } = shown;
  const text = useText();
  const bounds = useBoundsText();
  const now = useNow(10_000);
  const device = lines[chosen.at.row];
  const column = chosen.at.column - 1;
  const field = model.fields[column];
  const rows = chosen.range.toRow - chosen.range.row + 1;
  const code = device === undefined ? '' : (stations.get(model.stationOf(device))?.code ?? '');
  return (
    <footer className="mx__foot rigid raised text-12">
      <p className="mx__detail num clips one-line inset dim flex" role="status">
        {device !== undefined && field !== undefined && (
          <>
            <b className="strong">{`${code} · ${words.field(column)}`}</b>{' '}
            <span>{words.all(device, column, checked.devices.get(device), now)}</span>{' '}
            <span className="faint mx__bounds grow clips">{bounds(model.sheet.group, field)}</span>
          </>
        )}
      </p>
      {canEdit && (
        <div className="mx__actions row wrap">
          <b className="stressed num" aria-live="polite">
            {text('matrix.edits', { count: checked.edits, devices: checked.devices.size })}
          </b>
          {checked.problems > 0 && (
            <span className="field__error">
              <Icon name="circle-alert" />
              {text('matrix.problems', { count: checked.problems })}
            </span>
          )}
          <span className="mx__grow grow" />
          <CommandButton
            command={matrixCommands.edit}
            args={{ where: rows > 1 ? 'rows' : 'column' }}
            icon="pencil"
            label={rows > 1 ? text('matrix.editRows', { count: rows }) : text('matrix.editColumn')}
          />
          {comparison.standard !== null && (
            <CommandButton
              command={matrixCommands.toStandard}
              args={{ where: 'selection' }}
              icon="equal-not"
              label={text('matrix.toStandard')}
            />
          )}
          <CommandButton command={matrixCommands.undo} icon="undo" iconOnly />
          <CommandButton
            command={matrixCommands.revert}
            args={{ where: 'all' }}
            label={text('matrix.revertAll')}
          />
          <CommandButton
            command={matrixCommands.plan}
            look="primary"
            icon="list-checks"
            label={text('matrix.makePlan')}
          />
        </div>
      )}
    </footer>
  );
}
