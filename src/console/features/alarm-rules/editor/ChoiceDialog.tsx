import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { dialog as dialogCommands } from '../../../../../commands/dialog.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { DialogFrame } from '../../../components/dialog/DialogFrame.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';

export interface ListedChoice {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
  readonly group?: string;
}

/** So many are listed; the rest is found by typing. */
const listed = 200;
const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** One, or several, out of a list that is searched as one types: arrows move, Enter chooses, Escape closes. */
export function ChoiceDialog(props: {
  readonly title: string;
  readonly search: string;
  readonly items: readonly ListedChoice[];
  readonly chosen: ReadonlySet<string>;
  /** Several can be chosen: a choice does not close it. */
  readonly isMultiple?: boolean;
  readonly onPick: (value: string) => void;
  readonly onClose: () => void;
}) {
  const { title, search, items, chosen, isMultiple = false, onPick, onClose } = props;
  const text = useText();
  const id = useId();
  const [filter, setFilter] = useState('');
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  // It was opened to choose: the cursor goes where choosing begins.
  useEffect(() => field.current?.focus(), []);
  const found = useMemo(() => {
    const words = fold(filter).split(/\s+/).filter(Boolean);
    return items.filter(({ label, note = '', group = '' }) => {
      const target = fold(`${label} ${note} ${group}`);
      return words.every((word) => target.includes(word));
    });
  }, [items, filter]);
  const shown = found.slice(0, listed);
  const active = Math.min(at, shown.length - 1);
  const pick = (value: string) => {
    onPick(value);
    if (!isMultiple) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const to = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key];
    if (to !== undefined) {
      const next = Math.max(0, Math.min(shown.length - 1, to));
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      const own = shown[active];
      if (own !== undefined) pick(own.value);
    } else return;
    event.preventDefault();
  };
  return (
    <DialogFrame title={title} className="rules__choice" onClose={onClose}>
      <h2>{title}</h2>
      <div className="rules__find">
        <div className="field search">
          <Icon name="search" />
          <input
            ref={field}
            type="search"
            role="combobox"
            aria-expanded
            aria-controls={`${id}-list`}
            aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
            aria-label={search}
            placeholder={search}
            value={filter}
            onChange={(event) => {
              setFilter(event.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
          <span className="faint num">{found.length}</span>
        </div>
      </div>
      <div
        className="rules__options scroll"
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={search}
        aria-multiselectable={isMultiple}
      >
        {shown.map(({ value, label, note, group }, index) => (
          <div key={value} role="presentation">
            {group !== undefined && group !== shown[index - 1]?.group && (
              <p className="rules__optgroup text-11">{group}</p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above holds the keys, as a combobox does */}
            <div
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={chosen.has(value)}
              className={`rules__option row gap-8 text-12 pickable ${index === active ? 'is-at' : ''}`}
              onClick={() => {
                setAt(index);
                pick(value);
              }}
            >
              <span className="rules__tick">{chosen.has(value) && <Icon name="tick" />}</span>
              <span className="ellipsis">{label}</span>
              {note !== undefined && note !== '' && <span className="faint ellipsis">{note}</span>}
            </div>
          </div>
        ))}
        {found.length === 0 && <p className="rules__optgroup">{text('rules.nothingFound')}</p>}
        {found.length > listed && (
          <p className="rules__optgroup">{text('rules.moreFound', { count: found.length - listed })}</p>
        )}
      </div>
      <div className="dialog__foot">
        <CommandButton command={dialogCommands.decline} label={text('action.close')} />
      </div>
    </DialogFrame>
  );
}
