import { groups, rows } from '../catalogue/index.ts';
import type { GroupId, KindDefinition, NumberChannel, ParameterField } from '../catalogue/model.ts';
import { kindChannels } from './kind-channels.ts';

/** The channel that a list or a map label shows for a kind; undefined where it has none. */
export function primaryChannel(kind: KindDefinition): NumberChannel | undefined {
  const { primary } = kind;
  if (!primary) return undefined;
  const found = kindChannels(kind).find(
    ({ row, channel }) => row === primary.row && channel.id === primary.channel,
  );
  return found?.channel.type === 'number' ? found.channel : undefined;
}

/** A group's fields as a kind has them: fields in the primary channel's unit take its unit and digits. */
export function parameterFields(group: GroupId, kind?: KindDefinition): readonly ParameterField[] {
  const primary = kind && primaryChannel(kind);
  return groups[group].fields.map((field) =>
    primary && field.type === 'number' && field.unitOf === 'primary'
      ? { ...field, unit: primary.unit, digits: primary.digits }
      : field,
  );
}

/** True where a row of the kind holds a reading for each node or layer. */
export function hasElements(kind: KindDefinition): boolean {
  return kind.rows.some((row) => rows[row].elements !== undefined);
}
