import { enums, kindByCode, rows } from '../../catalogue/index.ts';
import type { EnumId, RowId } from '../../catalogue/model.ts';
import type { LatestReading, NotGood, StoredValue } from '../storage/storage.ts';

type Values = Readonly<Record<string, StoredValue>>;

/** The enumeration of a row's `alarmState`, undefined where it has none; `kind` where the row leaves it to the kind. */
export function alarmEnum(row: RowId, kind: number | null): EnumId | undefined {
  const channel = rows[row].channels.find((entry) => entry.id === 'alarmState');
  const own = channel?.type === 'enum' ? channel.values : undefined;
  return own ?? (kind === null ? undefined : kindByCode(kind)?.alarmStates);
}

/** True where a row's `alarmState` reports an alarm of the device. */
export function deviceAlarmOf(row: RowId, values: Values, kind: number | null): boolean {
  const code = values['alarmState'];
  const id = alarmEnum(row, kind);
  return typeof code === 'number' && code > 0 && id !== undefined && enums[id].deviceAlarm === true;
}

/** True when a row reports a fault: its run state, or any flag of the RTU's run status. */
export function faultOf(row: RowId, values: Values): boolean {
  if (row === 'status') return typeof values['runStatus'] === 'number' && values['runStatus'] !== 0;
  return values['runState'] === 1;
}

/** What a device does not vouch for, as it travels. */
export function plainNotGood<Entry extends NotGood>(
  notGood: Readonly<Record<string, Entry>>,
): Record<string, Omit<Entry, 'value'> & { readonly value: number | string | null }> {
  return Object.fromEntries(
    Object.entries(notGood).map(([channel, entry]) => [
      channel,
      { ...entry, value: entry.value instanceof Uint8Array ? null : entry.value },
    ]),
  );
}

/** The newest values of a source as they travel. */
export function plainLatest({ t, receivedAt, values, times, notGood }: LatestReading) {
  return {
    t,
    receivedAt,
    values: plainValues(values),
    ...(times === undefined ? {} : { times }),
    ...(notGood === undefined ? {} : { notGood: plainNotGood(notGood) }),
  };
}

/** A row's values as they travel: samples stay behind. */
export function plainValues(values: Values): Record<string, number | string | null> {
  const plain: Record<string, number | string | null> = {};
  for (const [channel, value] of Object.entries(values)) {
    if (!(value instanceof Uint8Array)) plain[channel] = value;
  }
  return plain;
}
