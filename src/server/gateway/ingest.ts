import { kindMetric } from '../../derive/metrics.ts';
import { FlagTally } from '../../protocol/flag-tally.ts';
import type { MetricTable } from '../../protocol/metric-table.ts';
import type { NodeSession } from '../../protocol/node-session.ts';
import type { Metric } from '../../protocol/payload.ts';
import { begins } from '../../protocol/text.ts';
import { decodeAck, decodeTrackedBirth, decodeTryReport } from '../../protocol/tracked.ts';
import type { ForeignValue } from '../drivers/driver.ts';
import type { Reading } from '../storage/storage.ts';
import type { RtuDirectory, RtuEntry } from './directory.ts';
import type { Emitter } from './emitter.ts';
import type { EventOrigin, GatewayEvents } from './events.ts';
import { applyAliases, knows, type MetricTarget } from './foreign/metric-alias.ts';
import type { ForeignMetrics } from './foreign/metrics.ts';
import { ownMetrics, placed } from './foreign/report.ts';
import type { DataMessage, HostEvent } from './host-options.ts';
import type { Links } from './links.ts';
import {
  elementMap,
  flagParameterBits,
  isReserved,
  kindMap,
  type MetricMap,
  type RowProblem,
  type RowsInput,
  rtuMap,
  toReadings,
  withHeads,
} from './metric-rows.ts';
import { PlainData, PlainReader } from './plain-data.ts';
import type { TrafficTap } from './tap.ts';

export interface IngestOptions {
  readonly directory: RtuDirectory;
  readonly links: Links;
  readonly foreign: ForeignMetrics;
  readonly events: Emitter<GatewayEvents>;
  readonly store: (readings: readonly Reading[]) => void | Promise<void>;
  /** Is notified of what became of the message in hand. */
  readonly tap?: Pick<TrafficTap, 'flagged' | 'brought'> | undefined;
}

/** Whose readings metrics are, and how they become rows. */
interface Target {
  readonly map: MetricMap;
  readonly sourceId: number;
  /** Node or layer that the metrics are of; default 0 = the source itself. */
  readonly element?: number;
}

type Message = Omit<RowsInput, keyof Target | 'metrics'>;

const rowsOf = (target: Target, metrics: readonly Metric[], message: Message): Reading[] => {
  const { map, sourceId, element = 0 } = target;
  const { timestamp, receivedAt, birth, flag } = message;
  return toReadings({ map, sourceId, element, metrics, timestamp, receivedAt, birth, flag });
};

/** Turns what sessions say into readings, link facts and happenings. */
export class Ingest {
  readonly #options: IngestOptions;
  /** What is wrong with the message in hand. */
  readonly #tally = new FlagTally<RowProblem>();
  /** Kinds reported by births, by RTU and device. */
  readonly #kinds = new Map<number, Map<string, number>>();

  /** How DATA of a device is read that brings only numbers of one row. */
  readonly #plain = new WeakMap<MetricTable, PlainReader>();

  constructor(options: IngestOptions) {
    this.#options = options;
  }

  /**
   * Takes a DATA message of only numbers of one row, which is nearly every one, without an object for each metric. False
   * for any other, and where more is to be done than to store it: `take` does the same with all of them.
   */
  data(
    sn: string,
    session: NodeSession,
    { group, device, bytes }: DataMessage,
    at: number,
  ): boolean | Promise<void> {
    const { directory, links, events, foreign } = this.#options;
    const entry = directory.find(sn);
    const table = session.tableOf(device);
    if (entry === undefined || table === undefined) return false;
    if (entry.aliases.has(device ?? '') || foreign.has(entry.id)) return false;
    const own = device === null ? { map: rtuMap, sourceId: entry.id } : this.#sensorMap(entry, device);
    // What lies outside the bounds of its kind is found value by value.
    if (own === null || own.map.bounded) return false;
    if (device !== null) {
      const kind = this.#kinds.get(entry.id)?.get(device);
      if (kind !== undefined && kind !== entry.sensors.get(device)?.kind) return false;
    }
    let reader = this.#plain.get(table);
    if (reader?.map !== own.map) {
      reader = new PlainReader(own.map, table);
      this.#plain.set(table, reader);
    }
    const reading = reader.read(bytes, own.sourceId, at);
    if (reading === null || !session.passes(group, reader.seq)) return false;
    links.contact(entry, at);
    if (reading.row === 'status') this.#learnCycles(entry, [reading]);
    const room = this.#store([reading]);
    const { id: rtuId, stationId } = entry;
    events.emit('data', new PlainData({ rtuId, stationId, sn, device, at }, bytes, table));
    return room ?? true;
  }

