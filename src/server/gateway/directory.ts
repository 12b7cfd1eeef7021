import type { Storage } from '../storage/storage.ts';
import { type Aliases, type AliasRow, compileAliases } from './foreign/metric-alias.ts';

export interface SensorEntry {
  readonly id: number;
  /** Sensor type code. */
  readonly kind: number;
}
export interface RtuEntry {
  readonly id: number;
  readonly sn: string;
  readonly stationId: number;
  readonly credentialHash: string | null;
  /** The one before the last rotation; null = it is over. */
  readonly oldCredential: { readonly hash: string; readonly until: number } | null;
  /** Seconds. */
  readonly sendCycle: number;
  readonly collectionCycle: number;
  /** Since when they are in force; 0 = nothing is known of others. */
  readonly cyclesSince: number;
  readonly lastContactAt: number | null;
  /** See `LinkFacts.late`. */
  readonly late: boolean;
  readonly jitter: number;
  readonly problems: string;
  /** By slot as it stands in topics. */
  readonly sensors: ReadonlyMap<string, SensorEntry>;
  /** What its own metrics stand for; empty for an RTU that names them as the catalogue does. */
  readonly aliases: Aliases;
}

/** The registered RTUs and their sensors, kept in memory: every message looks here. */
export class RtuDirectory {
  readonly #storage: Storage;
  #bySn = new Map<string, RtuEntry>();
  #byId = new Map<number, RtuEntry>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  find(sn: string): RtuEntry | undefined {
    return this.#bySn.get(sn);
  }

  byId(rtuId: number): RtuEntry | undefined {
    return this.#byId.get(rtuId);
  }

  all(): Iterable<RtuEntry> {
    return this.#bySn.values();
  }

  /** Reads everything anew: at the start, and after stations, RTUs or sensors were changed in bulk. */
  async load(): Promise<void> {
    const entries = await this.#read(null);
    this.#bySn = new Map(entries.map((entry) => [entry.sn, entry]));
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]));
  }

  /** Reads one RTU anew; undefined (and forgotten) when it is not registered. */
  async learn(sn: string): Promise<RtuEntry | undefined> {
    const [entry] = await this.#read(sn);
    const known = this.#bySn.get(sn);
    if (entry === undefined) {
      if (known !== undefined) this.#byId.delete(known.id);
      this.#bySn.delete(sn);
      return undefined;
    }
    this.#bySn.set(sn, entry);
    this.#byId.set(entry.id, entry);
    return entry;
  }

  async #read(sn: string | null): Promise<RtuEntry[]> {
    const { db } = this.#storage;
    // What is out of use is unknown to the gateway.
    let rtus = db
      .selectFrom('rtus')
      .innerJoin('stations', 'stations.id', 'rtus.station_id')
      .where('stations.retired_at', 'is', null)
      .selectAll('rtus');
    let sensors = db
      .selectFrom('sensors')
      .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
      .where('sensors.retired_at', 'is', null)
      .select(['sensors.id', 'sensors.rtu_id', 'sensors.slot', 'sensors.kind']);
    if (sn !== null) {
      rtus = rtus.where('rtus.sn', '=', sn);
      sensors = sensors.where('rtus.sn', '=', sn);
    }
    let mapped = db
      .selectFrom('metric_aliases')
      .innerJoin('rtus', 'rtus.id', 'metric_aliases.rtu_id')
      .selectAll('metric_aliases');
    if (sn !== null) mapped = mapped.where('rtus.sn', '=', sn);
    const aliases = new Map<number, AliasRow[]>();
    for (const { rtu_id: rtuId, ...row } of await mapped.execute()) {
      const of = aliases.get(rtuId) ?? [];
      aliases.set(rtuId, of);
      of.push(row);
    }
    const slots = new Map<number, Map<string, SensorEntry>>();
    for (const { id, rtu_id: rtuId, slot, kind } of await sensors.execute()) {
      const of = slots.get(rtuId) ?? new Map<string, SensorEntry>();
      slots.set(rtuId, of);
      of.set(String(slot), { id, kind });
    }
    return (await rtus.execute()).map((row) => ({
      id: row.id,
      sn: row.sn,
      stationId: row.station_id,
      credentialHash: row.credential_hash,
      oldCredential:
        row.old_credential_hash === null || row.old_credential_until === null
          ? null
          : { hash: row.old_credential_hash, until: row.old_credential_until },
      sendCycle: row.send_cycle,
      collectionCycle: row.collection_cycle,
      cyclesSince: row.cycles_since,
      lastContactAt: row.last_contact_at,
      late: row.late === 1,
      jitter: row.jitter,
      problems: row.problems,
      sensors: slots.get(row.id) ?? new Map(),
      aliases: compileAliases(aliases.get(row.id) ?? [], (slot) => slots.get(row.id)?.get(slot)?.kind),
    }));
  }
}
