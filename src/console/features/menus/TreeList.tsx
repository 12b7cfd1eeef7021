import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import { menus as menuCommands } from '../../../../commands/menus.ts';
import type { MenuNode } from '../../../contract/company/menus.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { iconOf, type MenuLanguage, nameIn } from './words.ts';

/** All entries of the draft. Arrows choose, Alt with them moves. */
export function TreeList(props: {
  readonly lines: readonly { readonly node: MenuNode; readonly depth: number }[];
  readonly chosen: string;
  readonly language: MenuLanguage;
}) {
  const { lines, chosen, language } = props;
  const text = useText();
  const commands = useCommands();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = lines.findIndex(({ node }) => node.key === chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the chosen one, and where that stands
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen, at]);
  const choose = (to: number, origin: 'key' | 'button') => {
    const line = lines[Math.max(0, Math.min(to, lines.length - 1))];
    if (line !== undefined) commands.run(menuCommands.choose, { key: line.node.key }, origin);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey || event.nativeEvent.isComposing) return;
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      const direction = key === 'ArrowUp' ? 'up' : 'down';
      if (altKey) commands.run(menuCommands.move, { direction }, 'key');
      else choose(at + (direction === 'up' ? -1 : 1), 'key');
    } else if (key === 'Home') choose(0, 'key');
    else if (key === 'End') choose(lines.length - 1, 'key');
    else if (key === 'Delete') commands.run(menuCommands.remove, {}, 'key');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
    if (row !== null)
      choose(
        lines.findIndex(({ node }) => node.key === row.dataset['key']),
        'button',
      );
  };
  return (
    <div
      ref={list}
      className="menus__tree scroll text-12"
      role="tree"
      tabIndex={0}
      aria-label={text('page.menus')}
      aria-activedescendant={at < 0 ? undefined : `${id}-${chosen}`}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {lines.map(({ node, depth }) => (
        <div
          key={node.key}
          id={`${id}-${node.key}`}
          role="treeitem"
          tabIndex={-1}
          aria-level={depth + 1}
          aria-selected={node.key === chosen}
          data-key={node.key}
          className={`menus__row row gap-8 pickable ${node.hidden ? 'is-hidden' : ''} is-${node.type}`}
          style={{ paddingLeft: 12 + depth * 20 }}
        >
          {node.type !== 'button' && <Icon name={iconOf(node)} />}
          <span className="grow yields">{nameIn(node, language, text)}</span>
          <span className="dim">{text(node.hidden ? 'menus.hidden' : `menus.type.${node.type}`)}</span>
        </div>
      ))}
    </div>
  );
}
