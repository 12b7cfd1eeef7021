import { setImmediate as turn } from 'node:timers/promises';
import { Refusal } from '../../base/errors.ts';
import { type StationColumns, StationPacker } from '../../contract/sites/station-columns.ts';
import type { Project, StationSummary } from '../../contract/sites/stations.ts';
import type { Reading, Storage } from '../storage/storage.ts';
import { type Applied, AppliedRows, type NewestRow, taken, timeOf } from './applied.ts';
import { type BoardEntry, type BoardLink, primaryOf, summaryOf } from './entry.ts';
import { deviceAlarmOf, faultOf } from './facts.ts';
import { nameReading } from './name-reading.ts';
import { readSpark, Spark } from './spark.ts';
import { readProjects, readSites, type Site } from './structure.ts';
import { type CompanyScope, sees } from './visible.ts';

/** Stations, or rows of them, that a load goes through between two turns of others. */
const together = 250;
/** Devices whose newest rows are read at once: a read holds up everything else. */
const readTogether = 2000;
/** Channels by which a row reports a fault. */
const faultChannels = ['runState', 'runStatus'];

const nothing = () => {};

const standsOn = ({ rtu, sensors }: Site) =>
  [rtu?.id ?? 0, ...sensors.map(({ id, slot, kind }) => `${id}/${slot}/${kind}`)].join();
/** What a person can change of a station. */
const facts = ({ station, project, rtu, sensors }: Site) =>
  JSON.stringify([station, project, rtu?.sn, sensors]);

const readingOf = ({ station }: Site) => nameReading(station.name, station.name_reading);

/** Every station's summary, kept in memory and moved by what comes in, so that lists and streams never scan. */
export class Board {
  readonly #entries = new Map<number, BoardEntry>();
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

  /** Reads stations and newest rows anew; call at start and when sites change. Sparks are read when they are asked for. */
  async load(): Promise<void> {
    // One after another: what was read before must not take the place of what was read after.
    const loaded = this.#loading.then(() => this.#loadStations());
    this.#loading = loaded.then(nothing, nothing);
    await loaded;
  }

