import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { CommandCall } from '../../../command/command.ts';
import { Icon, type IconName } from '../Icon.tsx';
import { drawnRow } from '../table/drawn-row.ts';
import { useNarrow } from '../use-narrow.ts';
import { ChoiceShell } from './ChoiceShell.tsx';
import { nodeTick, type PickLine, type PickNode, pickLines, pressed } from './pick-tree.ts';
import './choice.css';

const page = 8;
const ariaChecked = { none: false, some: 'mixed', all: true } as const;

interface TreePickerProps<V extends string | number> {
  readonly tree: readonly PickNode<V>[];
  readonly chosen: ReadonlySet<V>;
  /** Ticks values, or takes their ticks away. */
  readonly onPick: (values: readonly V[], on: boolean) => void;
  /** Name of the field that looks for words. */
  readonly search: string;
  readonly none: string;
  /** One thing alone is chosen: a press on a group unfolds it. */
  readonly isSingle?: boolean;
}

/** What a key does at a line of a picker; null = the field has it. */
function keyAction<V extends string | number>(
  lines: readonly PickLine<V>[],
  at: number,
  key: string,
  isSearching: boolean,
): { readonly go: number } | 'fold' | 'pick' | null {
  const line = lines[at];
  const last = lines.length - 1;
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[key];
  if (step !== undefined) return { go: Math.max(0, Math.min(last, at + step)) };
  if (line === undefined) return null;
  if (key === 'Enter') return 'pick';
  // Left and right belong to the words while there are any.
  if (isSearching) return null;
  if (key === 'ArrowRight') return line.open === false ? 'fold' : line.open === true ? { go: at + 1 } : null;
  if (key !== 'ArrowLeft') return null;
  if (line.open === true) return 'fold';
  const above = lines.findLastIndex((other, place) => place < at && other.depth < line.depth);
  return above < 0 ? null : { go: above };
}

/** Several out of a tree, or one: searched as one types, arrows move and unfold, Enter ticks a thing or all of a group. */
export function TreePicker<V extends string | number>(props: TreePickerProps<V>) {
  const { tree, chosen, onPick, search, none, isSingle = false } = props;
  const id = useId();
  const [wanted, setWanted] = useState('');
  // Null = at the first line that has the words itself.
  const [at, setAt] = useState<number | null>(null);
  // What is folded while words are looked for does not outlive them.
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const height = useNarrow() ? 44 : 30;
  const isSearching = wanted.trim() !== '';
  // It was opened to choose: the cursor goes where choosing begins.
  useEffect(() => field.current?.focus(), []);
  const lines = useMemo(() => {
    const unfolded = (name: string) =>
      folds.get(name) ?? (isSearching ? undefined : tree.length === 1 && tree[0]?.name === name);
    return pickLines(tree, unfolded, wanted);
  }, [tree, folds, wanted, isSearching]);
  const first = lines.findIndex(({ isFound }) => isFound);
  const active = Math.min(at ?? Math.max(0, first), lines.length - 1);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  });
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' });
  }, [active, virtual]);
  const fold = ({ node, open }: PickLine<V>) =>
    open !== null && setFolds((before) => new Map(before).set(node.name, !open));
  const pick = (line: PickLine<V>) => {
    const { node } = line;
    if (isSingle) {
      if (node.value === null) fold(line);
      else onPick([node.value], true);
      return;
    }
    const { values, on } = pressed(node, chosen);
    if (values.length > 0) onPick(values, on);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keyAction(lines, active, event.key, isSearching);
    const line = lines[active];
    if (action === null) return;
    if (typeof action === 'object') setAt(action.go);
    else if (line !== undefined) (action === 'fold' ? fold : pick)(line);
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
          aria-haspopup="tree"
          aria-controls={`${id}-tree`}
          aria-activedescendant={drawnRow(virtual.getVirtualItems(), active, `${id}-${active}`)}
          aria-label={search}
          placeholder={search}
          value={wanted}
          onChange={(event) => {
            setWanted(event.target.value);
            setFolds(new Map());
            setAt(null);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={scroller} className="multi__scroll">
        {lines.length === 0 && <p className="dim multi__none">{none}</p>}
        <div
          id={`${id}-tree`}
          role="tree"
          tabIndex={-1}
          aria-multiselectable={!isSingle}
          aria-label={search}
          style={{ height: virtual.getTotalSize(), position: 'relative' }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const line = lines[index];
            if (line === undefined) return null;
            const { node, depth, open } = line;
            const tick = nodeTick(node, chosen);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above holds the keys, as a combobox does
              <div
                key={node.name}
                id={`${id}-${index}`}
                role="treeitem"
                tabIndex={-1}
                aria-level={depth + 1}
                aria-checked={ariaChecked[tick]}
                {...(open === null ? {} : { 'aria-expanded': open })}
                className={`multi__item multi__item--tree gap-8 inset text-12 pickable grid ${index === active ? 'multi__item--at' : ''}`}
                style={{ transform: `translateY(${start}px)`, height, paddingLeft: 8 + depth * 16 }}
                onClick={() => {
                  setAt(index);
                  pick(line);
                }}
              >
                <span
                  className="tree__fold"
                  aria-hidden="true"
                  onClick={(event) => {
                    if (open === null) return;
                    event.stopPropagation();
                    fold(line);
                  }}
                >
                  {open !== null && <Icon name={open ? 'chevron-down' : 'chevron-right'} />}
                </span>
                {isSingle && node.value === null ? (
                  <span />
                ) : (
                  <span className={`multi__tick grid is-${tick}`}>
                    {tick !== 'none' && <Icon name={tick === 'all' ? 'tick' : 'minus'} />}
                  </span>
                )}
                <span className="ellipsis">{node.label}</span>
                <span className="faint num ellipsis">{node.note}</span>
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

/** A button that opens a picker. */
export function TreeChoice<V extends string | number>(
  props: TreePickerProps<V> & {
    readonly label: string;
    readonly icon: IconName;
    readonly toggle: CommandCall;
    readonly open: boolean;
    readonly onClose: () => void;
  },
) {
  return (
    <ChoiceShell {...props}>
      <TreePicker {...props} />
    </ChoiceShell>
  );
}
