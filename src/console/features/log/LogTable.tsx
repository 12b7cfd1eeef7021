import { type KeyboardEvent, useEffect, useRef } from 'react';
import { log } from '../../../../commands/log.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import type { LogEntry, LogSeverity } from '../../state/session/frontend-log.ts';
import { messageOf, shortTime } from './entries.ts';

const icons: Readonly<Record<LogSeverity, IconName>> = {
  error: 'circle-x',
  warning: 'warning',
  info: 'info',
};

/** The groups of equal errors, the latest first: one is opened by a press on its row, arrows go from row to row. */
export function LogTable(props: {
  readonly entries: readonly LogEntry[];
  readonly open: number | null;
  readonly zone: string;
}) {
  const { entries, open, zone } = props;
  const text = useText();
  const commands = useCommands();
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    if (open !== null) body.current?.querySelector('.is-open')?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const buttons = [...(body.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = event.target instanceof HTMLElement ? buttons.indexOf(event.target) : -1;
    const next = at < 0 ? undefined : buttons[at + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  const now = Date.now();
  return (
    <div className="log__scroll grow">
      <table className="sheet log__table text-12">
        <thead>
          <tr>
            <th>{text('log.name')}</th>
            <th>{text('log.message')}</th>
            <th>{text('log.where')}</th>
            <th>{text('log.user')}</th>
            <th className="r">{text('log.times')}</th>
            <th className="r">{text('log.first')}</th>
            <th className="r">{text('log.last')}</th>
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown}>
          {entries.map((entry) => (
            <tr
              key={entry.id}
              className={entry.id === open ? 'is-open' : undefined}
              onClick={() => commands.run(log.choose, { entry: entry.id })}
            >
              <td>
                <span className={`log__kind row gap-6 yields log__kind--${entry.severity}`}>
                  <Icon name={icons[entry.severity]} />
                  <span className="ellipsis">{entry.name}</span>
                </span>
              </td>
              <td className="log__message strong">
                <button type="button" className="ellipsis" aria-expanded={entry.id === open}>
                  {messageOf(entry, text) || entry.name}
                </button>
              </td>
              <td className="mono dim">{entry.where}</td>
              <td>{entry.user}</td>
              <td className="r num strong">{entry.count}</td>
              <td className="r num">{shortTime(entry.firstAt, zone, now)}</td>
              <td className="r num">{shortTime(entry.lastAt, zone, now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
