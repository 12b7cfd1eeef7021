/** What is known of a station as calls of scripts need it: plain values that cross to the thread which answers them. */
import type { StationSummary } from '../../../contract/sites/stations.ts';
import type { Site } from '../../sites/structure.ts';

export interface ScriptStation {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly project: { readonly code: string; readonly name: string };
  readonly rtu: { readonly id: number } | null;
  readonly sensors: readonly {
    readonly id: number;
    readonly slot: number;
    /** Sensor type code. */
    readonly kind: number;
    readonly name: string | null;
  }[];
  readonly summary: Pick<StationSummary, (typeof reported)[number]>;
}

const reported = [
  'site',
  'sn',
  'state',
  'link',
  'deviceAlarm',
  'fault',
  'latitude',
  'longitude',
  'timeZone',
  'sendCycle',
  'lastContactAt',
  'nextContactAt',
  'jitter',
  'batteryVoltage',
  'batteryCharge',
] as const satisfies readonly (keyof StationSummary)[];

export function factsOf({ station, project, rtu, sensors }: Site, summary: StationSummary): ScriptStation {
  return {
    id: station.id,
    code: station.code,
    name: station.name,
    project: { code: project.code, name: project.name },
    rtu: rtu === null ? null : { id: rtu.id },
    sensors: sensors.map(({ id, slot, kind, name }) => ({ id, slot, kind, name })),
    summary: Object.fromEntries(reported.map((name) => [name, summary[name]])) as ScriptStation['summary'],
  };
}
