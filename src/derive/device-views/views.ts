/** The views of devices: one for the RTUs, one for all sensors, one for each series and for each kind of the catalogue. */
import type { MessageId } from '../../base/messages.ts';
import type { Unit } from '../../base/units.ts';
import { kindByCode, kinds, rows, rtu } from '../../catalogue/index.ts';
import type { Channel, GroupId, KindDefinition, RowId } from '../../catalogue/model.ts';
import { type ChannelOwner, kindChannels } from '../kind-channels.ts';
import { channelMessage, groupMessage, kindMessage } from '../messages.ts';
import { primaryChannel } from '../parameter-fields.ts';
import { rowColumns, type TableColumn } from '../row-columns.ts';
import { type DeclaredColumn, declared, type ProfileFigure } from './declared.ts';

/** Where a number is taken from. */
export interface ViewPlace {
  readonly row: RowId;
  /** Node or layer; 0 = the row's own. */
  readonly element: number;
  readonly channel: string;
}

export type ViewSource =
  | (ViewPlace & { readonly type: 'channel' })
  | (ViewPlace & { readonly type: 'change'; readonly hours: number })
  | { readonly type: 'rain'; readonly hours: number }
  | { readonly type: 'profile'; readonly figure: ProfileFigure }
  /** The first channel of each device's own kind, or its change. */
  | { readonly type: 'primary'; readonly hours: number | null };

/** A column of a view; `heading` takes `channel`, `hours` where the source has them. */
export interface ViewColumn extends Omit<TableColumn, 'element' | 'row' | 'heading'> {
  /** Unique in its view. */
  readonly id: string;
  readonly row: RowId | null;
  readonly source: ViewSource;
  readonly heading: MessageId;
  /** The channel that `heading` names. */
  readonly channelHeading: MessageId | null;
}

export interface DeviceView {
  /** As it stands in an address. */
  readonly id: string;
  readonly title: MessageId;
  /** Codes of the kinds; null = the RTUs themselves. */
  readonly kinds: readonly number[] | null;
  readonly columns: readonly ViewColumn[];
  /** A group that all of its devices have, to set them together; null = none. */
  readonly groups: readonly GroupId[];
}

const plain = (column: TableColumn, element: number, name: string): ViewColumn => ({
  ...column,
  id: name,
  source: { type: 'channel', row: column.row, element, channel: column.id },
  channelHeading: null,
});

const computed = (
  column: Pick<ViewColumn, 'id' | 'source' | 'heading' | 'unit' | 'digits'> & {
    readonly channelHeading?: MessageId;
  },
): ViewColumn => ({ channelHeading: null, ...column, row: null, type: 'number', values: null, flags: [] });

const profileLooks = {
  movingDepth: { unit: 'm', digits: 2 },
  movingRate: { unit: 'mm/d', digits: 2 },
  checksum: { unit: 'mm', digits: 2 },
} as const satisfies Record<ProfileFigure, { unit: Unit; digits: number }>;

/** What a row shows where nothing is declared: what it measures, how its first channel moved in a day, its states. */
function usual(owner: ChannelOwner, row: RowId): readonly DeclaredColumn[] {
  const channels = kindChannels(owner).filter((entry) => entry.row === row);
  const measured = channels.filter(({ channel }) => channel.type === 'number' && channel.chart === true);
  const states = channels.filter(({ channel }) => channel.type === 'enum');
  const [first] = measured;
  return [
    ...measured.map(({ channel }) => channel.id),
    ...(first === undefined ? [] : [{ change: first.channel.id, hours: 24 }]),
    ...states.map(({ channel }) => channel.id),
  ];
}

function columnsOf(owner: ChannelOwner, row: RowId, prefix: string): readonly ViewColumn[] {
  const all = rowColumns(owner, row);
  const byId = (id: string) => all.find((column) => column.id === id);
  // Of nodes and layers the first stands for the string.
  const elementOf = (column: TableColumn) => (column.element ? 1 : 0);
  return (declared[row]?.columns ?? usual(owner, row)).flatMap((entry): ViewColumn[] => {
    if (typeof entry === 'string') {
      const column = byId(entry);
      return column === undefined ? [] : [plain(column, elementOf(column), `${prefix}${entry}`)];
    }
    if ('change' in entry) {
      const column = byId(entry.change);
      if (column === undefined) return [];
      const { unit, digits, heading: channelHeading } = column;
      const place = { row, element: elementOf(column), channel: entry.change };
      const source = { type: 'change', hours: entry.hours, ...place } as const;
      const id = `${prefix}${entry.change}-${entry.hours}h`;
      return [computed({ id, source, unit, digits, channelHeading, heading: 'views.change' })];
    }
    if ('rain' in entry)
      return [
        computed({
          id: `rain-${entry.rain}h`,
          source: { type: 'rain', hours: entry.rain },
          unit: 'mm',
          digits: 1,
          heading: 'views.rain',
        }),
      ];
    const { profile: figure } = entry;
    const source = { type: 'profile', figure } as const;
    return [computed({ id: figure, source, ...profileLooks[figure], heading: `views.${figure}` })];
  });
}

