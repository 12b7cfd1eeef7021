import { useMemo, useState } from 'react';
import { listeners as listenerCommands } from '../../../../commands/listeners.ts';
import { listenerIds } from '../../../contract/listeners.ts';
import { loadChunk } from '../../components/chunks.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, Unready } from '../../components/conditions.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { nextSort, type SortedBy, SortedRows } from '../../components/table/SortedRows.tsx';
import { sizeText } from '../../components/values/size-text.ts';
import { useNow } from '../../state/connection/clock.ts';
import { lacksPermission, reasonOf } from '../../state/connection/refused.ts';
import {
  type ListenerId,
  type ListenerKnock,
  type ListenerView,
  useListeners,
} from '../../state/listeners.ts';
import { knockColumns, listenerColumns, StateWord } from './columns.tsx';
import { RestartDialog } from './RestartDialog.tsx';
import '../../components/form/form.css';
import './listeners.css';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';

const keyOfListener = ({ id }: ListenerView) => id;
const keyOfKnock = ({ listener, reason, address }: ListenerKnock) => `${listener} ${reason} ${address}`;
const idOf = (key: string): ListenerId | undefined => listenerIds.find((id) => id === key);

/** The chosen listener: what it is for, its limits, and its restart. */
function Detail({ listener }: { readonly listener: ListenerView }) {
  const text = useText();
  const format = useFormat();
  const limitText = ({ id, value }: ListenerView['limits'][number]) =>
    id.endsWith('Bytes') || id === 'bytesPerSecond' ? sizeText(value, format) : format.number(value, 0);
  return (
    <section className="panel column clips listeners__detail" aria-label={text('listeners.limits')}>
      <header className="panel__head row gap-8">
        <h2>{text(`listeners.id.${listener.id}`)}</h2>
        <StateWord state={listener.state} text={text} />
        <span className="grow" />
        {listener.restarts && (
          <CommandButton
            command={listenerCommands.restart}
            icon="refresh"
            label={text('listeners.restart')}
          />
        )}
      </header>
      <ScrollRegion className="scroll padded" label={text('listeners.limits')}>
        <p className="dim text-12">{text(`listeners.note.${listener.id}`)}</p>
        {listener.encryption !== null && (
          <p className={listener.encryption === 'only' ? 'dim text-12' : 'refused text-12'}>
            {text(`listeners.encryption.${listener.encryption}`)}
          </p>
        )}
        {listener.problem !== null && (
          <p className="refused text-12" role="alert">
            {text('listeners.problem', { code: listener.problem })}
          </p>
        )}
        <h3 className="listeners__sub">{text('listeners.limits')}</h3>
        {listener.limits.length === 0 ? (
          <p className="dim text-12">{text('listeners.limits.none')}</p>
        ) : (
          <dl className="listeners__limits text-12">
            {listener.limits.map((limit) => (
              <div key={limit.id}>
                <dt className="dim">{text(`listeners.limit.${limit.id}`)}</dt>
                <dd className="num">{limitText(limit)}</dd>
              </div>
            ))}
          </dl>
        )}
      </ScrollRegion>
    </section>
  );
}

