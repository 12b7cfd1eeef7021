import type { SampleValues } from '../sample.ts';
import { code, type Parameters, reported, type SimulatedSensor } from '../sensor.ts';

/** The device's own alarm of a kind with the group `basic`: its primary value reaches the limit; null while it has none. */
export function basicAlarm(
  { kind }: SimulatedSensor,
  parameters: Parameters,
  values: SampleValues,
): number | null {
  const value = values[kind.primary?.channel ?? ''];
  if (typeof value !== 'number') return null;
  const limit = reported(parameters, 'basic/alarmValue');
  return code('alarmState', limit !== null && value >= limit ? 'alarm' : 'normal');
}
