import { kindMetric } from '../../derive/metrics.ts';
import type { NodeEvent } from '../../protocol/node-events.ts';
import type { Metric } from '../../protocol/payload.ts';
import { decodeAck, decodeTrackedBirth, decodeTryReport } from '../../protocol/tracked.ts';
import type { Reading } from '../storage/storage.ts';
import type { RtuDirectory, RtuEntry } from './directory.ts';
import type { Emitter } from './emitter.ts';
import type { GatewayEvents, Origin } from './events.ts';
import type { Links } from './links.ts';
import { kindMap, type RowsInput, rtuMap, toReadings } from './metric-rows.ts';

export interface IngestOptions {
  readonly directory: RtuDirectory;
  readonly links: Links;
  readonly events: Emitter<GatewayEvents>;
  readonly store: (readings: readonly Reading[]) => void | Promise<void>;
}

/** Turns what sessions say into readings, link facts and happenings. */
export class Ingest {
  readonly #options: IngestOptions;
  /** Kinds told by births, by RTU and device. */
  readonly #kinds = new Map<number, Map<string, number>>();

  constructor(options: IngestOptions) {
    this.#options = options;
  }

  /** Takes an event of a node; a promise asks to be slowed down. */
  take(sn: string, event: NodeEvent, at: number): void | Promise<void> {
    const { directory, links, events } = this.#options;
    const entry = directory.find(sn);
    if (entry === undefined || event.type === 'requestRebirth') return;
    const { device } = event;
    const origin: Origin = { rtuId: entry.id, stationId: entry.stationId, sn, device, at };
    switch (event.type) {
      case 'problem':
        return this.problem(entry, device, event.reason, event.detail, at);
      case 'death':
        if (device === null) links.died(entry);
        return events.emit('death', origin);
      case 'birth': {
        if (device === null) links.born(entry, at);
        else links.contact(entry, at);
        const { metrics, again } = event;
        const room = this.#readings(entry, device, metrics, event.timestamp, at, true);
        events.emit('birth', { ...origin, metrics, again, tracked: decodeTrackedBirth(metrics) });
        return room;
      }
      case 'data': {
        links.contact(entry, at);
        const { metrics } = event;
        const room = this.#readings(entry, device, metrics, event.timestamp, at, false);
        events.emit('data', { ...origin, metrics });
        if (metrics.some(({ name }) => name?.startsWith('Command/'))) {
          const ack = decodeAck(metrics);
          if (ack !== null) events.emit('ack', { ...origin, ack });
          const report = decodeTryReport(metrics);
          if (report !== null) events.emit('tryReport', { ...origin, report });
        }
        return room;
      }
    }
  }

  problem(entry: RtuEntry, device: string | null, reason: string, detail: string, at: number): void {
    const { links, events } = this.#options;
    const told = device === null ? detail : `${device}: ${detail}`;
    if (!links.problem(entry, at, reason, told)) return;
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
    const common: Omit<RowsInput, 'map' | 'sourceId'> = {
      metrics,
      timestamp,
      receivedAt: at,
      birth,
      flag: (reason, detail) => this.problem(entry, device, reason, detail, at),
    };
    if (device === null) {
      const readings = toReadings({ ...common, map: rtuMap, sourceId: entry.id });
      const newest = readings.reduce<Reading | null>(
        (best, reading) => (best && best.t >= reading.t ? best : reading),
        null,
      );
      if (newest !== null) {
        const { sendCycle, fastCollect, fastCollectCycle, collectionCycle } = newest.values;
        // While it collects fast it reports as fast; what it owes to its curves stays the collection cycle.
        this.#options.links.cycles(entry, fastCollect === 1 ? fastCollectCycle : sendCycle, collectionCycle);
      }
      return this.#store(readings);
    }
    const sensor = entry.sensors.get(device);
    const map = sensor === undefined ? null : kindMap(sensor.kind);
    if (sensor === undefined || map === null) {
      return this.problem(
        entry,
        device,
        'unknownSensor',
        sensor === undefined ? '' : `kind ${sensor.kind}`,
        at,
      );
    }
    const kind = this.#kind(entry, device, metrics, birth);
    if (kind !== null && kind !== sensor.kind) {
      // Another sensor than the registered one: its values would stand under the wrong name.
      return this.problem(entry, device, 'kindMismatch', `kind ${kind}, registered as ${sensor.kind}`, at);
    }
    return this.#store(toReadings({ ...common, map, sourceId: sensor.id }));
  }

  /** The kind that the device's last birth told; null for a node that tells none. */
  #kind(entry: RtuEntry, device: string, metrics: readonly Metric[], birth: boolean): number | null {
    const ofRtu = this.#kinds.get(entry.id);
    if (!birth) return ofRtu?.get(device) ?? null;
    const told = metrics.find(({ name }) => name === kindMetric)?.value;
    if (typeof told !== 'number') {
      ofRtu?.delete(device);
      return null;
    }
    if (ofRtu === undefined) this.#kinds.set(entry.id, new Map([[device, told]]));
    else ofRtu.set(device, told);
    return told;
  }

  #store(readings: readonly Reading[]): void | Promise<void> {
    return readings.length === 0 ? undefined : this.#options.store(readings);
  }
}
