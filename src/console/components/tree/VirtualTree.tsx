import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Origin } from '../../../command/command.ts';
import { Icon } from '../Icon.tsx';
import { useNarrow } from '../use-narrow.ts';
import { type KeyedLine, treeAction, typedLine } from './tree-keys.ts';
import './tree.css';

const rowHeight = { wide: 30, narrow: 44 };
/** Letters typed faster than this, ms, are one word. */
const typingPause = 1000;

/** A line of a tree as it is shown. */
export interface ShownLine extends KeyedLine {
  /** What it is known by in the whole tree. */
  readonly name: string;
  /** Its place among those beside it, from 1, and how many they are. */
  readonly place: number;
  readonly beside: number;
}
/** Where something that is dragged would go: into a line, or before it. */
export type DropPlace = 'into' | 'before';

interface Dragging<L> {
  readonly may: (line: L) => boolean;
  readonly start: (line: L) => void;
  /** Where it would go, null = nowhere. `share` is how far down the line it is held, 0 to 1. */
  readonly over: (line: L, share: number) => DropPlace | null;
  readonly drop: (line: L, place: DropPlace) => void;
}

interface VirtualTreeProps<L extends ShownLine> {
  readonly lines: readonly L[];
  readonly label: string;
  /** Name of the line that is open beside the tree; '' = none is. */
  readonly chosen: string;
  /** Names of lines that are marked besides; absent = one at a time. */
  readonly marked?: ReadonlySet<string>;
  readonly act: (action: 'choose' | 'fold', line: L, origin: Origin) => void;
  /** A key that the tree has no use for, or a press with a modifier; true = it was used. */
  readonly onOther?: (event: KeyboardEvent | React.MouseEvent, line: L) => boolean;
  /** The line that keys act on. */
  readonly onReach?: (line: L) => void;
  readonly lineClass?: (line: L) => string;
  /** What stands in a line, after its fold. */
  readonly draw: (line: L) => ReactNode;
  readonly dragging?: Dragging<L>;
}

/** A tree of any length: arrows move and unfold, letters lead to names, Enter opens. One line is reached by Tab. */
export function VirtualTree<L extends ShownLine>(props: VirtualTreeProps<L>) {
  const { lines, label, chosen, marked, act, onOther, onReach, lineClass, draw, dragging } = props;
  const height = useNarrow() ? rowHeight.narrow : rowHeight.wide;
  // The one line that Tab reaches: where the keys stood last, else what is chosen, else the first.
  const [reached, setReached] = useState('');
  const [over, setOver] = useState<{ readonly name: string; readonly place: DropPlace } | null>(null);
  const indexOf = (name: string) => (name === '' ? -1 : lines.findIndex((line) => line.name === name));
  const index = indexOf(chosen);
  const stood = indexOf(reached);
  const reachable = Math.max(0, stood < 0 ? index : stood);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    // What has the focus stays, however far it was scrolled away.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), reachable])].sort((a, b) => a - b),
  });
  const shown = useRef('');
  useEffect(() => {
    if (index < 0 || shown.current === chosen) return;
    shown.current = chosen;
    virtual.scrollToIndex(index, { align: 'auto' });
  }, [index, chosen, virtual]);

  const reach = (line: L) => {
    setReached(line.name);
    onReach?.(line);
  };
  const focusLine = (at: number) => {
    const line = lines[at];
    if (line === undefined) return;
    reach(line);
    virtual.scrollToIndex(at, { align: 'auto' });
    const focus = () => {
      const found = scroller.current?.querySelector<HTMLElement>(`[data-node="${line.name}"]`);
      found?.focus({ preventScroll: true });
      return found != null;
    };
    // A line that was out of sight is drawn first.
    if (!focus()) requestAnimationFrame(focus);
  };
  const typed = useRef({ text: '', at: 0 });
  const onKeyDown = (event: KeyboardEvent, line: L, at: number) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.nativeEvent.isComposing) return;
    const isPlain = !ctrlKey && !metaKey && !altKey;
    const isTyping = event.timeStamp - typed.current.at < typingPause && typed.current.text !== '';
    if (!(isPlain && isTyping && /^.$/u.test(key)) && onOther?.(event, line)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (!isPlain) return;
    const action = shiftKey && key.startsWith('Arrow') ? null : treeAction(lines, at, key);
    if (action !== null) typed.current = { text: '', at: 0 };
    if (action === 'fold' || action === 'choose') act(action, line, 'key');
    else if (action !== null) focusLine(action.go);
    else {
      // A sign continues a word that is being typed; by itself it may be the key of a command.
      if (!(isTyping ? /^.$/u : /^[\p{L}\p{N}]$/u).test(key)) return;
      typed.current = { text: (isTyping ? typed.current.text : '') + key, at: event.timeStamp };
      focusLine(typedLine(lines, at, typed.current.text));
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const drag = (line: L) => {
    if (dragging === undefined) return {};
    const placeOf = (event: DragEvent) => {
      const box = event.currentTarget.getBoundingClientRect();
      return dragging.over(line, (event.clientY - box.top) / box.height);
    };
    return {
      draggable: dragging.may(line),
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', line.label);
        dragging.start(line);
      },
      onDragOver: (event: DragEvent) => {
        const place = placeOf(event);
        if (place !== null) event.preventDefault();
        if (over?.name !== line.name || over.place !== place)
          setOver(place === null ? null : { name: line.name, place });
      },
      onDrop: (event: DragEvent) => {
        const place = placeOf(event);
        setOver(null);
        if (place === null) return;
        event.preventDefault();
        dragging.drop(line, place);
      },
      onDragEnd: () => setOver(null),
    };
  };
  return (
    <div
      ref={scroller}
      className="tree"
      role="tree"
      aria-label={label}
      {...(marked === undefined ? {} : { 'aria-multiselectable': true })}
    >
      <div style={{ height: virtual.getTotalSize() }} role="none">
        {virtual.getVirtualItems().map(({ index: at, start }) => {
          const line = lines[at];
          if (line === undefined) return null;
          const isMarked = marked?.has(line.name) ?? false;
          const dropped = over?.name === line.name ? `is-${over.place}` : '';
          return (
            <div
              key={line.name}
              role="treeitem"
              data-node={line.name}
              aria-level={line.depth + 1}
              aria-setsize={line.beside}
              aria-posinset={line.place}
              aria-selected={line.name === chosen || isMarked}
              {...(line.open === null ? {} : { 'aria-expanded': line.open })}
              tabIndex={at === reachable ? 0 : -1}
              className={`tree__line row gap-6 one-line text-12 pickable ${isMarked ? 'is-marked' : ''} ${dropped} ${lineClass?.(line) ?? ''}`}
              style={{ transform: `translateY(${start}px)`, paddingLeft: 8 + line.depth * 16 }}
              onFocus={() => reach(line)}
              onClick={(event) => {
                if (!onOther?.(event, line)) act('choose', line, 'button');
              }}
              onKeyDown={(event) => onKeyDown(event, line, at)}
              {...drag(line)}
            >
              <span
                className="tree__fold"
                aria-hidden="true"
                onClick={(event) => {
                  if (line.open === null) return;
                  event.stopPropagation();
                  act('fold', line, 'button');
                }}
              >
                {line.open !== null && <Icon name={line.open ? 'chevron-down' : 'chevron-right'} />}
              </span>
              {draw(line)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