  /** Takes an event of a node; a promise asks to be slowed down. */
  take(sn: string, event: HostEvent, at: number): void | Promise<void> {
    const { directory, links, events } = this.#options;
    const entry = directory.find(sn);
    if (entry === undefined || event.type === 'requestRebirth') return;
    const { device } = event;
    const origin: EventOrigin = { rtuId: entry.id, stationId: entry.stationId, sn, device, at };
    switch (event.type) {
      case 'problem':
        return this.problem(entry, device, event.reason, event.detail, at);
      case 'death':
        if (device === null) links.died(entry);
        return events.emit('death', origin);
      case 'birth': {
        const { metrics, again } = event;
        if (event.late) {
          links.contact(entry, at);
          return this.#readings(entry, device, metrics, event.timestamp, at, true);
        }
        if (device === null) links.born(entry, at);
        else links.contact(entry, at);
        const room = this.#readings(entry, device, metrics, event.timestamp, at, true);
        events.emit('birth', { ...origin, metrics, again, tracked: decodeTrackedBirth(metrics) });
        return room;
      }
      case 'data': {
        links.contact(entry, at);
        const { metrics } = event;
        const room = this.#readings(entry, device, metrics, event.timestamp, at, false);
        // What waited for its birth is history: it says nothing about how the device stands now.
        if (!event.late) events.emit('data', { ...origin, metrics });
        if (metrics.some(({ name }) => begins(name, 'Command/'))) {
          const ack = decodeAck(metrics);
          if (ack !== null) events.emit('ack', { ...origin, ack });
          const report = decodeTryReport(metrics);
          if (report !== null) events.emit('tryReport', { ...origin, report });
        }
        return room;
      }
    }
  }

