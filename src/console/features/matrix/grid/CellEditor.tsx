import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react';
import type { ParameterField, ParameterValue } from '../../../../catalogue/model.ts';
import { draftValue } from '../../../../domain/parameters/parameter-edits.ts';
import { checkField } from '../../../../domain/parameters/parameter-rules.ts';
import { FieldEditor } from '../../../components/fields/FieldEditor.tsx';

/** A value as its editor shows it. */
const boxValue = (field: ParameterField, value: ParameterValue): ParameterValue =>
  field.type === 'number' && typeof value === 'number' ? String(value) : value;

/** The field's own editor over a cell: Enter takes the value and goes down, Tab to the right, Escape leaves it as it was. */
export function CellEditor(props: {
  readonly field: ParameterField;
  readonly label: string;
  readonly value: ParameterValue;
  /** The key with which it was begun; its character replaces the value. */
  readonly typed: string | null;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** Undefined = nothing was changed. */
  readonly onDone: (value: ParameterValue | undefined, move: 'down' | 'right' | 'left' | null) => void;
}) {
  const { field, onDone } = props;
  const box = useRef<HTMLDivElement>(null);
  const begun = boxValue(field, props.value);
  const [value, setValue] = useState<ParameterValue>(props.typed ?? begun);
  const isDone = useRef(false);
  const isTyped = useRef(props.typed !== null);
  const current = draftValue(field, value);
  const isChanged = props.typed !== null || value !== begun;
  const isWrong = isChanged && checkField(field, current) !== null;
  useEffect(() => {
    // The editors come in a chunk of their own: the box may be there some frames later.
    let tries = 120;
    const find = () => {
      const input = box.current?.querySelector<HTMLElement>('input, select, textarea, button');
      if (input == null) {
        if (tries-- > 0) requestAnimationFrame(find);
        return;
      }
      input.focus({ preventScroll: true });
      if (!(input instanceof HTMLInputElement) || input.type !== 'text') return;
      if (isTyped.current) input.setSelectionRange?.(input.value.length, input.value.length);
      else if (input.value !== '') input.select();
    };
    find();
  }, []);
  // Typed before the box had the focus.
  const { typed } = props;
  useEffect(() => {
    if (typed !== null && box.current?.contains(document.activeElement) !== true) setValue(typed);
  }, [typed]);
  const end = (taken: boolean, move: 'down' | 'right' | 'left' | null, of = value) => {
    if (isDone.current) return;
    isDone.current = true;
    const emptied = of === '' && field.type !== 'text' && !(field.type === 'number' && field.nullable);
    const same = of === begun && props.typed === null;
    onDone(taken && !emptied && !same ? draftValue(field, of) : undefined, move);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const isTall = event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Escape') end(false, null);
    else if (event.key === 'Enter' && !(isTall && event.shiftKey)) end(true, 'down');
    else if (event.key === 'Tab') end(true, event.shiftKey ? 'left' : 'right');
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="row"
      tabIndex={-1}
      className="mx__editor"
      style={{
        left: props.left,
        top: props.top,
        [field.type === 'number' ? 'width' : 'minWidth']: props.width,
      }}
    >
      <div
        ref={box}
        role="gridcell"
        tabIndex={-1}
        aria-label={props.label}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) end(true, null);
        }}
      >
        <Suspense>
          <FieldEditor
            field={field}
            value={value}
            label={props.label}
            changed={isChanged}
            invalid={isWrong}
            describedBy={undefined}
            disabled={false}
            onType={setValue}
            onChoose={(chosen) => {
              setValue(chosen);
              // Of several members one goes on choosing.
              if (field.type !== 'set') end(true, null, chosen);
            }}
          />
        </Suspense>
      </div>
    </div>
  );
}
