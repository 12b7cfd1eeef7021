import { deviceActions, groups, rows } from '../catalogue/index.ts';
import type { Channel, GroupId, KindDefinition, ParameterField, RowId } from '../catalogue/model.ts';
import { type ChannelOwner, kindChannels } from './kind-channels.ts';

/** Sparkplug data types that the catalogue needs. */
export type MetricType =
  | 'Double'
  | 'Int32'
  | 'Boolean'
  | 'UInt32'
  | 'String'
  | 'DateTime'
  | 'DataSet'
  | 'Bytes';

export interface ReadingMetric {
  readonly name: string;
  readonly type: Exclude<MetricType, 'DataSet' | 'Bytes'>;
  readonly row: RowId;
  readonly channel: Channel;
}
/** One row for each node or layer from the top down, one column for each element channel. */
export interface ElementsMetric {
  readonly name: 'nodes' | 'layers';
  readonly type: 'DataSet';
  readonly row: RowId;
  readonly columns: readonly {
    readonly name: string;
    readonly type: MetricType;
    readonly channel: Channel;
  }[];
}
/** All samples of one capture. */
export interface WaveformMetric {
  readonly name: 'waveform';
  readonly type: 'Bytes';
  readonly row: 'waveform';
  readonly channels: readonly Channel[];
}
export interface ParameterMetric {
  readonly name: `param/${GroupId}/${string}`;
  readonly type: MetricType;
  readonly group: GroupId;
  readonly field: ParameterField;
}
/** Boolean where the action takes no arguments (write true); else String: the arguments as JSON. */
export interface ActionMetric {
  readonly name: `cmd/${string}`;
  readonly type: 'Boolean' | 'String';
  readonly action: string;
}
export interface KindMetrics {
  readonly readings: readonly ReadingMetric[];
  readonly elements: ElementsMetric | null;
  readonly waveform: WaveformMetric | null;
  readonly parameters: readonly ParameterMetric[];
  readonly actions: readonly ActionMetric[];
}

/** Name of the metric that carries a sensor's type code (Int32) in its birth. */
export const kindMetric = 'kind';

function scalarType(channel: Channel): ReadingMetric['type'] | null {
  const types = {
    number: 'Double',
    enum: 'Int32',
    flag: 'Boolean',
    flagSet: 'UInt32',
    text: 'String',
    time: 'DateTime',
    samples: null,
  } as const;
  return types[channel.type];
}

/** A set is its members as bits in the enumeration's order; a secret is text, written and never read. */
export function parameterType(field: ParameterField): MetricType {
  const types = {
    number: 'Double',
    enum: 'Int32',
    flag: 'Boolean',
    text: 'String',
    secret: 'String',
    set: 'UInt32',
    date: 'DateTime',
  } as const;
  return types[field.type];
}

function elementsMetric(owner: ChannelOwner): ElementsMetric | null {
  const row = owner.rows.find((id) => rows[id].elements);
  const elements = row && rows[row].elements;
  if (!row || !elements) return null;
  return {
    name: elements.id === 'node' ? 'nodes' : 'layers',
    type: 'DataSet',
    row,
    columns: elements.channels.map((channel) => ({
      name: channel.id,
      type: scalarType(channel) ?? 'Bytes',
      channel,
    })),
  };
}

/** Everything that a birth of a kind (or of the RTU) declares, `kind` and the protocol's own metrics apart. */
export function metrics(owner: ChannelOwner & Pick<KindDefinition, 'groups' | 'actions'>): KindMetrics {
  const channels = kindChannels(owner);
  const samples = channels.filter(({ channel }) => channel.type === 'samples').map(({ channel }) => channel);
  return {
    readings: channels.flatMap(({ row, channel, element, name }) => {
      const type = scalarType(channel);
      return type === null || element ? [] : [{ name, type, row, channel }];
    }),
    elements: elementsMetric(owner),
    waveform: samples.length ? { name: 'waveform', type: 'Bytes', row: 'waveform', channels: samples } : null,
    parameters: owner.groups.flatMap((group) =>
      groups[group].fields.map(
        (field): ParameterMetric => ({
          name: `param/${group}/${field.id}`,
          type: parameterType(field),
          group,
          field,
        }),
      ),
    ),
    actions: owner.actions.map((action): ActionMetric => {
      const definition = deviceActions.find(({ id }) => id === action);
      return { name: `cmd/${action}`, type: definition?.arguments.length ? 'String' : 'Boolean', action };
    }),
  };
}
