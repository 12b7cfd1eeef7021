import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type SingularWork, singularWork } from '../../contract/processes.ts';
import type { Emitter } from '../gateway/emitter.ts';
import type { GatewayEvents } from '../gateway/events.ts';
import { steady } from '../steady.ts';
import { StorageProblem } from '../storage/problem.ts';
import type { Storage } from '../storage/storage.ts';

/** What is asked at each scrape. */
export interface Observed {
  readonly gateway: {
    readonly events: Emitter<GatewayEvents>;
    readonly phase: string;
    readonly load: {
      readonly connections: number;
      readonly waiting: number;
      readonly stalled: string | null;
    };
  };
  readonly hub: { readonly count: number };
  readonly storage: Pick<Storage, 'health'>;
}

/** What is asked of the processes over one database (server/processes). */
export interface ObservedProcesses {
  has(work: SingularWork): boolean;
  readonly sessions: number;
  /** ms. */
  readonly clockAhead: number;
  standing(): Promise<{ readonly alive: number; readonly lag: number }>;
  /** ms. */
  behind(): Promise<number>;
}

const prefix = 'groundwatch_';

/** The product's own numbers and the process's, in Prometheus' text format. */
export class Metrics {
  readonly #registry = new Registry();
  #writtenAt = Number.NEGATIVE_INFINITY;
  readonly #requests = this.#counter('http_requests_total', 'HTTP requests answered', [
    'method',
    'route',
    'status',
  ]);
  readonly #faults = this.#counter('storage_refusals_total', 'Writes that the storage refused', ['fault']);
  readonly #writes = new Histogram({
    name: `${prefix}storage_write_seconds`,
    help: 'Time of writes with the wait for their turn; ingest = a batch of readings',
    labelNames: ['kind'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  });

  constructor(version: string) {
    collectDefaultMetrics({ register: this.#registry });
    const info = this.#gauge('info', 'Version of the product', () => undefined, ['version']);
    info.set({ version }, 1);
  }

  /** Content type of `text`. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** @param route the pattern of the route, never the address asked for: the number of series must stay bounded */
  answered(method: string, route: string, status: number): void {
    this.#requests.inc({ method, route, status: String(status) });
  }

  /** Answers of devices to orders that changed nothing. */
  observeAnswers(delivery: {
    readonly counts: { readonly duplicateAcks: number; readonly unknownAcks: number };
  }) {
    this.#gauge(
      'command_answers_duplicate',
      'Answers to orders that had ended',
      () => delivery.counts.duplicateAcks,
    );
    this.#gauge('command_answers_unknown', 'Answers to no order of ours', () => delivery.counts.unknownAcks);
  }

  /** Follows the running product. */
  observe({ gateway, hub, storage }: Observed): void {
    const { events } = gateway;
    const stored = this.#counter('readings_stored_total', 'Readings newly stored');
    const duplicates = this.#counter('readings_duplicate_total', 'Readings that were there already');
    const dropped = this.#counter('readings_dropped_total', 'Readings that a healthy storage cannot hold');
    const batches = this.#counter('ingest_batches_total', 'Batches of readings committed');
    const refused = this.#counter(
      'mqtt_refused_total',
      'Connections and acts refused by the embedded broker',
    );
    events.on('stored', ({ result }) => {
      batches.inc();
      stored.inc(result.stored);
      duplicates.inc(result.duplicates);
    });
    events.on('dropped', () => dropped.inc());
    events.on('refused', () => refused.inc());
    this.#gauge('ingest_waiting', 'Readings that wait for their batch', () => gateway.load.waiting);
    this.#gauge('ingest_stalled', '1 while readings wait for a storage that refuses', () =>
      gateway.load.stalled === null ? 0 : 1,
    );
    this.#gauge(
      'mqtt_connections',
      'Connections of devices; with an external broker 1 while connected to it',
      () => gateway.load.connections,
    );
    this.#gauge('mqtt_online', '1 while this host application leads', () =>
      gateway.phase === 'online' ? 1 : 0,
    );
    this.#gauge('streams', 'Live streams of consoles', () => hub.count);
    this.#gauge('storage_bytes', 'Size of the database', async () => (await storage.health()).bytes);
  }

  /** Follows what this process has in common with others over one database. */
  observeProcesses(processes: ObservedProcesses): void {
    const held: Gauge<'work'> = this.#gauge(
      'work_held',
      '1 for work that this process does for all over its database',
      () => {
        for (const work of singularWork) held.set({ work }, processes.has(work) ? 1 : 0);
        return undefined;
      },
      ['work'],
    );
    this.#gauge('rtu_sessions', 'RTUs connected to this process', () => processes.sessions);
    this.#gauge(
      'change_lag',
      'Changes in the log that this process has not handled',
      async () => (await processes.standing()).lag,
    );
    this.#gauge(
      'clock_ahead_seconds',
      "By how much this process's clock is before the database's",
      () => processes.clockAhead / 1000,
    );
    this.#gauge(
      'processes_alive',
      'Processes over the same database that live',
      async () => (await processes.standing()).alive,
    );
    this.#gauge(
      'alarms_behind_seconds',
      'By how much evaluation of alarms is behind, whichever process evaluates',
      async () => (await processes.behind()) / 1000,
    );
  }

  /** A commit was heard of, of this process or another one: the storage takes writes. */
  committed(): void {
    this.#writtenAt = steady();
  }

  /** Steady ms of the last write that went through, whichever process's. */
  get writtenAt(): number {
    return this.#writtenAt;
  }

  /** The storage with its writes measured. */
  measured(storage: Storage): Storage {
    const timed = async <T>(kind: string, work: () => Promise<T>): Promise<T> => {
      const end = this.#writes.startTimer({ kind });
      try {
        const done = await work();
        this.committed();
        return done;
      } catch (error) {
        if (error instanceof StorageProblem) this.#faults.inc({ fault: error.fault });
        throw error;
      } finally {
        end();
      }
    };
    const { readings } = storage;
    return {
      ...storage,
      write: (work) => timed('write', () => storage.write(work)),
      readings: {
        ...readings,
        ingest: (batch, options) => timed('ingest', () => readings.ingest(batch, options)),
      },
    };
  }

  #counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name: prefix + name, help, labelNames, registers: [this.#registry] });
  }

  #gauge<L extends string>(
    name: string,
    help: string,
    value: () => number | undefined | Promise<number>,
    labelNames: readonly L[] = [],
  ): Gauge<L> {
    return new Gauge({
      name: prefix + name,
      help,
      labelNames,
      registers: [this.#registry],
      async collect() {
        // A database that is down must not take the other numbers with it.
        const now = await Promise.resolve(value()).catch(() => Number.NaN);
        if (now !== undefined) this.set(now);
      },
    });
  }
}
