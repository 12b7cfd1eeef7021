import { enums, kindByCode, rows } from '../../catalogue/index.ts';
import type { AlarmLevel, EnumId, RowId } from '../../catalogue/model.ts';
import type { StoredValue } from '../storage/storage.ts';

type Values = Readonly<Record<string, StoredValue>>;

/** The enumeration of a row's `alarmState`, undefined where it has none; `kind` where the row leaves it to the kind. */
export function alarmEnum(row: RowId, kind: number | null): EnumId | undefined {
  const channel = rows[row].channels.find((entry) => entry.id === 'alarmState');
  const own = channel?.type === 'enum' ? channel.values : undefined;
  return own ?? (kind === null ? undefined : kindByCode(kind)?.alarmStates);
}

/** Alarm level that a row's `alarmState` tells, 0 where the row has none. */
export function levelOf(row: RowId, values: Values, kind: number | null): AlarmLevel {
  const code = values['alarmState'];
  if (typeof code !== 'number') return 0;
  const id = alarmEnum(row, kind);
  return (id === undefined ? undefined : enums[id].levels?.[code]) ?? 0;
}

/** True when a row tells a fault: its run state, or any flag of the RTU's run status. */
export function faultOf(row: RowId, values: Values): boolean {
  if (row === 'status') return typeof values['runStatus'] === 'number' && values['runStatus'] !== 0;
  return values['runState'] === 1;
}

/** A row's values as they travel: samples stay behind. */
export function plainValues(values: Values): Record<string, number | string | null> {
  const plain: Record<string, number | string | null> = {};
  for (const [channel, value] of Object.entries(values)) {
    if (!(value instanceof Uint8Array)) plain[channel] = value;
  }
  return plain;
}
