/** Every metric that an RTU may send or be sent, from the catalogue, for those who build one. */
import { deviceActions, enumValues, kinds, rtu } from '../catalogue/index.ts';
import type { Channel, EnumId, KindDefinition, ParameterField, RowId } from '../catalogue/model.ts';
import {
  channelMessage,
  deviceActionMessage,
  enumValueMessage,
  fieldMessage,
  flagMessage,
  groupMessage,
  kindMessage,
} from '../derive/messages.ts';
import { kindMetric, metrics } from '../derive/metrics.ts';
import type { Say } from './tool.ts';

/** One line of the list; all texts. */
export interface MetricLine {
  /** `-` for the RTU itself, else that it is the slot of a sensor of this kind. */
  readonly device: string;
  readonly name: string;
  /** Sparkplug data type. */
  readonly type: string;
  readonly unit: string;
  readonly meaning: string;
}

/** Lines of the RTU and of every kind of sensor that measures, in the order of the catalogue. */
export function metricLines(say: Say): MetricLine[] {
  const own = kindLines('-', rtu, say);
  const sensors = kinds
    .filter(({ rows }) => rows.length > 0)
    .flatMap((kind) => {
      const name = say(kindMessage(kind.id));
      const device = say('metrics.slot', { kind: name });
      const meaning = say('metrics.kind', { code: kind.code, kind: name });
      return [
        { device, name: kindMetric, type: 'Int32', unit: '', meaning },
        ...kindLines(device, kind, say, kind.units),
      ];
    });
  return [...own, ...sensors];
}

type Owner = Parameters<typeof metrics>[0];

function kindLines(
  device: string,
  owner: Owner,
  say: Say,
  units: KindDefinition['units'] = {},
): MetricLine[] {
  const { readings, elements, waveform, parameters, actions } = metrics(owner);
  const meaning = (row: RowId, channel: Channel) => {
    const codes =
      channel.type === 'enum'
        ? codesOf(channel.values, say)
        : channel.type === 'flagSet'
          ? channel.flags.map((flag, bit) => `bit ${bit} ${say(flagMessage(row, flag))}`).join(', ')
          : '';
    return say(channelMessage(row, channel.id)) + (codes === '' ? '' : `: ${codes}`);
  };
  const unitOf = (row: RowId, channel: Channel) =>
    channel.type === 'number' || channel.type === 'samples'
      ? (units[`${row}/${channel.id}`] ?? channel.unit ?? '')
      : '';
  const lines = readings.map(({ name, type, row, channel }) => ({
    ...{ device, name, type: String(type), unit: unitOf(row, channel), meaning: meaning(row, channel) },
  }));
  if (elements !== null) {
    const { name, type, row, columns } = elements;
    lines.push({ device, name, type, unit: '', meaning: say('metrics.elements') });
    for (const column of columns)
      lines.push({
        ...{ device, name: `${name}[${column.name}]`, type: column.type },
        ...{ unit: unitOf(row, column.channel), meaning: meaning(row, column.channel) },
      });
  }
  if (waveform !== null) {
    const [first] = waveform.channels;
    const unit = first === undefined ? '' : unitOf('waveform', first);
    lines.push({ device, name: waveform.name, type: waveform.type, unit, meaning: say('metrics.waveform') });
  }
  for (const { name, type, group, field } of parameters) {
    const codes = field.type === 'enum' || field.type === 'set' ? `: ${codesOf(field.values, say)}` : '';
    const words = `${say(groupMessage(group))} · ${say(fieldMessage(group, field.id))}${codes}`;
    lines.push({ device, name, type, unit: fieldUnit(field), meaning: words });
  }
  for (const { name, type, action } of actions) {
    const args = deviceActions.find(({ id }) => id === action)?.arguments ?? [];
    const named = args.length === 0 ? '' : ` {${args.map(({ id }) => id).join(', ')}}`;
    lines.push({ device, name, type, unit: '', meaning: say(deviceActionMessage(action)) + named });
  }
  return lines;
}

const fieldUnit = (field: ParameterField): string => (field.type === 'number' ? (field.unit ?? '') : '');

function codesOf(id: EnumId, say: Say): string {
  return enumValues[id].map((value, code) => `${code} ${say(enumValueMessage(id, value))}`).join(', ');
}

/** The list as a table of Markdown. */
export function metricTable(say: Say): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const head = (['device', 'name', 'type', 'unit', 'meaning'] as const).map((id) => say(`metrics.${id}`));
  const lines = metricLines(say).map(({ device, name, type, unit, meaning }) => [
    ...[device, name, type, unit, meaning].map(cell),
  ]);
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
