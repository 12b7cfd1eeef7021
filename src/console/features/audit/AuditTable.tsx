import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { audit } from '../../../../commands/audit.ts';
import type { AuditEntry } from '../../../contract/company/audit.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { drawnRow } from '../../components/table/drawn-row.ts';
import { actionText, resultText, shortDetail, subjectText } from './words.ts';
import '../../components/table/rows.css';
import { keepKeys } from '../../components/table/keep-keys.ts';

const rowHeight = 28;
const ahead = 30;
const icons: Readonly<Record<string, IconName>> = { ok: 'check', refused: 'ban', failed: 'circle-x' };

/** The entries, virtualised: arrows go from row to row, Enter or a press opens one. */
export function AuditTable(props: {
  readonly entries: readonly AuditEntry[];
  readonly total: number;
  readonly open: number | null;
  readonly zone: string;
  readonly onMore: () => void;
}) {
  const { entries, total, open, zone, onMore } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: rowHeight,
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (entries.length < total && last >= entries.length - ahead) onMore();
  }, [entries.length, total, last, onMore]);
  const openIndex = entries.findIndex((entry) => entry.id === open);
  useEffect(() => {
    if (openIndex < 0) return;
    setCurrent(openIndex);
    rows.scrollToIndex(openIndex, { align: 'auto' });
  }, [openIndex, rows]);
  const go = (index: number) => {
    const next = Math.max(0, Math.min(entries.length - 1, index));
    setCurrent(next);
    rows.scrollToIndex(next, { align: 'auto' });
  };
  const choose = (index: number, origin: 'button' | 'key') => {
    const entry = entries[index];
    if (entry !== undefined) commands.run(audit.choose, { entry: entry.id }, origin);
  };
  const onPress = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    if (row === null || String(getSelection() ?? '') !== '') return;
    const index = Number(row.dataset['row']);
    setCurrent(index);
    choose(index, 'button');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 20,
      PageUp: current - 20,
      Home: 0,
      End: entries.length - 1,
    };
    const target = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key];
    if (target !== undefined) go(target);
    else if (event.key === 'Enter' || event.key === ' ') choose(current, 'key');
    else return;
    event.preventDefault();
  };
  const cellsOf = (entry: AuditEntry) => {
    const time = format.time(entry.at, zone, 'full');
    const result = (
      <>
        <Icon name={icons[entry.result] ?? 'info'} className="icon--small" />
        {resultText(entry.result, text)}
      </>
    );
    const when = (
      <>
        <i>{time.slice(0, 5)}</i>
        {time.slice(5, 16)}
        <i>{time.slice(16)}</i>
      </>
    );
    return [
      { key: 'time', look: 'num audit__time', content: when },
      { key: 'account', look: 'rows__strong', content: entry.accountName ?? text('audit.nobody') },
      { key: 'address', look: 'num dim', content: entry.address ?? '–' },
      { key: 'action', look: 'rows__strong', content: actionText(entry.action, text) },
      { key: 'subject', look: '', content: subjectText(entry, text) },
      { key: 'result', look: `audit__result audit__result--${entry.result}`, content: result },
      { key: 'detail', look: 'dim', content: shortDetail(entry, text) },
    ];
  };
  return (
    <div
      ref={scroller}
      className="rows"
      role="grid"
      tabIndex={0}
      aria-label={text('audit.table')}
      aria-rowcount={total + 1}
      aria-colcount={7}
      aria-activedescendant={drawnRow(items, current, `${id}-${entries[current]?.id}`)}
      onFocus={keepKeys}
      onKeyDown={onKeyDown}
      onClick={onPress}
    >
      <div className="rows__row rows__heads audit__row audit__heads" role="row" tabIndex={-1}>
        {(
          [
            'audit.time',
            'audit.field.account',
            'audit.address',
            'audit.field.action',
            'audit.field.subject',
            'audit.field.result',
            'audit.detail',
          ] as const
        ).map((head) => (
          <span key={head} role="columnheader" tabIndex={-1}>
            {text(head)}
            {head === 'audit.time' && <small className="faint num">{format.offset(zone, Date.now())}</small>}
          </span>
        ))}
      </div>
      <div role="presentation" className="rows__lines audit__lines" style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const entry = entries[index];
          if (entry === undefined) return null;
          const classes = [
            'rows__row audit__row',
            index === current ? 'is-current' : '',
            entry.id === open ? 'is-open' : '',
          ];
          return (
            <div
              key={entry.id}
              id={`${id}-${entry.id}`}
              className={classes.join(' ')}
              role="row"
              tabIndex={-1}
              aria-rowindex={index + 2}
              aria-selected={entry.id === open}
              style={{ transform: `translateY(${start - rowHeight}px)` }}
              data-row={index}
            >
              {cellsOf(entry).map(({ key, look, content }) => (
                <span key={key} role="gridcell" tabIndex={-1} className={look}>
                  {content}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}
