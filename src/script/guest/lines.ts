/** Values as text, and the lines of a run's log. */
import { stringify } from './host.ts';
import { FleetSensor, isStation } from './stations.ts';

/** A value as it stands in a line. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isStation(value)) return `${value.code} ${value.name}`;
  if (value instanceof FleetSensor) return `${value.station.code}/${value.slot}`;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value === 'object' && value !== null) {
    try {
      return stringify(value) ?? String(value);
    } catch {
      return String(value);
    }
  }
  return String(value);
}

/** Of the log: lines that are not kept any more are counted here; a million ways to the host would take too long. */
export const logged: { isFull: boolean; unsent: number } = { isFull: false, unsent: 0 };
