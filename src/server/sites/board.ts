import { setImmediate as turn } from 'node:timers/promises';
import { Refusal } from '../../base/errors.ts';
import { kindByCode } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import type { Project, StationSummary } from '../../contract/sites/stations.ts';
import { linkState, nextContact } from '../../domain/link-state.ts';
import { stationState } from '../../domain/station-state.ts';
import type { Reading, Storage } from '../storage/storage.ts';
import { type Alarm, type Applied, AppliedRows, type NewestRow, taken, timeOf } from './applied.ts';
import { deviceAlarmOf, faultOf } from './facts.ts';
import { maintenanceOf } from './maintenance.ts';
import { nameReading } from './name-reading.ts';
import { Spark, sparkPoints } from './spark.ts';
import { readProjects, readSites, type Site } from './structure.ts';
import { type CompanyScope, sees } from './visible.ts';

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

type Primary = NonNullable<StationSummary['primary']>;
interface Entry {
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
  batteryVoltage: number | null;
  batteryCharge: number | null;
  batteryAt: number | null;
}

/** Stations, or rows of them, that a load goes through between two turns of others. */
const together = 250;
/** Channels by which a row reports a fault. */
const faultChannels = ['runState', 'runStatus'];

const nothing = () => {};

const standsOn = ({ rtu, sensors }: Site) =>
  [rtu?.id ?? 0, ...sensors.map(({ id, slot, kind }) => `${id}/${slot}/${kind}`)].join();
/** What a person can change of a station. */
const facts = ({ station, project, rtu, sensors }: Site) =>
  JSON.stringify([station, project, rtu?.sn, sensors]);

const readingOf = ({ station }: Site) => nameReading(station.name, station.name_reading);

