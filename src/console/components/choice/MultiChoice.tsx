import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { CommandCall } from '../../../command/command.ts';
import { Icon, type IconName } from '../Icon.tsx';
import { drawnRow } from '../table/drawn-row.ts';
import { foldText } from '../tree/tree-keys.ts';
import { ChoiceShell } from './ChoiceShell.tsx';
import './choice.css';

export interface ChoiceItem<V extends string | number> {
  readonly value: V;
  readonly label: string;
  readonly note: string;
}
export interface ChoiceGroup<V extends string | number> {
  readonly label: string;
  readonly items: readonly ChoiceItem<V>[];
}
interface MultiChoiceProps<V extends string | number> {
  /** The button's words; `toggle` opens and closes. */
  readonly label: string;
  readonly icon: IconName;
  readonly toggle: CommandCall;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Name of the field that filters. */
  readonly search: string;
  readonly none: string;
  readonly groups: readonly ChoiceGroup<V>[];
  readonly chosen: ReadonlySet<V>;
  readonly onToggle: (value: V) => void;
}

/** Groups with the items that have every word of the text, in one list: a group's name stands before its items. */
function listed<V extends string | number>(groups: readonly ChoiceGroup<V>[], filter: string) {
  const words = foldText(filter)
    .split(/\s+/)
    .filter((word) => word !== '');
  return groups.flatMap((group) => {
    const items = group.items.filter(({ label, note }) => {
      const target = foldText(`${label} ${note} ${group.label}`);
      return words.every((word) => target.includes(word));
    });
    return items.length === 0 ? [] : [group.label, ...items];
  });
}

function Popup<V extends string | number>(props: MultiChoiceProps<V>) {
  const { groups, chosen, onToggle } = props;
  const id = useId();
  const [filter, setFilter] = useState('');
  const [at, setAt] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const height = matchMedia('(max-width: 600px)').matches ? 44 : 32;
  // The popup was opened to choose: the cursor goes where choosing begins.
  useEffect(() => field.current?.focus(), []);
  const rows = useMemo(() => listed(groups, filter), [groups, filter]);
  const items = useMemo(() => rows.flatMap((row, index) => (typeof row === 'string' ? [] : [index])), [rows]);
  const active = items[Math.min(at, items.length - 1)] ?? -1;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  });
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' });
  }, [active, virtual]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (step !== undefined)
      setAt(Math.max(0, Math.min(items.length - 1, Math.min(at, items.length - 1) + step)));
    else if (event.key === 'Enter') {
      const row = rows[active];
      if (row !== undefined && typeof row !== 'string') onToggle(row.value);
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="field search">
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={drawnRow(virtual.getVirtualItems(), active, `${id}-${active}`)}
          aria-label={props.search}
          placeholder={props.search}
          value={filter}
          onChange={(event) => {
            setFilter(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={scroller} className="multi__scroll">
        {rows.length === 0 && <p className="dim multi__none">{props.none}</p>}
        <div
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-multiselectable
          aria-label={props.search}
          style={{ height: virtual.getTotalSize(), position: 'relative' }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            const style = { transform: `translateY(${start}px)` };
            if (row === undefined) return null;
            if (typeof row === 'string')
              return (
                <div
                  key={`group ${index}`}
                  className="multi__group ellipsis inset text-11 dim"
                  role="presentation"
                  style={style}
                >
                  {row}
                </div>
              );
            const on = chosen.has(row.value);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above holds the keys, as a combobox does
              <div
                key={row.value}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={on}
                className={`multi__item gap-8 inset text-12 pickable grid ${index === active ? 'multi__item--at' : ''}`}
                style={style}
                onClick={() => {
                  setAt(items.indexOf(index));
                  onToggle(row.value);
                }}
              >
                <span className="multi__tick grid">{on && <Icon name="tick" />}</span>
                <span className="ellipsis">{row.label}</span>
                <span className="faint num ellipsis">{row.note}</span>
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

/** Several out of many, searched as one types: the arrows move, Enter ticks, Escape closes. */
export function MultiChoice<V extends string | number>(props: MultiChoiceProps<V>) {
  return (
    <ChoiceShell {...props}>
      <Popup {...props} />
    </ChoiceShell>
  );
}