const eventRows = new Set<RowId>(['waveform']);
const shownRows = ({ rows: own }: Pick<KindDefinition, 'rows'>) => own.filter((row) => !eventRows.has(row));

const ofKind = (kind: KindDefinition): DeviceView => ({
  id: kind.id,
  title: kindMessage(kind.id),
  kinds: [kind.code],
  columns: shownRows(kind).flatMap((row, index) => columnsOf(kind, row, index === 0 ? '' : `${row}.`)),
  groups: kind.groups,
});

const primary = (hours: number | null): ViewColumn =>
  computed({
    id: hours === null ? 'primary' : `primary-${hours}h`,
    source: { type: 'primary', hours },
    unit: null,
    digits: 0,
    heading: hours === null ? 'views.primary' : 'views.primaryChange',
  });

/** Kinds that measure something. */
const measuring = kinds.filter((kind) => shownRows(kind).length > 0);
/** Of several kinds: what each of them measures first. */
const mixed = (id: string, title: MessageId, own: readonly KindDefinition[]): DeviceView => ({
  id,
  title,
  kinds: own.map(({ code }) => code),
  columns: [primary(null), primary(1), primary(24)],
  groups: (own[0]?.groups ?? []).filter((group) => own.every(({ groups }) => groups.includes(group))),
});

const mems = measuring.filter(({ groups }) => groups.includes('mems'));
const [firstMems] = mems;

/** In the order in which they are offered. */
export const deviceViews: readonly DeviceView[] = [
  { id: 'rtu', title: 'views.rtu', kinds: null, columns: columnsOf(rtu, 'status', ''), groups: rtu.groups },
  mixed('sensors', 'views.sensors', measuring),
  ...(firstMems === undefined
    ? []
    : [
        {
          ...ofKind(firstMems),
          id: 'mems',
          title: groupMessage('mems'),
          kinds: mems.map(({ code }) => code),
        },
      ]),
  mixed(
    'rt1000',
    'views.rt1000',
    measuring.filter(({ id }) => id.startsWith('rt10')),
  ),
  ...measuring.map(ofKind),
];

const byId = new Map(deviceViews.map((view) => [view.id, view]));
/** The view of an address; undefined = there is none. */
export const viewById = (id: string): DeviceView | undefined => byId.get(id);

const channelIn = (row: RowId, channel: string): Channel | undefined =>
  [...rows[row].channels, ...(rows[row].elements?.channels ?? [])].find(({ id }) => id === channel);

/** The channel that stands for a device in little curves, with its unit and digits; null where its kind has none. */
export function curveOf(
  kind: number | null,
): (ViewPlace & { readonly unit: Unit | null; readonly digits: number; readonly sums: boolean }) | null {
  const definition = kind === null ? undefined : kindByCode(kind);
  const first = definition?.primary;
  const row = kind === null ? 'status' : (first?.row as RowId | undefined);
  if (row === undefined) return null;
  const channel = declared[row]?.curve ?? first?.channel;
  const found = channel === undefined ? undefined : channelIn(row, channel);
  if (found?.type !== 'number') return null;
  const element = rows[row].elements?.channels.includes(found) === true ? (first?.element ?? 1) : 0;
  return {
    row,
    element,
    channel: found.id,
    unit: found.unit,
    digits: found.digits,
    sums: found.sum !== undefined,
  };
}

/** What a kind measures first, with its unit and words; null where it measures nothing. */
export function primaryOf(
  kind: number,
): (ViewPlace & { readonly unit: Unit | null; readonly digits: number; readonly heading: MessageId }) | null {
  const definition = kindByCode(kind);
  const found = definition === undefined ? undefined : primaryChannel(definition);
  if (definition?.primary === undefined || found === undefined) return null;
  const row = definition.primary.row as RowId;
  const { unit, digits, id: channel } = found;
  const element = definition.primary.element ?? 0;
  return { row, element, channel, unit, digits, heading: channelMessage(row, channel) };
}
