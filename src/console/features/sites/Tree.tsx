import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Origin } from '../../../command/command.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { keyText, type NodeKey, type NodeType, parseKey, type TreeLine } from './nodes.ts';

const rowHeight = 30;
/** Lines that are listed when a command asks which one. */
const mostListed = 500;
const icons: Readonly<Record<NodeType, IconName>> = {
  company: 'grid',
  project: 'folder-tree',
  station: 'map-pin',
  sensor: 'activity',
};

/** The tree of sites, virtual: arrows move and unfold, Enter opens. */
export function Tree(props: {
  readonly lines: readonly TreeLine[];
  readonly selected: NodeKey | null;
  readonly onSelect: (key: NodeKey) => void;
  readonly onFold: (key: NodeKey, open: boolean) => void;
}) {
  const { lines, selected } = props;
  const commands = useCommands();
  const text = useText();
  const listed = (every: readonly TreeLine[]) =>
    every.slice(0, mostListed).map((line) => ({
      value: keyText(line.key),
      label: `${'\u2003'.repeat(line.depth)}${line.label}`,
    }));
  useOffer<{ node: string }>(
    'sites.choose',
    ({ node }) => {
      const key = parseKey(node);
      if (key !== null) props.onSelect(key);
    },
    { choices: () => listed(lines) },
  );
  useOffer<{ node: string }>(
    'sites.fold',
    ({ node }) => {
      const line = lines.find(({ key }) => keyText(key) === node);
      if (line !== undefined && line.open !== null) props.onFold(line.key, !line.open);
    },
    { choices: () => listed(lines.filter(({ open }) => open !== null)) },
  );
  const choose = ({ key }: TreeLine, origin: Origin) =>
    commands.run('sites.choose', { node: keyText(key) }, origin);
  const fold = ({ key }: TreeLine, origin: Origin) =>
    commands.run('sites.fold', { node: keyText(key) }, origin);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const chosen = selected === null ? '' : keyText(selected);
  const index = lines.findIndex((line) => keyText(line.key) === chosen);
  const shown = useRef('');
  useEffect(() => {
    if (index < 0 || shown.current === chosen) return;
    shown.current = chosen;
    virtual.scrollToIndex(index, { align: 'auto' });
  }, [index, chosen, virtual]);

  const focusLine = (at: number) => {
    virtual.scrollToIndex(at, { align: 'auto' });
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-line="${at}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const line = lines[at];
    if (line === undefined) return;
    const moves: Readonly<Record<string, number | undefined>> = {
      ArrowDown: Math.min(lines.length - 1, at + 1),
      ArrowUp: Math.max(0, at - 1),
      Home: 0,
      End: lines.length - 1,
    };
    const target = moves[event.key];
    if (target !== undefined) focusLine(target);
    else if (event.key === 'ArrowRight') {
      if (line.open === false) fold(line, 'key');
      else if (line.open === true) focusLine(at + 1);
    } else if (event.key === 'ArrowLeft') {
      if (line.open === true) fold(line, 'key');
      else {
        const above = lines.findLastIndex((other, place) => place < at && other.depth < line.depth);
        if (above >= 0) focusLine(above);
      }
    } else if (event.key === 'Enter' || event.key === ' ') choose(line, 'key');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={scroller} className="tree" role="tree" aria-label={text('sites.tree')}>
      <div style={{ height: virtual.getTotalSize() }} role="none">
        {virtual.getVirtualItems().map(({ index: at, start }) => {
          const line = lines[at];
          if (line === undefined) return null;
          const isChosen = keyText(line.key) === chosen;
          return (
            <div
              key={keyText(line.key)}
              role="treeitem"
              data-line={at}
              aria-level={line.depth + 1}
              aria-selected={isChosen}
              {...(line.open === null ? {} : { 'aria-expanded': line.open })}
              tabIndex={isChosen || (index < 0 && at === 0) ? 0 : -1}
              className={`tree__line ${line.retired ? 'tree__line--retired' : ''}`}
              style={{ transform: `translateY(${start}px)`, paddingLeft: 8 + line.depth * 16 }}
              onClick={() => choose(line, 'button')}
              onKeyDown={(event) => onKeyDown(event, at)}
            >
              <span
                className="tree__fold"
                aria-hidden="true"
                onClick={(event) => {
                  if (line.open === null) return;
                  event.stopPropagation();
                  fold(line, 'button');
                }}
              >
                {line.open !== null && <Icon name={line.open ? 'chevron-down' : 'chevron-right'} />}
              </span>
              <Icon name={icons[line.key.type]} />
              <span className="ellipsis">{line.label}</span>
              <span className="tree__detail num faint">
                {line.retired ? text('sites.retired') : line.detail}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
