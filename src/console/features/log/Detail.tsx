import { log as logCommands } from '../../../../commands/log.ts';
import { navigation as navigationCommands } from '../../../../commands/navigation/index.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { LogEntry } from '../../state/session/frontend-log.ts';
import { messageOf, shortTime } from './entries.ts';

/** All that is known of one entry. */
export function Detail({ entry, zone }: { readonly entry: LogEntry; readonly zone: string }) {
  const text = useText();
  const format = useFormat();
  const time = (ms: number) => `${format.time(ms, zone, 'full')} ${format.offset(zone, ms)}`;
  const facts: readonly (readonly [string, string])[] = [
    [text('log.message'), messageOf(entry, text)],
    [text('log.where'), entry.where],
    [text('log.url'), entry.url],
    [text('log.user'), entry.user],
    [text('log.first'), time(entry.firstAt)],
    [text('log.last'), time(entry.lastAt)],
    [text('log.version'), __VERSION__],
    [text('log.detail'), entry.detail === entry.where ? '' : entry.detail],
  ];
  const last = shortTime(entry.lastAt, zone, Date.now());
  return (
    <section className="panel log__detail" aria-label={text('log.detail')}>
      <header className="panel__head">
        <h2 className="ellipsis">{entry.name}</h2>
        <span className="dim num text-12">{text('log.happened', { count: entry.count, time: last })}</span>
        <span className="grow" />
        {/^\/(?!\/)/.test(entry.url) && (
          <CommandButton
            command={navigationCommands.open}
            args={{ address: entry.url }}
            icon="external"
            label={text('log.open')}
          />
        )}
        <CommandButton
          command={logCommands.choose}
          args={{ entry: entry.id }}
          icon="x"
          iconOnly
          look="ghost"
          label={text('action.close')}
        />
      </header>
      {/* A stack is long: keys must be able to scroll it. */}
      <dl className="record mono" tabIndex={0}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt className="faint">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
