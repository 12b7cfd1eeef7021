import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { audit as auditCommands } from '../../../../commands/audit.ts';
import { table } from '../../../../commands/table.ts';
import { formatTime } from '../../../base/time-text.ts';
import { auditActions, auditResults, exportAuditHead } from '../../../contract/company/audit.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import { useOffer } from '../../components/screen.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { requestText } from '../../state/connection/client.ts';
import { refusal } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';
import { askFile } from '../../state/overlays.ts';
import { AuditTable } from './AuditTable.tsx';
import { ChainPill } from './ChainPill.tsx';
import { Detail } from './Detail.tsx';
import { Filters } from './Filters.tsx';
import { filterNames, filtersOf, wantedOf } from './filters.ts';
import { HeadDialog } from './HeadDialog.tsx';
import { useAudit, useChain } from './use-audit.ts';
import { actionText, areas, resultText, subjectText } from './words.ts';
import './audit.css';

const day = 86_400_000;

/** The audit trail: who did what, when, from where, and how it ended. What is looked for is in the address. */
export default function AuditPage() {
  const text = useText();
  const commands = useCommands();
  const [query, setQuery] = useSearchParams();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const wanted = useMemo(() => wantedOf(query), [query]);
  const filters = useMemo(() => filtersOf(wanted, zone), [wanted, zone]);
  const { data, error, refetch, fetchNextPage, isFetchingNextPage, isFetching } = useAudit(filters);
  const chain = useChain();
  const [isVerifying, setIsVerifying] = useState(false);
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data]);
  const total = data?.pages[0]?.total ?? 0;
  const open = entries.find(({ id }) => String(id) === query.get('entry'));
  const isFiltered = filterNames.some((name) => wanted[name] !== '');

  const go = (change: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(change))
      if (value === '') next.delete(name);
      else next.set(name, value);
    setQuery(next, { replace: true });
  };
  const onMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [isFetchingNextPage, fetchNextPage]);

  const known = (pick: (entry: (typeof entries)[number]) => readonly [string | null, string]) =>
    [...new Map(entries.map(pick))].flatMap(([value, label]) => (value === null ? [] : [{ value, label }]));
  const choicesOf = (field: unknown) => {
    if (field === 'action')
      return [
        ...areas.map((area) => ({
          value: area,
          label: text('audit.allOf', { area: text(`audit.area.${area}`) }),
        })),
        ...auditActions.map((action) => ({ value: action, label: actionText(action, text) })),
      ];
    if (field === 'result')
      return auditResults.map((result) => ({ value: result, label: resultText(result, text) }));
    if (field === 'account') return known(({ accountName }) => [accountName, accountName ?? '']);
    if (field === 'subject') return known((entry) => [entry.subject, subjectText(entry, text)]);
    return ([1, 7, 30] as const).map((days) => ({
      value: formatTime(Date.now() - (field === 'from' ? days : 0) * day, zone, 'date'),
      label: text(`audit.last.${days}`),
    }));
  };
  useOffer(auditCommands.filter, ({ field, value }) => go({ [field]: value }), {
    choices: (argument, { field }) => (argument === 'value' ? choicesOf(field) : []),
  });
  useOffer(auditCommands.clearFilters, () => go(Object.fromEntries(filterNames.map((name) => [name, '']))), {
    available: isFiltered,
  });
  useOffer(auditCommands.choose, ({ entry }) => go({ entry: open?.id === entry ? '' : String(entry) }), {
    available: entries.length > 0 ? true : 'audit.none.title',
    choices: () =>
      entries.slice(0, 500).map((entry) => ({
        value: entry.id,
        label: `${formatTime(entry.at, zone, 'dayTime')} ${entry.accountName ?? ''} ${actionText(entry.action, text)}`,
      })),
  });
  useOffer(table.export, () => askFile({ table: 'audit', query: filters }), {
    available: entries.length > 0 ? true : 'audit.none.title',
  });
  useOffer(auditCommands.saveHead, async () => {
    const content = await requestText(exportAuditHead, {});
    saveFile(
      `groundwatch-audit-head_${formatTime(Date.now(), zone, 'date')}.json`,
      new Blob([content], { type: 'application/json' }),
    );
    notify('success', text('audit.headSaved'));
  });
  useOffer(auditCommands.verifyHead, () => setIsVerifying(true));
  useOffer(auditCommands.verify, async () => void (await chain.refetch()));
  useOffer(auditCommands.refresh, async () => void (await refetch()));

  const body = () => {
    if (error !== null && data === undefined) {
      if (error instanceof ApiError && error.status === 403)
        return <NoPermission permission="system:audit:view" />;
      return (
        <FailedState
          title={text('audit.failed')}
          reason={refusal(error, text).sentence}
          onRetry={() => commands.run(auditCommands.refresh, {}, 'button')}
        />
      );
    }
    if (data === undefined) return <LoadingRows rows={14} />;
    if (entries.length === 0)
      return isFiltered ? (
        <EmptyState
          icon="search"
          title={text('audit.none.title')}
          actions={
            <CommandButton command={auditCommands.clearFilters} label={text('audit.clear')} look="primary" />
          }
        >
          {text('audit.none.text')}
        </EmptyState>
      ) : (
        <EmptyState icon="shield-check" title={text('audit.empty.title')}>
          {text('audit.empty.text')}
        </EmptyState>
      );
    return <AuditTable entries={entries} total={total} open={open?.id ?? null} zone={zone} onMore={onMore} />;
  };
  return (
    <div className={`page audit ${open === undefined ? '' : 'audit--open'}`}>
      <section className="panel audit__panel" aria-busy={isFetching}>
        <header className="panel__head audit__head">
          <h2>{text('page.audit')}</h2>
          <span className="dim num text-12" role="status">
            {data === undefined ? '' : text('audit.count', { shown: entries.length, total })}
          </span>
          <span className="grow" />
          <ChainPill chain={chain} zone={zone} />
          <CommandButton command={auditCommands.refresh} icon="refresh" iconOnly />
          <CommandButton command={auditCommands.saveHead} icon="shield-check" label={text('audit.head')} />
          <CommandButton command={auditCommands.verifyHead} icon="search" label={text('audit.against')} />
          <CommandButton command={table.export} icon="download" label={text('exports.save')} />
        </header>
        <Filters wanted={wanted} onType={(name, value) => go({ [name]: value })} />
        {body()}
      </section>
      {open !== undefined && <Detail entry={open} zone={zone} />}
      {isVerifying && <HeadDialog zone={zone} onClose={() => setIsVerifying(false)} />}
    </div>
  );
}