/** Where the server listens: how each listener stands, what came by it, who was refused; each can be restarted alone. */
export default function ListenersPage() {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const now = useNow(1000);
  const { data, error, refetch } = useListeners();
  const [chosenId, setChosen] = useState<ListenerId | null>(null);
  const [sorts, setSorts] = useState<Readonly<Record<string, SortedBy | null>>>({});
  const [asked, setAsked] = useState<ListenerView | null>(null);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const listeners = data?.listeners ?? [];
  const chosen = listeners.find(({ id }) => id === chosenId) ?? null;
  const words = useMemo(() => ({ text, format, now, zone }), [text, format, now, zone]);
  const columns = useMemo(() => listenerColumns(words), [words]);
  const knockHeads = useMemo(() => knockColumns({ text, format, now: 0, zone }), [text, format, zone]);
  const knocks = useMemo(
    () => (data?.knocks ?? []).filter(({ listener }) => chosenId === null || listener === chosenId),
    [data, chosenId],
  );
  const available = data !== undefined;
  useOffer(listenerCommands.choose, ({ listener }) => setChosen(listener), { available });
  useOffer(listenerCommands.all, () => setChosen(null), { available: chosen !== null });
  const sortBy =
    (of: string) =>
    ({ column }: { readonly column: string }) =>
      setSorts((before) => ({ ...before, [of]: nextSort(before[of] ?? null, column) }));
  useOffer(listenerCommands.sort, sortBy('knocks'), {
    of: 'knocks',
    available: knocks.length > 0,
    choices: () => knockHeads.map(({ id, head }) => ({ value: id, label: head })),
  });
  useOffer(listenerCommands.sort, sortBy('listeners'), {
    of: 'listeners',
    available,
    choices: () => columns.map(({ id, head }) => ({ value: id, label: head })),
  });
  useOffer(
    listenerCommands.save,
    async ({ what }) => {
      const { saveKnocks, saveListeners } = await loadChunk(() => import('./save-rows.ts'));
      if (what === 'knocks') saveKnocks(knocks, zone, text);
      else saveListeners(listeners, zone, text);
    },
    { available },
  );
  useOffer(listenerCommands.restart, () => setAsked(chosen), {
    available:
      chosen === null
        ? 'listeners.noneChosen'
        : !chosen.restarts
          ? 'listeners.cannotRestart'
          : chosen.state === 'closed'
            ? 'listeners.closed'
            : true,
  });
  const isRefused = lacksPermission(error);
  if (data === undefined || isRefused)
    return (
      <Unready
        title={text('listeners.failed')}
        reason={error === null ? null : reasonOf(error, text)}
        lacks={isRefused ? 'device:maintenance:view' : null}
        onRetry={() => void refetch()}
      />
    );
  const sort = (of: string) => (column: string, origin: 'button' | 'key') =>
    commands.run(listenerCommands.sort, { of, column }, origin);
  return (
    <div className="listeners">
      <section className="panel column clips listeners__table" aria-label={text('listeners.table')}>
        <header className="panel__head row gap-8">
          <h2>{text('page.listeners')}</h2>
          <span className="dim text-12 ellipsis grow">
            {text('listeners.text', { time: format.time(data.since, zone, 'full') })}
          </span>
          <CommandButton
            command={listenerCommands.save}
            args={{ what: 'listeners' }}
            icon="download"
            look="ghost"
            iconOnly
          />
        </header>
        <SortedRows
          label={text('listeners.table')}
          columns={columns}
          rows={listeners}
          keyOf={keyOfListener}
          sort={sorts['listeners'] ?? null}
          onSort={sort('listeners')}
          chosen={chosenId}
          onChoose={(key, origin) => {
            const listener = idOf(key);
            if (listener !== undefined) commands.run(listenerCommands.choose, { listener }, origin);
          }}
        />
      </section>
      {chosen !== null && <Detail listener={chosen} />}
      <section
        className={`panel column clips listeners__knocks ${chosen === null ? 'is-wide' : ''}`}
        aria-label={text('listeners.knocks')}
      >
        <header className="panel__head row gap-8">
          <h2>{text('listeners.knocks')}</h2>
          <span className="dim text-12 num grow">
            {text('listeners.knocks.count', {
              count: knocks.length,
              time: format.time(data.startedAt, zone, 'full'),
            })}
          </span>
          {chosen !== null && (
            <CommandButton command={listenerCommands.all} icon="list" look="ghost" iconOnly />
          )}
          <CommandButton
            command={listenerCommands.save}
            args={{ what: 'knocks' }}
            icon="download"
            look="ghost"
            iconOnly
          />
        </header>
        {knocks.length === 0 ? (
          <EmptyState icon="shield-check" title={text('listeners.knocks.none')} />
        ) : (
          <SortedRows
            label={text('listeners.knocks')}
            columns={knockHeads}
            rows={knocks}
            keyOf={keyOfKnock}
            sort={sorts['knocks'] ?? null}
            onSort={sort('knocks')}
          />
        )}
      </section>
      {asked !== null && <RestartDialog listener={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}
