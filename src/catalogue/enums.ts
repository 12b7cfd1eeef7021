import { enumValues } from './enum-values.ts';
import type { EnumDefinition, EnumId } from './model.ts';

/** A value of an enumeration, e.g. EnumValue<'mountMode'>. */
export type EnumValue<Id extends EnumId> = (typeof enumValues)[Id][number];

/** Enumerations in which a device reports its own alarm; every value but the first, `normal`, is one. */
const deviceAlarms: readonly EnumId[] = [
  'tiltAlarmState',
  'alarmState',
  'moistureAlarmState',
  'profileAlarmState',
];

const define = (id: EnumId): EnumDefinition =>
  deviceAlarms.includes(id)
    ? { id, values: enumValues[id], deviceAlarm: true }
    : { id, values: enumValues[id] };

/** Every enumeration by id. */
export const enums: Readonly<Record<EnumId, EnumDefinition>> = Object.fromEntries(
  (Object.keys(enumValues) as EnumId[]).map((id) => [id, define(id)]),
) as Record<EnumId, EnumDefinition>;
