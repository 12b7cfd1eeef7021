import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useSearchParams } from 'wouter';
import { messages as messageCommands } from '../../../../commands/messages.ts';
import { messageKinds } from '../../../contract/messages.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { saveFile } from '../../components/save-file.ts';
import { useOffer } from '../../components/screen.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import {
  allMessages,
  emptyPages,
  type MessageSummary,
  useLiveMessages,
  useMessage,
  useMessageStores,
  useMessages,
} from '../../state/devices/messages.ts';
import { notify } from '../../state/notices.ts';
import { preferences } from '../../state/preferences.ts';
import { useStations } from '../../state/sites/stations.ts';
import { Filters } from './Filters.tsx';
import { Foot } from './Foot.tsx';
import { filterNames, filtersOf, type MessageFilterName, wantedOf } from './filters.ts';
import { bytesOf } from './hex.ts';
import { MessageDetail } from './MessageDetail.tsx';
import { MessageList } from './MessageList.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { type MessageForm, useShown } from './use-shown.ts';
import '../../components/table/rows.css';
import './messages.css';

/** Messages of a file at most. */
const mostSaved = 5000;
const typedInto = 'input, textarea, select, [role="menu"], dialog';
const forms: readonly MessageForm[] = ['hex', 'json', 'text'];

