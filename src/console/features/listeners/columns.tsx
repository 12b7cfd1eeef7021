import type { MessageId } from '../../../base/messages.ts';
import { wayReasons } from '../../../contract/listeners.ts';
import { Icon } from '../../components/Icon.tsx';
import type { Formatters, Text } from '../../components/i18n.ts';
import type { SortedColumn } from '../../components/table/SortedRows.tsx';
import { sizeText } from '../../components/values/size-text.ts';
import { spanOf } from '../../components/values/span.ts';
import type { ListenerKnock, ListenerView } from '../../state/listeners.ts';

interface Words {
  readonly text: Text;
  readonly format: Formatters;
  readonly now: number;
  readonly zone: string;
}

const looks = { open: 'ok', closed: 'offline', failed: 'fault' } as const;
const icons = { open: 'check', closed: 'minus', failed: 'circle-x' } as const;

/** How a listener stands, in a word. */
export function StateWord({ state, text }: { readonly state: ListenerView['state']; readonly text: Text }) {
  return (
    <span className={`pill pill--${looks[state]}`}>
      <Icon name={icons[state]} className="icon--small" />
      {text(`listeners.state.${state}`)}
    </span>
  );
}

export const placeOf = ({ address, port }: Pick<ListenerView, 'address' | 'port'>): string =>
  address === null ? '–' : port === null ? address : `${address}:${port}`;

/** What a column of counts holds. */
const counts = [
  ['open', 84],
  ['connectionsDay', 128],
  ['messagesHour', 112],
  ['messagesDay', 112],
  ['bytesHour', 124],
  ['bytesDay', 124],
] as const;

export function listenerColumns({ text, format, now }: Words): readonly SortedColumn<ListenerView>[] {
  const countText = (id: (typeof counts)[number][0], value: number | null) =>
    value === null ? '–' : id.startsWith('bytes') ? sizeText(value, format) : format.number(value, 0);
  return [
    {
      id: 'name',
      head: text('listeners.name'),
      width: 180,
      value: ({ id }) => text(`listeners.id.${id}`),
      cell: ({ id }) => <b className="rows__strong">{text(`listeners.id.${id}`)}</b>,
    },
    {
      id: 'state',
      head: text('listeners.state'),
      width: 92,
      value: ({ state }) => text(`listeners.state.${state}`),
      cell: ({ state }) => <StateWord state={state} text={text} />,
    },
    {
      id: 'address',
      head: text('listeners.address'),
      width: 146,
      value: (row) => placeOf(row),
      cell: (row) => <span className="num">{placeOf(row)}</span>,
    },
    {
      id: 'since',
      head: text('listeners.since'),
      width: 76,
      isNumber: true,
      value: ({ since }) => now - since,
      cell: ({ since }) => spanOf(Math.max(0, now - since), format),
    },
    ...counts.map(
      ([id, width]): SortedColumn<ListenerView> => ({
        id,
        head: text(`listeners.${id}`),
        width,
        isNumber: true,
        value: (row) => row[id],
        cell: (row) => countText(id, row[id]),
      }),
    ),
  ];
}

/** Reasons that have words only here; those of the broker are those of messages. */
const isOfWay = (reason: string): reason is (typeof wayReasons)[number] =>
  wayReasons.some((one) => one === reason);

/** Why somebody was refused. What it was about stands in a column of its own. */
export function reasonText({ reason, detail }: ListenerKnock, text: Text): string {
  if (isOfWay(reason)) return text(`listeners.reason.${reason}`);
  return text(`messages.reason.${reason}` as MessageId, { detail: detail === '' ? '–' : detail });
}

export function knockColumns({ text, format, zone }: Words): readonly SortedColumn<ListenerKnock>[] {
  return [
    {
      id: 'last',
      head: text('listeners.knocks.last'),
      width: 150,
      value: ({ lastAt }) => lastAt,
      cell: ({ lastAt }) => <span className="num">{format.time(lastAt, zone, 'full')}</span>,
    },
    {
      id: 'listener',
      head: text('argument.listener'),
      width: 150,
      value: ({ listener }) => text(`listeners.id.${listener}`),
      cell: ({ listener }) => text(`listeners.id.${listener}`),
    },
    {
      id: 'from',
      head: text('listeners.knocks.from'),
      width: 130,
      value: ({ address }) => address,
      cell: ({ address }) => <span className="num rows__strong">{address || '–'}</span>,
    },
    {
      id: 'times',
      head: text('listeners.knocks.times'),
      width: 70,
      isNumber: true,
      value: ({ count }) => count,
      cell: ({ count }) => format.number(count, 0),
    },
    {
      id: 'reason',
      head: text('listeners.knocks.reason'),
      width: 250,
      value: (knock) => reasonText(knock, text),
      cell: (knock) => reasonText(knock, text),
    },
    {
      id: 'detail',
      head: text('listeners.knocks.detail'),
      width: 150,
      value: ({ detail }) => detail,
      cell: ({ detail }) => <span className="dim">{detail || '–'}</span>,
    },
    {
      id: 'first',
      head: text('listeners.knocks.first'),
      width: 150,
      value: ({ firstAt }) => firstAt,
      cell: ({ firstAt }) => <span className="num dim">{format.time(firstAt, zone, 'full')}</span>,
    },
  ];
}
