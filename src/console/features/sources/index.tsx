import { useState } from 'react';
import { useLocation } from 'wouter';
import { sources as sourceCommands } from '../../../../commands/sources.ts';
import { addressOf, pageAt } from '../../../contract/pages.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { SearchField } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { useSource, useSources } from '../../state/sites/sources.ts';
import { type MadeToken, NewSourceDialog } from './NewSourceDialog.tsx';
import { RefusedList } from './RefusedList.tsx';
import { SourceDetail } from './SourceDetail.tsx';
import { SourceList } from './SourceList.tsx';
import './sources.css';

/** Ways in besides RTUs: what came by each, what was refused and why, and the one that is chosen. */
export default function SourcesPage() {
  const text = useText();
  const commands = useCommands();
  const [path, navigate] = useLocation();
  const chosen = Number(pageAt(path)?.parameters['source'] ?? 0) || null;
  const [wanted, setWanted] = useState('');
  const [isMaking, setMaking] = useState(false);
  const [token, setToken] = useState<MadeToken | null>(null);
  const { data, error, refetch } = useSources();
  const one = useSource(chosen);
  const open = (id: number) => navigate(addressOf('dataSources', { source: String(id) }));
  const all = data?.sources ?? [];
  useOffer(sourceCommands.choose, ({ source }) => open(source), {
    available: all.length > 0,
    choices: () => all.map(({ id, name }) => ({ value: id, label: name })),
  });
  useOffer(sourceCommands.add, () => setMaking(true), { available: data !== undefined });
  if (error instanceof ApiError && error.status === 403)
    return <NoPermission permission="device:maintenance:view" />;
  if (data === undefined)
    return error === null ? (
      <LoadingRows rows={12} />
    ) : (
      <FailedState
        title={text('dataSources.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => void refetch()}
      />
    );
  const needle = wanted.trim().toLowerCase();
  const shown = all.filter(({ name, key }) => `${name} ${key}`.toLowerCase().includes(needle));
  const choose = (id: number) => commands.run(sourceCommands.choose, { source: id }, 'button');
  return (
    <div className={`sources ${chosen === null ? '' : 'has-chosen'}`}>
      <div className="sources__left column gap-8">
        <section className="panel column grow clips" aria-label={text('page.dataSources')}>
          <header className="panel__head">
            <h2>{text('dataSources.title')}</h2>
            <span className="dim text-12 num">{text('dataSources.count', { count: all.length })}</span>
            <span className="grow" />
            {all.length > 6 && (
              <SearchField label={text('dataSources.filter')} value={wanted} onChange={setWanted} />
            )}
            <CommandButton command={sourceCommands.add} icon="plus" label={text('dataSources.new')} />
          </header>
          {all.length === 0 ? (
            <EmptyState
              icon="download"
              title={text('dataSources.none')}
              actions={
                <CommandButton
                  command={sourceCommands.add}
                  look="primary"
                  icon="plus"
                  label={text('dataSources.new')}
                />
              }
            >
              {text('dataSources.noneText')}
            </EmptyState>
          ) : shown.length === 0 ? (
            <EmptyState icon="search" title={text('home.noMatch.title')} />
          ) : (
            <SourceList sources={shown} chosen={chosen} onChoose={choose} />
          )}
        </section>
        {all.length > 0 && <RefusedList refusals={data.refusals} sources={all} onChoose={choose} />}
      </div>
      <section className="panel column clips sources__detail" aria-label={text('dataSources.detail')}>
        {chosen === null ? (
          <EmptyState icon="download" title={text('dataSources.chooseOne')} />
        ) : one.data === undefined ? (
          one.error === null ? (
            <LoadingRows rows={10} />
          ) : (
            <FailedState
              title={text('dataSources.failed')}
              reason={reasonOf(one.error, text)}
              onRetry={() => void one.refetch()}
            />
          )
        ) : (
          <SourceDetail
            key={one.data.source.id}
            detail={one.data}
            ftp={data.ftp}
            token={token?.id === chosen ? token.token : null}
            onToken={(made) => setToken({ id: chosen, token: made })}
          />
        )}
      </section>
      {isMaking && (
        <NewSourceDialog
          watchesFolders={data.watchesFolders}
          takesFtp={data.ftp !== null}
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setToken(made);
            open(made.id);
          }}
        />
      )}
    </div>
  );
}
