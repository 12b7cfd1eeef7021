import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useSearchParams } from 'wouter';
import { log as logCommands } from '../../../../commands/log.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { SearchField, Segmented } from '../../components/fields.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { Menu } from '../../components/menu/Menu.tsx';
import { useOffer } from '../../components/screen.ts';
import { notify } from '../../state/notices.ts';
import { clearLog, frontendLog } from '../../state/session/frontend-log.ts';
import { Detail } from './Detail.tsx';
import { type LogFormat, matching, type Shown, toJson, toTsv } from './entries.ts';
import { LogTable } from './LogTable.tsx';
import './log.css';

const types = { tsv: 'text/tab-separated-values', json: 'application/json' } as const;
const shownOf = (value: string | null): Shown => (value === 'error' || value === 'warning' ? value : 'all');

/** The frontend log: equal errors as one line with count, first and last time. Texts are shown as text. */
export default function LogPage() {
  const text = useText();
  const commands = useCommands();
  const [query, setQuery] = useSearchParams();
  const { entries, unseen } = useSnapshot(frontendLog);
  const [wanted, setWanted] = useState('');
  const shown = shownOf(query.get('severity'));
  const open = entries.find(({ id }) => String(id) === query.get('entry'));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const listed = useMemo(() => matching(entries, wanted, shown, text), [entries, wanted, shown, text]);
  // While the log is shown, no entry counts as unseen.
  useEffect(() => {
    if (unseen > 0) frontendLog.unseen = 0;
  }, [unseen]);

  const go = (change: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(change))
      if (value === null) next.delete(name);
      else next.set(name, value);
    setQuery(next, { replace: true });
  };
  const written = (format: LogFormat) => (format === 'tsv' ? toTsv(listed, text) : toJson(listed, text));
  useOffer(logCommands.choose, ({ entry }) => go({ entry: open?.id === entry ? null : String(entry) }), {
    available: entries.length > 0 ? true : 'log.empty.title',
    choices: () => listed.map(({ id, name, message }) => ({ value: id, label: `${name} ${message}` })),
  });
  useOffer(logCommands.severity, ({ severity }) => go({ severity: severity === 'all' ? null : severity }));
  const filled = { available: listed.length > 0 ? true : ('log.empty.title' as const) };
  useOffer(
    logCommands.copy,
    async ({ format }) => {
      await navigator.clipboard.writeText(written(format));
      notify('success', text('log.copied'));
    },
    filled,
  );
  useOffer(
    logCommands.export,
    ({ format }) => {
      const link = document.createElement('a');
      // The byte order mark identifies the file as UTF-8 for spreadsheets.
      const mark = format === 'tsv' ? '\ufeff' : '';
      link.href = URL.createObjectURL(new Blob([mark, written(format)], { type: types[format] }));
      link.download = `groundwatch-log.${format}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href));
    },
    filled,
  );
  useOffer(logCommands.clear, clearLog, { available: entries.length > 0 ? true : 'log.empty.title' });

  if (entries.length === 0)
    return (
      <EmptyState icon="scroll-text" title={text('log.empty.title')}>
        {text('log.empty.text')}
      </EmptyState>
    );
  const menu = (verb: 'copy' | 'export', icon: IconName) => (
    <Menu
      label={text(`log.${verb}`)}
      className="button"
      trigger={
        <>
          <Icon name={icon} />
          {text(`log.${verb}`)}
        </>
      }
      entries={(['tsv', 'json'] as const).map((format) => ({
        id: format,
        label: text(`log.format.${format}`),
        disabled: listed.length === 0,
        onPress: () => commands.run(logCommands[verb], { format }, 'menu'),
      }))}
    />
  );
  const total = listed.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={`page log ${open === undefined ? '' : 'log--open'}`}>
      <section className="panel">
        <header className="panel__head log__head">
          <h2>{text('page.log')}</h2>
          <span className="dim num text-12" role="status">
            {text('log.count', { shown: listed.length, total })}
          </span>
          <span className="grow" />
          <SearchField label={text('log.find')} value={wanted} onChange={setWanted} />
          <Segmented
            label={text('log.severity')}
            value={shown}
            options={(['all', 'error', 'warning'] as const).map((value) => ({
              value,
              label: text(`log.severity.${value}`),
            }))}
            onChange={(severity) => commands.run(logCommands.severity, { severity })}
          />
          {menu('copy', 'copy')}
          {menu('export', 'download')}
          <CommandButton command={logCommands.clear} label={text('log.clear')} />
        </header>
        {listed.length === 0 ? (
          <EmptyState icon="search" title={text('log.none.title')}>
            {text('log.none.text')}
          </EmptyState>
        ) : (
          <LogTable entries={listed} open={open?.id ?? null} zone={zone} />
        )}
      </section>
      {open !== undefined && <Detail entry={open} zone={zone} />}
    </div>
  );
}
