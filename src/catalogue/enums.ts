import { enumValues } from './enum-values.ts';
import type { AlarmLevel, EnumDefinition, EnumId } from './model.ts';

/** A value of an enumeration, e.g. EnumValue<'mountMode'>. */
export type EnumValue<Id extends EnumId> = (typeof enumValues)[Id][number];

type AlarmEnumId = 'tiltAlarmState' | 'alarmState' | 'moistureAlarmState' | 'profileAlarmState';

/** Level of each alarm value: 0 none, 1 blue, 2 yellow, 3 orange, 4 red. Assumed. */
const levels: { readonly [Id in AlarmEnumId]: Readonly<Record<EnumValue<Id>, AlarmLevel>> } = {
  tiltAlarmState: { normal: 0, previouslyAlarmed: 1, accelerationTrigger: 3, fastCollectReport: 2 },
  alarmState: { normal: 0, alarm: 3 },
  moistureAlarmState: { normal: 0, low: 2, high: 2, jump: 3 },
  profileAlarmState: { normal: 0, incremental: 2, cumulative: 3, rate: 3 },
};

function define(id: EnumId): EnumDefinition {
  const values: readonly string[] = enumValues[id];
  const byValue: Readonly<Record<string, AlarmLevel>> | undefined = (
    levels as Partial<Record<EnumId, Readonly<Record<string, AlarmLevel>>>>
  )[id];
  return byValue ? { id, values, levels: values.map((value) => byValue[value] ?? 0) } : { id, values };
}

/** Every enumeration by id. */
export const enums: Readonly<Record<EnumId, EnumDefinition>> = Object.fromEntries(
  (Object.keys(enumValues) as EnumId[]).map((id) => [id, define(id)]),
) as Record<EnumId, EnumDefinition>;
