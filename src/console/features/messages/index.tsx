import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useSearchParams } from 'wouter';
import { messages as messageCommands } from '../../../../commands/messages.ts';
import { useCommands } from '../../components/commands.tsx';
import { FailedState } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { type MessageSummary, useMessage, useMessageStores } from '../../state/devices/messages.ts';
import { preferences } from '../../state/preferences.ts';
import { useStations } from '../../state/sites/stations.ts';
import { Filters } from './Filters.tsx';
import { Foot } from './Foot.tsx';
import { filterNames, filtersOf, type MessageFilterName, wantedOf } from './filters.ts';
import { MessageDetail } from './MessageDetail.tsx';
import { MessagesBar } from './MessagesBar.tsx';
import { MessagesBody } from './MessagesBody.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { useMessageList } from './use-message-list.ts';
import { useMessageOffers } from './use-message-offers.ts';
import { type MessageForm, useShown } from './use-shown.ts';
import '../../components/table/rows.css';
import './messages.css';

const typedInto = 'input, textarea, select, [role="menu"], dialog';
const forms: readonly MessageForm[] = ['hex', 'json', 'text'];

/** Messages as they came and as they were read, live. What is looked for is in the address. */
export default function MessagesPage() {
  const text = useText();
  const commands = useCommands();
  const { language } = useSnapshot(preferences);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [query, setQuery] = useSearchParams();
  const wanted = useMemo(() => wantedOf(query), [query]);
  const filters = useMemo(() => filtersOf(wanted, zone), [wanted, zone]);
  const search = useRef<HTMLInputElement>(null);
  const [current, setCurrent] = useState<number | null>(null);
  const [form, setForm] = useState<MessageForm>('hex');
  const [isSetting, setIsSetting] = useState(false);
  const listed = useMessageList(filters);
  const { list, holds, isStill, hasNextPage } = listed;
  const stores = useMessageStores();
  const { data: sites } = useStations();
  const stations = sites?.stations ?? [];
  const codes = useMemo(() => new Map((sites?.stations ?? []).map(({ id, code }) => [id, code])), [sites]);
  const nameOf = useCallback(
    ({ stationId, sender }: MessageSummary) =>
      (stationId === null ? undefined : codes.get(stationId)) ?? (sender === '' ? '–' : sender),
    [codes],
  );
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
  const choose = (id: number) => {
    setCurrent(id);
    go({ message: open === id ? '' : String(id) });
  };
  useMessageOffers({
    ...{ listed, filters, isFiltered, stations, search, current, zone, nameOf, go, choose },
    ...{ setCurrent, setForm, detail: detail.data, shownText: shown.text },
    openSettings: stores.data === undefined ? null : () => setIsSetting(true),
  });

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

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the page while the focus is in it
    <div className={`page messages-page ${open === null ? '' : 'messages--open'}`} onKeyDown={onKeyDown}>
      <section className="panel messages__panel" aria-label={text('page.messages')}>
        <MessagesBar holds={holds} waiting={listed.waiting} />
        <Filters
          wanted={wanted}
          stations={stations}
          isFiltered={isFiltered}
          search={search}
          onType={(name: MessageFilterName, value) => go({ [name]: value })}
        />
        <MessagesBody {...{ listed, isFiltered, current, open, zone, nameOf, setCurrent }} />
        <Foot
          shown={list.length}
          lookedTo={hasNextPage ? listed.lookedTo : null}
          isStill={isStill && hasNextPage}
          onFurther={listed.onFurther}
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
