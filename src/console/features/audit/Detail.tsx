import { audit as auditCommands } from '../../../../commands/audit.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import type { AuditEntry } from '../../../contract/company/audit.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { actionText, detailText, resultText, subjectOf, subjectText } from './words.ts';

/** All that is known of one entry, and the ways on from it. */
export function Detail({ entry, zone }: { readonly entry: AuditEntry; readonly zone: string }) {
  const text = useText();
  const format = useFormat();
  const { id, at, accountName, address, action, subject, hash } = entry;
  const found = subjectOf(entry);
  const facts: readonly (readonly [string, string])[] = [
    [text('audit.time'), `${format.time(at, zone, 'full')} ${format.offset(zone, at)}`],
    [text('audit.field.account'), accountName ?? text('audit.nobody')],
    [text('audit.address'), address ?? ''],
    [text('audit.field.action'), action],
    [
      text('audit.field.subject'),
      subject === null ? '' : `${subjectText(entry, text)}${found === null ? '' : ` (${subject})`}`,
    ],
    [text('audit.field.result'), resultText(entry.result, text)],
    [text('audit.detail'), detailText(entry, text)],
    [text('audit.id'), String(id)],
    [text('audit.hash'), hash],
  ];
  const only = (field: 'account' | 'action' | 'subject', value: string, label: string) => (
    <CommandButton
      command={auditCommands.filter}
      args={{ field, value }}
      label={text('audit.only', { what: label })}
    />
  );
  return (
    <section className="panel audit__detail" aria-label={text('audit.detail')}>
      <header className="panel__head">
        <h2 className="ellipsis">{actionText(action, text)}</h2>
        <span className="grow" />
        {found?.kind === 'station' && (
          <CommandButton
            command={stationCommands.open}
            args={{ stationId: Number(found.id) }}
            icon="map-pin"
            label={text('audit.open')}
          />
        )}
        <CommandButton
          command={auditCommands.choose}
          args={{ entry: id }}
          icon="x"
          iconOnly
          look="ghost"
          label={text('action.close')}
        />
      </header>
      {/* A detail may be long: keys must be able to scroll it. */}
      <dl className="record" tabIndex={0}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt className="faint">{name}</dt>
              <dd className="mono">{value}</dd>
            </div>
          ))}
      </dl>
      <footer className="audit__ways wrap gap-8 flex">
        {accountName !== null && only('account', accountName, accountName)}
        {only('action', action, actionText(action, text))}
        {subject !== null && only('subject', subject, subjectText(entry, text))}
      </footer>
    </section>
  );
}