  /** Takes what a driver read of a foreign device; a promise asks to be slowed down. */
  foreignReport(entry: RtuEntry, values: readonly ForeignValue[], at: number): void | Promise<void> {
    this.foreignHeard(entry, values, at);
    const message: Message = { timestamp: null, receivedAt: at, birth: false, flag: this.#tally.add };
    const found = placed(entry, values).flatMap(({ slot, element, metrics }) => {
      const target = this.#targetOf(entry, { slot, element });
      return target === null ? [] : rowsOf(target, metrics, message);
    });
    this.#tally.tell((reason, detail) => this.problem(entry, null, reason, detail, at));
    return this.#store(withHeads(found));
  }

  /** A foreign device was heard: what it has is known to who makes its mapping. */
  foreignHeard(entry: RtuEntry, values: readonly ForeignValue[], at: number): void {
    const { links, foreign } = this.#options;
    links.contact(entry, at);
    if (values.length > 0) foreign.note(entry.id, '', ownMetrics(values), at, false);
  }

  problem(entry: RtuEntry, device: string | null, reason: string, detail: string, at: number): void {
    const { links, events, tap } = this.#options;
    tap?.flagged(reason, detail);
    const reported = device === null ? detail : `${device}: ${detail}`;
    if (!links.problem(entry, at, reason, reported)) return;
    const { id, stationId, sn } = entry;
    events.emit('problem', { rtuId: id, stationId, sn, device, at, reason, detail });
  }

  #readings(
    entry: RtuEntry,
    device: string | null,
    metrics: readonly Metric[],
    timestamp: number | null,
    at: number,
    birth: boolean,
  ): void | Promise<void> {
    const message: Message = { timestamp, receivedAt: at, birth, flag: this.#tally.add };
    const own = device === null ? { map: rtuMap, sourceId: entry.id } : this.#sensorMap(entry, device);
    const aliases = entry.aliases.get(device ?? '');
    const { mapped, rest } =
      aliases === undefined ? { mapped: null, rest: metrics } : applyAliases(aliases, metrics);
    // Only births and what is foreign already cost anything here.
    const { foreign } = this.#options;
    if (birth || own === null || aliases !== undefined || foreign.has(entry.id)) {
      const unknown = metrics.filter(
        ({ name }) =>
          name !== null &&
          (aliases?.has(name) === true || !(isReserved(name) || (own !== null && knows(own.map, name)))),
      );
      foreign.note(entry.id, device ?? '', unknown, at, birth);
    }
    const found: Reading[] = [];
    for (const [place, values] of mapped ?? []) {
      const target = this.#targetOf(entry, place);
      if (target !== null) found.push(...rowsOf(target, values, message));
    }
    if (own === null) {
      const left = rest.filter(({ name }) => name !== null && !isReserved(name));
      if (left.length > 0 || mapped === null) {
        const sensor = entry.sensors.get(device ?? '');
        this.problem(entry, device, 'unknownSensor', sensor === undefined ? '' : `kind ${sensor.kind}`, at);
      }
    } else if (device === null) found.push(...rowsOf(own, rest, message));
    else {
      const kind = this.#kind(entry, device, metrics, birth);
      const registered = entry.sensors.get(device)?.kind;
      // Another sensor than the registered one: its values would stand under the wrong name.
      if (kind !== null && kind !== registered)
        this.problem(entry, device, 'kindMismatch', `kind ${kind}, registered as ${registered}`, at);
      else found.push(...rowsOf(own, rest, message));
    }
    flagParameterBits(rest, this.#tally.add);
    this.#tally.tell((reason, detail) => this.problem(entry, device, reason, detail, at));
    this.#learnCycles(entry, found);
    return this.#store(mapped === null ? found : withHeads(found));
  }

  /** Where what is mapped to a place goes; null for a place that measures no such thing. */
  #targetOf(entry: RtuEntry, { slot, element }: MetricTarget): Target | null {
    const own = slot === null ? { map: rtuMap, sourceId: entry.id } : this.#sensorMap(entry, slot);
    if (own === null || element === 0) return own;
    const map = elementMap(own.map);
    return map === null ? null : { map, sourceId: own.sourceId, element };
  }

  #sensorMap(entry: RtuEntry, slot: string): Target | null {
    const sensor = entry.sensors.get(slot);
    const map = sensor === undefined ? null : kindMap(sensor.kind);
    return sensor === undefined || map === null ? null : { map, sourceId: sensor.id };
  }

  #learnCycles(entry: RtuEntry, readings: readonly Reading[]): void {
    for (const { row, element, t, values } of readings)
      if (row === 'status' && element === 0) this.#options.links.cycles(entry, t, values);
  }

  /** The kind that the device's last birth reported; null for a node that reports none. */
  #kind(entry: RtuEntry, device: string, metrics: readonly Metric[], birth: boolean): number | null {
    const ofRtu = this.#kinds.get(entry.id);
    if (!birth) return ofRtu?.get(device) ?? null;
    const reported = metrics.find(({ name }) => name === kindMetric)?.value;
    if (typeof reported !== 'number') {
      ofRtu?.delete(device);
      return null;
    }
    if (ofRtu === undefined) this.#kinds.set(entry.id, new Map([[device, reported]]));
    else ofRtu.set(device, reported);
    return reported;
  }

  #store(readings: readonly Reading[]): void | Promise<void> {
    if (readings.length === 0) return undefined;
    this.#options.tap?.brought(readings.length);
    return this.#options.store(readings);
  }
}
