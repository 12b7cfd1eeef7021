import { type FormEvent, Suspense, useId, useRef, useState } from 'react';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { matrix } from '../../../../commands/matrix.ts';
import { parameters } from '../../../../commands/parameters/index.ts';
import type { ParameterValue } from '../../../catalogue/model.ts';
import { draftValue } from '../../../domain/parameters/parameter-edits.ts';
import { checkField } from '../../../domain/parameters/parameter-rules.ts';
import { Button } from '../../components/Button.tsx';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { useModal } from '../../components/dialog/use-modal.ts';
import { FieldEditor } from '../../components/fields/FieldEditor.tsx';
import { useBoundsText } from '../../components/fields/use-bounds-text.ts';
import { useProblemText } from '../../components/fields/use-problem-text.ts';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { type Chosen, cellsOf } from './actions/chosen-cells.ts';
import type { CellWords } from './grid/use-cell-words.ts';
import type { SheetData } from './use-sheet.ts';
import './dialogs.css';

/** One value for all chosen devices, or for all that are shown. */
export function BulkDialog(props: {
  readonly where: 'rows' | 'column';
  readonly shown: SheetData;
  readonly words: CellWords;
  readonly chosen: Chosen;
  readonly onClose: () => void;
}) {
  const { where, shown, words, chosen, onClose } = props;
  const { model, comparison } = shown;
  const text = useText();
  const commands = useCommands();
  const bounds = useBoundsText();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useModal(dialog);
  useOffer(dialogCommands.decline, onClose);
  const column = chosen.at.column - 1;
  const field = model.fields[column];
  const { problem } = useProblemText(model.sheet.group, model.fields);
  const standard = comparison.wanted(column);
  const first = standard ?? model.expected(shown.lines[chosen.at.row] ?? -1, column);
  const [value, setValue] = useState<ParameterValue>(
    typeof first === 'number' && field?.type === 'number' ? String(first) : first,
  );
  const [isReported, setIsReported] = useState(false);
  const [isNamed, setIsNamed] = useState(false);
  useOffer(parameters.edit, (edit) => setValue(edit.value), {
    of: id,
  });
  if (field === undefined) return null;
  const { devices } = cellsOf(shown, chosen, where);
  const wanted = draftValue(field, value);
  const wrong = checkField(field, wanted);
  const needsName = field.own !== undefined && devices.length > 1;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsReported(true);
    if (wrong !== null || (needsName && !isNamed)) return;
    onClose();
    commands.run(matrix.set, { where, value: wanted, ...(needsName ? { named: field.id } : {}) }, 'button');
  };
  const title = text('matrix.bulkTitle', { field: words.field(column), count: devices.length });
  return (
    <dialog
      ref={dialog}
      className="dialog mx__dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        commands.run(dialogCommands.decline, {}, 'key');
      }}
    >
      <form noValidate onSubmit={onSubmit}>
        <h2>{title}</h2>
        <div className="mx__bulk gap-8 grid">
          <Suspense>
            <FieldEditor
              field={field}
              value={value}
              label={words.field(column)}
              changed
              invalid={isReported && wrong !== null}
              describedBy={`${id}-bounds`}
              disabled={false}
              onType={setValue}
              onChoose={(chosenValue) =>
                commands.run(parameters.edit, { of: id, field: field.id, value: chosenValue }, 'button')
              }
            />
          </Suspense>
          <p id={`${id}-bounds`} className="dim num">
            {bounds(model.sheet.group, field)}
          </p>
          {standard !== undefined && (
            <p className="dim num">{text('matrix.standardIs', { value: words.value(column, standard) })}</p>
          )}
          {needsName && field.own !== undefined && (
            <label className="mx__named">
              <input
                type="checkbox"
                checked={isNamed}
                onChange={({ target }) => setIsNamed(target.checked)}
              />
              {text('matrix.ownNamed', {
                field: words.field(column),
                kind: text(`parameterClass.${field.own}`),
                count: devices.length,
              })}
            </label>
          )}
          {isReported && wrong !== null && (
            <p className="field__error" role="alert">
              <Icon name="circle-alert" />
              {problem(wrong)}
            </p>
          )}
        </div>
        <div className="dialog__foot">
          <CommandButton command={dialogCommands.decline} label={text('action.cancel')} />
          <Button
            submit
            look="primary"
            disabled={needsName && !isNamed}
            label={text('matrix.bulkTake', { count: devices.length })}
          />
        </div>
      </form>
    </dialog>
  );
}
