import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { inclination } from '../../../../commands/inclination.ts';
import { mergeFields } from '../../../derive/merge-fields.ts';
import { useCommands } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { type OpenBrace, openBrace, withField } from './open-brace.ts';

export interface PlaceholderInput {
  /** Puts a placeholder where the caret is, in place of a brace that is open there. */
  readonly insert: (field: string) => void;
}

/** A text of a mail: `{` opens the list of placeholders, arrows move in it, Enter takes one, Escape closes it. */
export function PlaceholderField(props: {
  readonly id: string;
  readonly value: string;
  /** Of a text of several lines; left out = of one. */
  readonly rows?: number;
  readonly readOnly: boolean;
  readonly invalid: boolean;
  readonly described: string | undefined;
  readonly onFocus: () => void;
  readonly onChange: (value: string) => void;
  readonly ref: Ref<PlaceholderInput>;
}) {
  const { id, value, rows, readOnly, invalid, described, onFocus, onChange, ref } = props;
  const text = useText();
  const commands = useCommands();
  const listId = useId();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [brace, setBrace] = useState<OpenBrace | null>(null);
  const [chosen, setChosen] = useState(0);
  const typed = brace?.typed.toLowerCase() ?? '';
  const found =
    brace === null
      ? []
      : mergeFields
          .map((name) => ({ name, word: text(`mergeField.${name}`) }))
          .filter(({ name, word }) => `${name} ${word}`.toLowerCase().includes(typed));
  const current = found[Math.min(chosen, found.length - 1)];
  const look = (own: string, caret: number | null) => {
    setBrace(readOnly || caret === null ? null : openBrace(own, caret));
    setChosen(0);
  };
  useImperativeHandle(ref, () => ({
    insert: (name) => {
      const own = field.current;
      const from = own?.selectionStart ?? value.length;
      const place = openBrace(value, from) ?? { from, to: own?.selectionEnd ?? from };
      const next = withField(value, place, name);
      onChange(next.text);
      setBrace(null);
      // The field has the new text once it is drawn.
      requestAnimationFrame(() => {
        own?.focus();
        own?.setSelectionRange(next.caret, next.caret);
      });
    },
  }));
  const take = (name: string, by: 'key' | 'button') => commands.run(inclination.insert, { field: name }, by);
  const onKeyDown = (event: KeyboardEvent) => {
    if (current === undefined || event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setChosen((found.indexOf(current) + step + found.length) % found.length);
    else if (event.key === 'Enter') take(current.name, 'key');
    else if (event.key === 'Escape') setBrace(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isOpen = found.length > 0;
  const common = {
    ref: field,
    ...{ id, value, readOnly, onFocus, onKeyDown },
    'aria-invalid': invalid,
    'aria-describedby': described,
    'aria-autocomplete': 'list' as const,
    ...(isOpen ? { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${current?.name}` } : {}),
    onChange: ({
      target,
    }: {
      readonly target: { readonly value: string; readonly selectionStart: number | null };
    }) => {
      onChange(target.value);
      look(target.value, target.selectionStart);
    },
    onBlur: () => setBrace(null),
  };
  return (
    <>
      {rows === undefined ? <input {...common} /> : <textarea {...common} rows={rows} />}
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label={text('alertForm.insert')}
          className="alert-config__fields"
        >
          {found.map(({ name, word }) => (
            <div
              key={name}
              id={`${listId}-${name}`}
              role="option"
              tabIndex={-1}
              aria-selected={name === current?.name}
              className="alert-config__option row gap-8 text-12 pickable"
              ref={name === current?.name ? (own) => own?.scrollIntoView({ block: 'nearest' }) : undefined}
              // The field keeps the focus.
              onPointerDown={(event) => {
                event.preventDefault();
                take(name, 'button');
              }}
            >
              <span className="num strong">{`{${name}}`}</span>
              <span className="dim ellipsis">{word}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