/** Messages as they came and as they were read, live. What is looked for is in the address. */
export default function MessagesPage() {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { language } = useSnapshot(preferences);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [query, setQuery] = useSearchParams();
  const wanted = useMemo(() => wantedOf(query), [query]);
  const filters = useMemo(() => filtersOf(wanted, zone), [wanted, zone]);
  const search = useRef<HTMLInputElement>(null);
  const [isHeld, setIsHeld] = useState(false);
  const [isAway, setIsAway] = useState(false);
  const [current, setCurrent] = useState<number | null>(null);
  const [form, setForm] = useState<MessageForm>('hex');
  const [isSetting, setIsSetting] = useState(false);
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useMessages(
    filters,
    language,
  );
  const stores = useMessageStores();
  const { data: sites } = useStations();
  const stations = sites?.stations ?? [];
  const codes = useMemo(() => new Map((sites?.stations ?? []).map(({ id, code }) => [id, code])), [sites]);
  const nameOf = useCallback(
    ({ stationId, sender }: MessageSummary) =>
      (stationId === null ? undefined : codes.get(stationId)) ?? (sender === '' ? '–' : sender),
    [codes],
  );

  const pages = data?.pages;
  const old = useMemo(() => pages?.flatMap((page) => page.messages) ?? [], [pages]);
  const restart = useCallback(() => void refetch(), [refetch]);
  const newest = pages === undefined ? null : (old[0]?.id ?? 0);
  const holds = isHeld || isAway;
  const live = useLiveMessages(filters, newest, holds, restart);
  const list = useMemo(() => {
    const known = new Set(old.map(({ id }) => id));
    return [...live.shown.filter(({ id }) => !known.has(id)), ...old];
  }, [live.shown, old]);
  const lookedTo = pages?.at(-1)?.until ?? 0;
  const open = Number(query.get('message')) || null;
  const detail = useMessage(open, language);
  const shown = useShown(detail.data, form);
  const isFiltered = filterNames.some((name) => wanted[name] !== '');

  const go = (change: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(change))
      if (value === '') next.delete(name);
      else next.set(name, value);
    setQuery(next, { replace: true });
  };
  const looked = pages?.slice(-emptyPages) ?? [];
  const isStill = looked.length === emptyPages && looked.every((page) => page.messages.length === 0);
  const onMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isStill) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isStill, fetchNextPage]);
  const choose = (id: number) => {
    setCurrent(id);
    go({ message: open === id ? '' : String(id) });
  };
  const hold = () => {
    if (holds) {
      setIsHeld(false);
      setIsAway(false);
      live.release();
    } else setIsHeld(true);
  };
  const refreshNow = async () => {
    live.forget();
    await refetch();
  };

  const choicesOf = (field: unknown) => {
    if (field === 'kind')
      return messageKinds.map((value) => ({ value, label: text(`messages.kind.${value}`) }));
    if (field === 'only')
      return (['partly', 'refused'] as const).map((value) => ({
        value,
        label: text(`messages.only.${value}`),
      }));
    if (field === 'station')
      return stations.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }));
    return [];
  };
  useOffer(messageCommands.filter, ({ field, value }) => go({ [field]: value }), {
    choices: (argument, { field }) => (argument === 'value' ? choicesOf(field) : []),
  });
  useOffer(messageCommands.clear, () => go(Object.fromEntries(filterNames.map((name) => [name, '']))), {
    available: isFiltered,
  });
  useOffer(messageCommands.choose, ({ message }) => choose(message), {
    available: list.length > 0 || 'messages.empty.title',
    choices: () =>
      list.slice(0, 200).map((message) => ({
        value: message.id,
        label: `${format.time(message.at, zone, 'full')} ${nameOf(message)} ${text(`messages.kind.${message.kind}`)}`,
      })),
  });
  useOffer(messageCommands.search, () => search.current?.focus());
  useOffer(messageCommands.hold, hold);
  useOffer(
    messageCommands.nextRefused,
    () => {
      const from = list.findIndex(({ id }) => id === current);
      const next = list.find(({ state }, index) => index > from && state === 'refused');
      if (next === undefined) return;
      setCurrent(next.id);
      go({ message: String(next.id) });
    },
    { available: list.some(({ state }) => state === 'refused') || 'messages.none.title' },
  );
  useOffer(messageCommands.form, ({ form: chosen }) => setForm(chosen));
  const hasDetail = detail.data !== undefined;
  useOffer(
    messageCommands.copy,
    async () => {
      try {
        await navigator.clipboard.writeText(shown.text);
        notify('success', text('messages.copied'));
      } catch {
        notify('error', text('messages.notCopied'));
      }
    },
    { available: hasDetail || 'messages.empty.title' },
  );
  useOffer(
    messageCommands.saveBody,
    () => {
      if (detail.data === undefined) return;
      const { message, body } = detail.data;
      const time = new Date(message.at).toISOString().replaceAll(':', '');
      saveFile(`${message.sender}_${time}.bin`, new Blob([new Uint8Array(bytesOf(body ?? ''))]));
    },
    { available: (hasDetail && detail.data?.body !== null) || 'messages.secret' },
  );
  useOffer(
    messageCommands.save,
    async () => {
      const { saveMessages } = await import('./save-messages.ts');
      const { messages, isAll } = await allMessages(filters, mostSaved);
      saveMessages(messages, text, zone);
      notify('success', text(isAll ? 'messages.saved' : 'messages.savedSome', { count: messages.length }));
    },
    { available: list.length > 0 || 'messages.empty.title' },
  );
  useOffer(messageCommands.settings, () => setIsSetting(true), { available: stores.data !== undefined });
  useOffer(messageCommands.refresh, refreshNow);

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, nativeEvent } = event;
    if (event.isDefaultPrevented() || nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element) || target.closest(typedInto) !== null) return;
    const isButton = target.closest('button, a') !== null;
    if (event.key === '/') commands.run(messageCommands.search, {}, 'key');
    else if (event.key === ' ' && !isButton) commands.run(messageCommands.hold, {}, 'key');
    else if (event.key === 'n') commands.run(messageCommands.nextRefused, {}, 'key');
    else if (event.key === 'h') {
      const next = forms[(forms.indexOf(form) + 1) % forms.length] ?? 'hex';
      commands.run(messageCommands.form, { form: next }, 'key');
    } else if (event.key === 'Escape' && open !== null)
      commands.run(messageCommands.choose, { message: open }, 'key');
    else return;
    event.preventDefault();
  };

  const body = () => {
    if (error !== null && data === undefined) {
      if (error instanceof ApiError && error.status === 403)
        return <NoPermission permission="device:maintenance:view" />;
      return (
        <FailedState
          title={text('messages.failed')}
          reason={reasonOf(error, text)}
          onRetry={() => commands.run(messageCommands.refresh, {}, 'button')}
        />
      );
    }
    if (data === undefined) return <LoadingRows rows={16} />;
    if (list.length === 0 && !isFetchingNextPage && (isStill || !hasNextPage))
      return (
        <EmptyState
          icon={isFiltered ? 'search' : 'message'}
          title={text(isFiltered ? 'messages.none.title' : 'messages.empty.title')}
          actions={
            isFiltered && (
              <CommandButton command={messageCommands.clear} look="primary" label={text('audit.clear')} />
            )
          }
        >
          {text(isFiltered ? 'messages.none.text' : 'messages.empty.text')}
        </EmptyState>
      );
    return (
      <MessageList
        list={list}
        current={current}
        open={open}
        zone={zone}
        nameOf={nameOf}
        onCurrent={(id) => {
          setCurrent(id);
          // Who looks at a row must not see it move away.
          if (id !== list[0]?.id) setIsHeld(true);
        }}
        onScrolled={setIsAway}
        onMore={onMore}
      />
    );
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the page while the focus is in it
    <div className={`page messages-page ${open === null ? '' : 'messages--open'}`} onKeyDown={onKeyDown}>
      <section className="panel messages__panel" aria-label={text('page.messages')}>
        <header className="panel__head messages__bar">
          <h2>{text('page.messages')}</h2>
          <span className={`pill ${holds ? '' : 'pill--ok'}`} role="status">
            {text(holds ? 'messages.held' : 'messages.live')}
          </span>
          {live.waiting > 0 && (
            <CommandButton
              command={messageCommands.hold}
              icon="chevron-up"
              look="ghost"
              label={text('messages.newer', { count: live.waiting })}
            />
          )}
          <span className="grow" />
          <CommandButton
            command={messageCommands.hold}
            icon={holds ? 'play' : 'pause'}
            label={text(holds ? 'messages.resume' : 'messages.key.hold')}
            pressed={holds}
          />
          <CommandButton command={messageCommands.refresh} icon="refresh" iconOnly />
          <CommandButton command={messageCommands.save} icon="download" label={text('deviceViews.export')} />
          <Permit needs="device:site:edit">
            <CommandButton
              command={messageCommands.settings}
              icon="settings"
              label={text('messages.settings')}
            />
          </Permit>
        </header>
        <Filters
          wanted={wanted}
          stations={stations}
          isFiltered={isFiltered}
          search={search}
          onType={(name: MessageFilterName, value) => go({ [name]: value })}
        />
        {body()}
        <Foot
          shown={list.length}
          lookedTo={hasNextPage ? lookedTo : null}
          isStill={isStill && hasNextPage}
          onFurther={() => void fetchNextPage()}
          stores={stores.data?.stores ?? []}
          zone={zone}
        />
      </section>
      {detail.data !== undefined && open !== null && (
        <MessageDetail detail={detail.data} shown={shown} form={form} zone={zone} nameOf={nameOf} />
      )}
      {open !== null && detail.error !== null && (
        <section className="panel messages__detail">
          <FailedState
            title={text('messages.failed')}
            reason={reasonOf(detail.error, text)}
            onRetry={() => void detail.refetch()}
          />
        </section>
      )}
      {isSetting && stores.data !== undefined && (
        <SettingsDialog stores={stores.data.stores} onClose={() => setIsSetting(false)} />
      )}
    </div>
  );
}
