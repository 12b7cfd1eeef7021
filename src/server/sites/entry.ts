/** What the board keeps of a station, and the summary that comes of it. */
import { kindByCode } from '../../catalogue/index.ts';
import type { StationSummary } from '../../contract/sites/stations.ts';
import { linkState, nextContact } from '../../domain/link-state.ts';
import { stationState } from '../../domain/station-state.ts';
import type { Alarm, AppliedRows } from './applied.ts';
import { maintenanceOf } from './maintenance.ts';
import type { Spark } from './spark.ts';
import type { Site } from './structure.ts';

/** What the gateway knows of an RTU's link. */
export interface BoardLink {
  readonly rtuId: number;
  readonly stationId: number;
  readonly connected: boolean | null;
  readonly lastContactAt: number | null;
  readonly late: boolean;
  readonly sendCycle: number;
  readonly jitter: number;
}

export type Primary = NonNullable<StationSummary['primary']>;
export interface BoardEntry {
  site: Site;
  /** What a person can change of it, and what stands on it, as texts to compare. */
  facts: string;
  stands: string;
  reading: string;
  /** The summary that was announced last. */
  announced: string;
  /** Device alarm and fault by source and row, of the newest rows. */
  readonly alarms: Map<string, Alarm>;
  readonly applied: AppliedRows;
  primaryPlace: ReturnType<typeof primaryOf>;
  primary: Primary | null;
  readonly spark: Spark;
  /** Ends when what is stored of the spark has been read; null = nobody has asked for it. */
  sparkRead: Promise<void> | null;
  /** It has been read. */
  sparkKnown: boolean;
  batteryVoltage: number | null;
  batteryCharge: number | null;
  batteryAt: number | null;
}

/** Which row, channel and element of which sensor stands for the station: the first sensor that has one. */
export function primaryOf(site: Site): Omit<Primary, 'value' | 't'> | null {
  for (const sensor of site.sensors) {
    const primary = kindByCode(sensor.kind)?.primary;
    if (primary === undefined) continue;
    return {
      sensorId: sensor.id,
      kind: sensor.kind,
      row: primary.row,
      channel: primary.channel,
      element: primary.element ?? 0,
    };
  }
  return null;
}

/** The devices of a station that are in alarm or fault, each once though several of its rows may say so. */
function troublesOf({ alarms, site }: BoardEntry): StationSummary['troubles'] {
  const troubles = new Map<number | null, StationSummary['troubles'][number]>();
  for (const [key, { deviceAlarm, fault }] of alarms) {
    if (!deviceAlarm && !fault) continue;
    const [row, id] = key.split('/');
    const sensorId = row === 'status' ? null : Number(id);
    if (sensorId !== null && !site.sensors.some((sensor) => sensor.id === sensorId)) continue;
    const known = troubles.get(sensorId);
    troubles.set(sensorId, {
      sensorId,
      deviceAlarm: deviceAlarm || (known?.deviceAlarm ?? false),
      fault: fault || (known?.fault ?? false),
    });
  }
  return [...troubles.values()];
}

/** A station's summary as of `now`, UTC ms; `facts` = what the gateway knows of its RTU's link. */
export function summaryOf(entry: BoardEntry, facts: BoardLink | null, now: number): StationSummary {
  const { site } = entry;
  const sendCycle = facts?.sendCycle ?? site.rtu?.send_cycle ?? 3600;
  const lastContactAt = facts?.lastContactAt ?? site.rtu?.last_contact_at ?? null;
  const jitter = facts?.jitter ?? site.rtu?.jitter ?? 0;
  const connected = facts === null ? false : facts.connected;
  const late = facts?.late ?? site.rtu?.late === 1;
  const link = linkState({ now, connected, lastContactAt, sendCycle, late });
  const next = nextContact({ now, lastContactAt, sendCycle, jitter });
  const alarms = [...entry.alarms.values()];
  const deviceAlarm = alarms.some((alarm) => alarm.deviceAlarm);
  const fault = alarms.some((alarm) => alarm.fault);
  const installState = site.rtu?.install_state ?? 0;
  return {
    id: site.station.id,
    projectId: site.station.project_id,
    code: site.station.code,
    name: site.station.name,
    reading: entry.reading,
    site: site.station.site,
    latitude: site.station.latitude,
    longitude: site.station.longitude,
    timeZone: site.station.time_zone,
    sn: site.rtu?.sn ?? null,
    kinds: [...new Set(site.sensors.map((sensor) => sensor.kind))],
    state: stationState({ link, deviceAlarm, fault, installState, hasRtu: site.rtu !== null }),
    link,
    connected,
    sendCycle,
    lastContactAt,
    late,
    nextContactAt: next?.at ?? null,
    jitter: next?.plusMinus ?? 0,
    deviceAlarm,
    fault,
    troubles: troublesOf(entry),
    installState,
    maintenance: maintenanceOf(site.station, now),
    batteryVoltage: entry.batteryVoltage,
    batteryCharge: entry.batteryCharge,
    batteryAt: entry.batteryAt,
    primary: entry.primary,
    spark: entry.sparkKnown ? entry.spark.points(now) : [],
  };
}
