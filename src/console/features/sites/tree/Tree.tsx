import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { sites as siteCommands } from '../../../../../commands/sites.ts';
import type { Origin } from '../../../../command/command.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Icon, type IconName } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { NodeStateLabel } from './NodeStateLabel.tsx';
import type { NodeState } from './node-states.ts';
import { keyText, type NodeKey, type NodeType, parseKey } from './nodes.ts';
import { treeAction, typedLine } from './tree-keys.ts';
import type { TreeLine } from './tree-lines.ts';

const rowHeight = 30;
/** Lines that are listed when a command asks which one. */
const mostListed = 500;
/** Letters typed faster than this, ms, are one word. */
const typingPause = 700;
const icons: Readonly<Record<NodeType, IconName>> = {
  company: 'grid',
  project: 'folder-tree',
  station: 'map-pin',
  rtu: 'cpu',
  sensor: 'activity',
};

/** The device tree, virtual: arrows move and unfold, letters lead to names, Enter opens. */
export function Tree(props: {
  readonly lines: readonly TreeLine[];
  readonly states: ReadonlyMap<string, NodeState>;
  readonly selected: NodeKey | null;
  readonly onSelect: (key: NodeKey) => void;
  readonly onFold: (name: string, open: boolean) => void;
}) {
  const { lines, states, selected } = props;
  const commands = useCommands();
  const text = useText();
  const listed = (every: readonly TreeLine[]) =>
    every.slice(0, mostListed).map((line) => ({
      value: line.name,
      label: `${'\u2003'.repeat(line.depth)}${line.label}`,
    }));
  useOffer(
    siteCommands.choose,
    ({ node }) => {
      const key = parseKey(node);
      if (key !== null) props.onSelect(key);
    },
    { choices: () => listed(lines) },
  );
  useOffer(
    siteCommands.fold,
    ({ node }) => {
      const line = lines.find(({ name }) => name === node);
      if (line !== undefined && line.open !== null) props.onFold(line.name, !line.open);
    },
    { choices: () => listed(lines.filter(({ open }) => open !== null)) },
  );
  const run = (action: 'choose' | 'fold', { name }: TreeLine, origin: Origin) =>
    commands.run(siteCommands[action], { node: name }, origin);
  const chosen = selected === null ? '' : keyText(selected);
  // The one line that Tab reaches: where the keys stood last, else what is chosen, else the first.
  const [reached, setReached] = useState('');
  const indexOf = (name: string) => (name === '' ? -1 : lines.findIndex((line) => line.name === name));
  const index = indexOf(chosen);
  const stood = indexOf(reached);
  const reachable = Math.max(0, stood < 0 ? index : stood);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
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

  const focusLine = (at: number) => {
    const name = lines[at]?.name;
    if (name === undefined) return;
    setReached(name);
    virtual.scrollToIndex(at, { align: 'auto' });
    const focus = () => {
      const found = scroller.current?.querySelector<HTMLElement>(`[data-node="${name}"]`);
      found?.focus({ preventScroll: true });
      return found != null;
    };
    // A line that was out of sight is drawn first.
    if (!focus()) requestAnimationFrame(focus);
  };
  const typed = useRef({ text: '', at: 0 });
  const onKeyDown = (event: KeyboardEvent, line: TreeLine, at: number) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const action = treeAction(lines, at, key);
    if (action !== null) typed.current = { text: '', at: 0 };
    if (action === 'fold' || action === 'choose') run(action, line, 'key');
    else if (action !== null) focusLine(action.go);
    else {
      const isSame = event.timeStamp - typed.current.at < typingPause;
      // A sign goes on with a word; by itself it may be the key of a command.
      if (!(isSame ? /^.$/u : /^[\p{L}\p{N}]$/u).test(key)) return;
      typed.current = { text: (isSame ? typed.current.text : '') + key, at: event.timeStamp };
      focusLine(typedLine(lines, at, typed.current.text));
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={scroller} className="tree" role="tree" aria-label={text('sites.tree')}>
      <div style={{ height: virtual.getTotalSize() }} role="none">
        {virtual.getVirtualItems().map(({ index: at, start }) => {
          const line = lines[at];
          if (line === undefined) return null;
          const state = states.get(line.name);
          return (
            <div
              key={line.name}
              role="treeitem"
              data-node={line.name}
              aria-level={line.depth + 1}
              aria-setsize={line.beside}
              aria-posinset={line.place}
              aria-selected={line.name === chosen}
              {...(line.open === null ? {} : { 'aria-expanded': line.open })}
              tabIndex={at === reachable ? 0 : -1}
              className={`tree__line row gap-6 one-line text-12 pickable ${line.retired ? 'faint' : ''}`}
              style={{ transform: `translateY(${start}px)`, paddingLeft: 8 + line.depth * 16 }}
              onFocus={() => setReached(line.name)}
              onClick={() => run('choose', line, 'button')}
              onKeyDown={(event) => onKeyDown(event, line, at)}
            >
              <span
                className="tree__fold"
                aria-hidden="true"
                onClick={(event) => {
                  if (line.open === null) return;
                  event.stopPropagation();
                  run('fold', line, 'button');
                }}
              >
                {line.open !== null && <Icon name={line.open ? 'chevron-down' : 'chevron-right'} />}
              </span>
              <Icon name={icons[line.key.type]} />
              <span className="ellipsis">{line.label}</span>
              <span className="tree__detail num faint ellipsis yields">{line.detail}</span>
              {line.retired ? (
                <span className="faint">{text('sites.retired')}</span>
              ) : (
                state !== undefined && <NodeStateLabel state={state} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
