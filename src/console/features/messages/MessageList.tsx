import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import { messages as messageCommands } from '../../../../commands/messages.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { drawnRow } from '../../components/table/drawn-row.ts';
import { keepKeys } from '../../components/table/keep-keys.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import type { MessageSummary } from '../../state/devices/messages.ts';
import { kindIcons, readsText } from './words.ts';

const [rowHeight, cardHeight] = [26, 58];
/** Rows before the end at which older ones are asked for. */
const ahead = 30;

/** Messages, the newest first: arrows or `j k` go from one to the next, Enter or a press opens one. */
export function MessageList(props: {
  readonly list: readonly MessageSummary[];
  readonly current: number | null;
  readonly open: number | null;
  readonly zone: string;
  readonly nameOf: (message: MessageSummary) => string;
  readonly onCurrent: (id: number) => void;
  readonly onScrolled: (isAway: boolean) => void;
  readonly onMore: () => void;
}) {
  const { list, current, open, zone, nameOf, onCurrent, onScrolled, onMore } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const isNarrow = useNarrow();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const head = isNarrow ? 0 : rowHeight;
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => list[index]?.id ?? index,
    estimateSize: () => (isNarrow ? cardHeight : rowHeight),
    overscan: 12,
    scrollMargin: head,
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= list.length - ahead) onMore();
  }, [list.length, last, onMore]);
  const at = list.findIndex((message) => message.id === current);
  const go = (index: number) => {
    const to = Math.max(0, Math.min(list.length - 1, index));
    const message = list[to];
    if (message === undefined) return;
    onCurrent(message.id);
    rows.scrollToIndex(to, { align: 'auto' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows above must not pull the list along
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: 'auto' });
  }, [current]);
  const onPress = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-message]') : null;
    if (row === null || String(getSelection() ?? '') !== '') return;
    const message = Number(row.dataset['message']);
    onCurrent(message);
    commands.run(messageCommands.choose, { message }, 'button');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Readonly<Record<string, number>> = {
      ...{ ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1 },
      ...{ PageDown: at + 20, PageUp: at - 20, Home: 0, End: list.length - 1 },
    };
    const target = moves[event.key];
    if (target !== undefined) go(target);
    else if (event.key === 'Enter' && current !== null)
      commands.run(messageCommands.choose, { message: current }, 'key');
    else return;
    event.preventDefault();
  };
  const heads = ['received', 'from', 'kindHead', 'reads', 'way', 'bytes', 'why'] as const;
  return (
    <div
      ref={scroller}
      className="rows messages__rows"
      role="grid"
      tabIndex={0}
      aria-label={text('messages.table')}
      aria-rowcount={-1}
      aria-activedescendant={drawnRow(items, at, `${id}-${current}`)}
      onFocus={keepKeys}
      onKeyDown={onKeyDown}
      onClick={onPress}
      onScroll={({ currentTarget }) => onScrolled(currentTarget.scrollTop > rowHeight)}
    >
      {!isNarrow && (
        <div className="rows__row rows__heads messages__row" role="row" tabIndex={-1}>
          {heads.map((name) => (
            <span key={name} role="columnheader" tabIndex={-1}>
              {text(`messages.${name}`)}
            </span>
          ))}
        </div>
      )}
      <div role="presentation" className="rows__lines" style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const message = list[index];
          if (message === undefined) return null;
          const { kind, state, why, isOut } = message;
          const look = [
            'rows__row messages__row',
            `messages__row--${state}`,
            message.id === current ? 'is-current' : '',
            message.id === open ? 'is-open' : '',
          ];
          const time = format.time(message.at, zone, 'full');
          return (
            <div
              key={key}
              id={`${id}-${message.id}`}
              className={look.join(' ')}
              role="row"
              tabIndex={-1}
              aria-rowindex={index + 2}
              aria-selected={message.id === open}
              style={{ transform: `translateY(${start - head}px)` }}
              data-message={message.id}
            >
              <span role="gridcell" tabIndex={-1} className="num messages__time">
                <i>{time.slice(5, 11)}</i>
                {time.slice(11)}
                <i>.{String(message.at % 1000).padStart(3, '0')}</i>
              </span>
              <span role="gridcell" tabIndex={-1} className="rows__strong">
                {nameOf(message)}
              </span>
              <span role="gridcell" tabIndex={-1} className="messages__kind dim">
                <Icon name={kindIcons[kind]} className="icon--small" />
                {text(`messages.kind.${kind}`)}
                {isOut && <span className="visually-hidden">{text('messages.out')}</span>}
              </span>
              <span role="gridcell" tabIndex={-1} className="messages__reads">
                {readsText(message, text, zone)}
              </span>
              <span role="gridcell" tabIndex={-1} className="dim messages__way">
                {text(`messages.way.${message.way}`)}
              </span>
              <span role="gridcell" tabIndex={-1} className="num messages__bytes">
                {format.number(message.bytes, 0)}
              </span>
              <span role="gridcell" tabIndex={-1} className="messages__why">
                {why}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