  async #loadStations(): Promise<void> {
    this.#projects = await readProjects(this.storage.db);
    const sites = await readSites(this.storage.db, this.#projects);
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
        if (known.facts !== own) known.reading = readingOf(site);
        Object.assign(known, { site, facts: own });
        known.primaryPlace = primaryOf(site);
      }
      if (!same) {
        const entry: BoardEntry = {
          ...{ site, facts: own, stands, announced: '' },
          reading: readingOf(site),
          alarms: new Map(),
          applied: new AppliedRows(),
          primaryPlace: primaryOf(site),
          primary: null,
          ...{ spark: new Spark(), sparkRead: null, sparkKnown: false },
          batteryVoltage: null,
          batteryCharge: null,
          batteryAt: null,
        };
        this.#entries.set(id, entry);
      }
      if (site.rtu !== null) this.#byRtu.set(site.rtu.id, id);
      for (const sensor of site.sensors) this.#bySensor.set(sensor.id, id);
    }
    for (const id of this.#entries.keys()) if (!seen.has(id)) this.#entries.delete(id);
    // All of them: an import by another process moves the newest rows too.
    const entries = [...this.#entries.values()];
    await this.#readNewest(entries);
    for (const entry of entries) {
      await this.#breathe();
      if (this.#announcementOf(entry, this.#summary(entry)) !== entry.announced)
        this.#changed.add(entry.site.station.id);
    }
  }

  /** Stations whose readings were taken back: the next `load` reads what is left of them. */
  forget(stationIds: readonly number[]): void {
    for (const id of stationIds) this.#outdated.add(id);
  }

  async #readNewest(entries: readonly BoardEntry[]): Promise<void> {
    const sensors = entries.flatMap((entry) => entry.site.sensors.map((sensor) => sensor.id));
    const rtus = entries.flatMap((entry) => (entry.site.rtu === null ? [] : [entry.site.rtu.id]));
    for (const [row, ids] of [[null, sensors] as const, ['status', rtus] as const]) {
      const inOrder = ids.toSorted((one, other) => one - other);
      for (let from = 0; from < inOrder.length; from += readTogether)
        for (const newest of await this.storage.readings.latest(
          row,
          inOrder.slice(from, from + readTogether),
        )) {
          await this.#breathe();
          // The numbers of sensors and of RTUs are apart: `null` asks for every row, that of RTUs among them.
          if (row !== null || newest.row !== 'status') this.#apply(newest);
        }
    }
  }

  /** Lets what waits have its turn, so that a load of ten thousand stations holds nobody up. */
  async #breathe(): Promise<void> {
    this.#done += 1;
    if (this.#done % together === 0) await turn();
  }

  /**
   * Little curves of stations, 24 values each, oldest first; those that a viewer does not see are left out. What was
   * asked for once is kept up by what comes in, and stands in the summaries from then on.
   */
  async sparks(viewer: CompanyScope, stationIds: readonly number[]) {
    const entries = stationIds.flatMap((id) => this.#entries.get(id) ?? []);
    const seen = entries.filter((entry) => sees(viewer, entry.site.project.companyId));
    await this.#readSparks(seen);
    const now = this.now();
    return seen.map(({ site, spark }) => ({ stationId: site.station.id, spark: spark.points(now) }));
  }

  /** Reads the little curves of all stations that a viewer sees, for who wants whole summaries. */
  async readSparks(viewer: CompanyScope): Promise<void> {
    await this.#readSparks(
      [...this.#entries.values()].filter((entry) => sees(viewer, entry.site.project.companyId)),
    );
  }

  async #readSparks(entries: readonly BoardEntry[]): Promise<void> {
    for (const entry of entries) {
      await this.#breathe();
      entry.sparkRead ??= readSpark(this.storage, entry, this.now());
      try {
        await entry.sparkRead;
        entry.sparkKnown = true;
      } catch (error) {
        entry.sparkRead = null;
        throw error;
      }
    }
  }

  /** Has the little curves read anew when they are asked for next, after history was filled in behind. */
  forgetSparks(): void {
    for (const [id, entry] of this.#entries) {
      Object.assign(entry, { sparkRead: null, sparkKnown: false });
      this.#changed.add(id);
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
    return stationId;
  }

  /** What a row says of alarm and fault; each keeps what was said last. */
  #applyState(entry: BoardEntry, newest: NewestRow, applied: Applied): void {
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
    return newest.map((reading) => {
      const stationId = this.#apply(reading);
      if (stationId !== null) this.#changed.add(stationId);
      return stationId;
    });
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
      const summary = this.#summary(entry);
      const text = this.#announcementOf(entry, summary);
      if (text === entry.announced) return [];
      entry.announced = text;
      return [{ companyId: entry.site.project.companyId, summary }];
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

  /** Summaries of the stations that a viewer sees; without their little curves where nobody has asked for them yet. */
  summaries(viewer: CompanyScope): StationSummary[] {
    return [...this.#entries.values()]
      .filter((entry) => sees(viewer, entry.site.project.companyId))
      .map((entry) => this.#summary(entry));
  }

  /** The same without little curves, as columns; others have their turns meanwhile. */
  async columns(viewer: CompanyScope): Promise<StationColumns> {
    const packer = new StationPacker();
    for (const entry of [...this.#entries.values()]) {
      if (!sees(viewer, entry.site.project.companyId)) continue;
      await this.#breathe();
      packer.add(this.#summary(entry));
    }
    return packer.columns();
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

  #summary(entry: BoardEntry): StationSummary {
    const { rtu } = entry.site;
    return summaryOf(entry, rtu === null ? null : this.link(rtu.id), this.now());
  }

  #announcementOf({ site }: BoardEntry, summary: StationSummary): string {
    return `${site.project.companyId} ${JSON.stringify(summary)}`;
  }
}
