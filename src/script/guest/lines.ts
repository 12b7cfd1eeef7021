/** Lines of a run's log. */
import { say, stringify } from './host.ts';
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

// Lines that are not kept any more are counted here: a million ways to the host and back would take too long.
let unsent = 0;
let full = false;
/** Lines that were not sent. */
export const more = (): number => unsent;

export function line(values: readonly unknown[]): void {
  if (full) unsent += 1;
  else full = say({ op: 'log', text: values.map(shown).join(' ') });
}