/** Which row, channel and element of which sensor stands for the station: the first sensor that has one. */
function primaryOf(site: Site): Omit<Primary, 'value' | 't'> | null {
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
function troublesOf({ alarms, site }: Entry): StationSummary['troubles'] {
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

/** Every station's summary, kept in memory and moved by what comes in, so that lists and streams never scan. */
export class Board {
  readonly #entries = new Map<number, Entry>();
  /** Stations by RTU and by sensor. */
  readonly #byRtu = new Map<number, number>();
  readonly #bySensor = new Map<number, number>();
  readonly #changed = new Set<number>();
  /** Of which the newest values may be older than those that are known. */
  readonly #outdated = new Set<number>();
  #projects: ReadonlyMap<number, Project> = new Map();
  /** Ends when the loads that were asked for have. */
  #loading: Promise<void> = Promise.resolve();
  /** Stations and rows that loads have gone through. */
  #done = 0;

  constructor(
    readonly storage: Storage,
    readonly link: (rtuId: number) => BoardLink | null,
    readonly now: () => number = Date.now,
  ) {}

  /** Reads stations and newest rows anew; call at start and when sites change. Sparks are filled in behind. */
  async load(): Promise<void> {
    // One after another: what was read before must not take the place of what was read after.
    const fresh = this.#loading.then(() => this.#loadStations());
    this.#loading = fresh.then(nothing, nothing);
    await this.#readSparks(await fresh);
  }

  /** Answers the stations that are new to the board. */
  async #loadStations(): Promise<readonly Entry[]> {
    this.#projects = await readProjects(this.storage.db);
    const sites = await readSites(this.storage.db, this.#projects);
    const fresh: Entry[] = [];
    const seen = new Set<number>();
    const outdated = new Set(this.#outdated);
    this.#outdated.clear();
    for (const site of sites) {
      await this.#breathe();
      const { id } = site.station;
      seen.add(id);
      const known = this.#entries.get(id);
      const [own, stands] = [facts(site), standsOn(site)];
      const same = known !== undefined && !outdated.has(id) && known.stands === stands;
      if (known !== undefined) {
        if (known.facts !== own) {
          this.#changed.add(id);
          known.reading = readingOf(site);
        }
        Object.assign(known, { site, facts: own });
        known.primaryPlace = primaryOf(site);
      }
      if (!same) {
        const entry: Entry = {
          ...{ site, facts: own, stands, announced: '' },
          reading: readingOf(site),
          alarms: new Map(),
          applied: new AppliedRows(),
          primaryPlace: primaryOf(site),
          primary: null,
          spark: new Spark(),
          batteryVoltage: null,
          batteryCharge: null,
          batteryAt: null,
        };
        this.#entries.set(id, entry);
        fresh.push(entry);
        this.#changed.add(id);
      }
      if (site.rtu !== null) this.#byRtu.set(site.rtu.id, id);
      for (const sensor of site.sensors) this.#bySensor.set(sensor.id, id);
    }
    for (const id of this.#entries.keys()) if (!seen.has(id)) this.#entries.delete(id);
    // All of them: an import by another process moves the newest rows too.
    await this.#readNewest([...this.#entries.values()]);
    return fresh;
  }

  /** Stations whose readings were taken back: the next `load` reads what is left of them. */
  forget(stationIds: readonly number[]): void {
    for (const id of stationIds) this.#outdated.add(id);
  }

  async #readNewest(entries: readonly Entry[]): Promise<void> {
    const { readings } = this.storage;
    const sensors = entries.flatMap((entry) => entry.site.sensors.map((sensor) => sensor.id));
    const rtus = entries.flatMap((entry) => (entry.site.rtu === null ? [] : [entry.site.rtu.id]));
    const newest = [
      ...(sensors.length === 0 ? [] : await readings.latest(null, sensors)).filter(
        (row) => row.row !== 'status',
      ),
      ...(rtus.length === 0 ? [] : await readings.latest('status', rtus)),
    ];
    for (const row of newest) {
      await this.#breathe();
      this.#apply(row);
    }
  }

  /** Lets what waits have its turn, so that a load of ten thousand stations holds nobody up. */
  async #breathe(): Promise<void> {
    this.#done += 1;
    if (this.#done % together === 0) await turn();
  }

  /** Reads all little curves anew, after history was filled in behind; none any more once it is `stopped`. */
  async refreshSparks(stopped: () => boolean = () => false): Promise<void> {
    await this.#readSparks([...this.#entries.values()], stopped);
    for (const id of this.#entries.keys()) this.#changed.add(id);
  }

  async #readSparks(entries: readonly Entry[], stopped: () => boolean = () => false): Promise<void> {
    const to = this.now();
    for (const entry of entries) {
      if (stopped()) return;
      const primary = entry.primaryPlace;
      if (primary === null) continue;
      const columns = await this.storage.readings.history({
        sourceId: primary.sensorId,
        row: primary.row as RowId,
        element: primary.element,
        channels: [primary.channel],
        from: to - sparkPoints * 3_600_000,
        to,
        bins: sparkPoints * 2,
      });
      const [channel] = columns.channels;
      const values = channel?.value ?? channel?.last;
      columns.t.forEach((t, index) => {
        const value = values?.[index];
        if (value !== undefined && !Number.isNaN(value)) entry.spark.add(t, value);
      });
    }
  }

  #apply(row: NewestRow): number | null {
    const stationId = (row.row === 'status' ? this.#byRtu : this.#bySensor).get(row.sourceId);
    const entry = stationId === undefined ? undefined : this.#entries.get(stationId);
    if (stationId === undefined || entry === undefined) return null;
    const applied = entry.applied.of(row);
    if (row.element === 0) this.#applyState(entry, row, applied);
    if (row.row === 'status') {
      const voltage = taken(row, applied, 'batteryVoltage');
      if (voltage !== null) {
        entry.batteryVoltage = voltage;
        entry.batteryAt = timeOf(row, 'batteryVoltage');
      }
      entry.batteryCharge = taken(row, applied, 'batteryCharge') ?? entry.batteryCharge;
    }
    const primary = entry.primaryPlace;
    if (primary?.sensorId === row.sourceId && primary.row === row.row && primary.element === row.element) {
      const value = taken(row, applied, primary.channel);
      const t = timeOf(row, primary.channel);
      if (value !== null) {
        entry.primary = { ...primary, value, t };
        entry.spark.add(t, value);
      }
    }
    this.#changed.add(stationId);
    return stationId;
  }

  /** What a row says of alarm and fault; each keeps what was said last. */
  #applyState(entry: Entry, newest: NewestRow, applied: Applied): void {
    const { row, sourceId } = newest;
    if (applied.alarm === null) {
      applied.alarm = { deviceAlarm: false, fault: false };
      entry.alarms.set(`${row}/${sourceId}`, applied.alarm);
    }
    const { alarm } = applied;
    const alarmState = taken(newest, applied, 'alarmState');
    if (alarmState !== null) {
      const kind = entry.site.sensors.find((sensor) => sensor.id === sourceId)?.kind ?? null;
      alarm.deviceAlarm = deviceAlarmOf(row, { alarmState }, kind);
    }
    let fault: boolean | null = null;
    for (const channel of faultChannels) {
      const value = taken(newest, applied, channel);
      if (value !== null) fault = fault === true || faultOf(row, { [channel]: value });
    }
    if (fault !== null) alarm.fault = fault;
  }

  /** Takes in readings that became their source's newest; answers the station of each, null where there is none. */
  stored(newest: readonly Reading[]): readonly (number | null)[] {
    return newest.map((reading) => this.#apply(reading));
  }

  /** A station's link changed. */
  linked(stationId: number): void {
    if (this.#entries.has(stationId)) this.#changed.add(stationId);
  }

  /**
   * Summaries that changed since the last call, with the company that they belong to. One that reads as it was announced
   * is none: each load goes through the newest rows of all stations.
   */
  takeChanged(): readonly { readonly companyId: number; readonly summary: StationSummary }[] {
    const ids = [...this.#changed];
    this.#changed.clear();
    return ids.flatMap((id) => {
      const entry = this.#entries.get(id);
      if (entry === undefined) return [];
      const { companyId } = entry.site.project;
      const summary = this.#summary(entry);
      const text = `${companyId} ${JSON.stringify(summary)}`;
      if (text === entry.announced) return [];
      entry.announced = text;
      return [{ companyId, summary }];
    });
  }

  companyOf(stationId: number): number | null {
    return this.#entries.get(stationId)?.site.project.companyId ?? null;
  }

  /** The station on which an RTU stands; undefined where it stands on none in use. Not filtered by company. */
  siteOfRtu(rtuId: number): Site | undefined {
    const stationId = this.#byRtu.get(rtuId);
    const site = stationId === undefined ? undefined : this.#entries.get(stationId)?.site;
    return site?.rtu?.id === rtuId ? site : undefined;
  }

  summaries(viewer: CompanyScope): StationSummary[] {
    return [...this.#entries.values()]
      .filter((entry) => sees(viewer, entry.site.project.companyId))
      .map((entry) => this.#summary(entry));
  }

  /** The stations that a viewer sees, with their RTUs and sensors. */
  sites(viewer: CompanyScope): Site[] {
    return [...this.#entries.values()]
      .map((entry) => entry.site)
      .filter((site) => sees(viewer, site.project.companyId));
  }

  projects(viewer: CompanyScope): Project[] {
    return [...this.#projects.values()].filter((project) => sees(viewer, project.companyId));
  }

  /** @throws Refusal 404 for a station that does not exist, or belongs to another company. */
  one(viewer: CompanyScope, stationId: number): { readonly site: Site; readonly summary: StationSummary } {
    const entry = this.#entries.get(stationId);
    if (entry === undefined || !sees(viewer, entry.site.project.companyId)) {
      throw new Refusal(404, 'api.notFound', { what: `station ${stationId}` });
    }
    return { site: entry.site, summary: this.#summary(entry) };
  }

  #summary(entry: Entry): StationSummary {
    const { site } = entry;
    const now = this.now();
    const facts = site.rtu === null ? null : this.link(site.rtu.id);
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
      spark: entry.spark.points(now),
    };
  }
}
