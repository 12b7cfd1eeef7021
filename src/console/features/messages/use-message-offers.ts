import type { RefObject } from 'react';
import { messages as messageCommands } from '../../../../commands/messages.ts';
import { messageKinds } from '../../../contract/messages.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { loadChunk } from '../../components/chunks.ts';
import { type Text, useFormat, useText } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import { useOffer } from '../../components/screen.ts';
import { allMessages, type MessageSummary, type useMessage } from '../../state/devices/messages.ts';
import { notify } from '../../state/notices.ts';
import { filterNames } from './filters.ts';
import { bytesOf } from './hex.ts';
import type { ListedMessages } from './use-message-list.ts';
import type { MessageForm } from './use-shown.ts';

/** Messages of a file at most. */
const mostSaved = 5000;

/** The values that a filter can have. */
function choicesOf(
  field: unknown,
  stations: readonly Pick<StationSummary, 'id' | 'code' | 'name'>[],
  text: Text,
) {
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
}

/** Offers what is done with messages: finding, holding, opening, copying and saving them. */
export function useMessageOffers(given: {
  readonly listed: ListedMessages;
  readonly filters: Parameters<typeof allMessages>[0];
  readonly isFiltered: boolean;
  readonly stations: readonly Pick<StationSummary, 'id' | 'code' | 'name'>[];
  readonly search: RefObject<HTMLInputElement | null>;
  readonly current: number | null;
  readonly detail: ReturnType<typeof useMessage>['data'];
  /** The open message as it is shown. */
  readonly shownText: string;
  readonly zone: string;
  readonly nameOf: (message: MessageSummary) => string;
  /** Changes the address; '' takes a name out. */
  readonly go: (change: Readonly<Record<string, string>>) => void;
  readonly choose: (id: number) => void;
  readonly setCurrent: (id: number) => void;
  readonly setForm: (form: MessageForm) => void;
  /** null = what is kept how long is not known yet. */
  readonly openSettings: (() => void) | null;
}) {
  const { listed, filters, isFiltered, stations, search, current, detail, shownText, zone } = given;
  const { nameOf, go, choose, setCurrent, setForm, openSettings } = given;
  const { list, hold, refreshNow } = listed;
  const text = useText();
  const format = useFormat();
  useOffer(messageCommands.filter, ({ field, value }) => go({ [field]: value }), {
    choices: (argument, { field }) => (argument === 'value' ? choicesOf(field, stations, text) : []),
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
  const hasDetail = detail !== undefined;
  useOffer(
    messageCommands.copy,
    async () => {
      try {
        await navigator.clipboard.writeText(shownText);
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
      if (detail === undefined) return;
      const { message, body } = detail;
      const time = new Date(message.at).toISOString().replaceAll(':', '');
      saveFile(`${message.sender}_${time}.bin`, new Blob([new Uint8Array(bytesOf(body ?? ''))]));
    },
    { available: (hasDetail && detail?.body !== null) || 'messages.secret' },
  );
  useOffer(
    messageCommands.save,
    async () => {
      const { saveMessages } = await loadChunk(() => import('./save-messages.ts'));
      const { messages, isAll } = await allMessages(filters, mostSaved);
      saveMessages(messages, text, zone);
      notify('success', text(isAll ? 'messages.saved' : 'messages.savedSome', { count: messages.length }));
    },
    { available: list.length > 0 || 'messages.empty.title' },
  );
  useOffer(messageCommands.settings, () => openSettings?.(), { available: openSettings !== null });
  useOffer(messageCommands.refresh, refreshNow);
}
