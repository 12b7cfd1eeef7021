/** Parts of the ingest bench: a site of many RTUs, the generator's process, waiting that ends. */
import { fork } from 'node:child_process';
import { hashCredential } from '../../src/server/gateway/connections/credential.ts';
import type { Storage } from '../../src/server/storage/storage.ts';
import type { Answer, Order } from './ingest-load.ts';

export interface IngestSite {
  readonly group: string;
  readonly nodes: readonly { readonly sn: string; readonly password: string }[];
}

/** Type code of the sensors: RT3000, tilt and acceleration. */
const kind = 9;

/** Writes one project with a station for each RTU, and `sensors` tilt sensors at each. */
export async function writeIngestSite(storage: Storage, rtus: number, sensors: number): Promise<IngestSite> {
  const group = 'bench';
  const nodes = Array.from({ length: rtus }, (_, i) => ({
    sn: `RTU${String(i).padStart(6, '0')}`,
    password: `credential-of-the-bench-${i}`,
  }));
  const zone = { time_zone: 'Asia/Shanghai', day_boundary: 480 };
  await storage.write(async (db) => {
    await db.insertInto('companies').values({ name: group, created_at: 0 }).execute();
    const project = { company_id: 1, code: group, name: group, retention_days: null, ...zone };
    await db.insertInto('projects').values(project).execute();
    for (const [index, { sn, password }] of nodes.entries()) {
      const id = index + 1;
      const place = { latitude: 30, longitude: 105, time_zone: zone.time_zone, site: 'slope' };
      const station = { project_id: 1, code: sn, name: sn, name_reading: null, ...place };
      await db.insertInto('stations').values(station).execute();
      const cycles = { install_state: 1, send_cycle: 60, collection_cycle: 60 };
      const facts = { ...cycles, last_contact_at: null, jitter: 0, problems: '[]' };
      await db
        .insertInto('rtus')
        .values({ station_id: id, sn, credential_hash: hashCredential(password), ...facts })
        .execute();
      const mount = { install_state: 1, mount_mode: 0, mount_azimuth: 0 };
      const slots = Array.from({ length: sensors }, (_, slot) => ({ rtu_id: id, slot, kind, name: null }));
      await db
        .insertInto('sensors')
        .values(slots.map((slot) => ({ ...slot, ...mount })))
        .execute();
    }
  });
  return { group, nodes };
}

/** Rejects with the text of `reported` unless the promise settles within `ms`. */
export async function within<T>(ms: number, promise: Promise<T>, reported: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${reported()} after ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

export interface Load {
  /** Resolves when the generator has done it; rejects when it fails or ends. */
  order(order: Order): Promise<void>;
  end(): void;
}

/** Starts a generator process. */
export function startLoad(): Load {
  const child = fork(new URL('./ingest-load.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  return {
    order: (order) =>
      new Promise((resolve, reject) => {
        const settle = (work: () => void) => {
          child.off('message', answered);
          child.off('exit', ended);
          work();
        };
        const answered = (answer: Answer) =>
          settle(() => ('error' in answer ? reject(new Error(answer.error)) : resolve()));
        const ended = () => settle(() => reject(new Error('the load generator ended')));
        child.on('message', answered);
        child.on('exit', ended);
        child.send(order);
      }),
    end: () => void child.kill('SIGKILL'),
  };
}

/** Counts up to a number that is waited for. */
export class Count {
  value = 0;
  #until: { readonly value: number; readonly reached: () => void } | null = null;

  add(more: number): void {
    this.value += more;
    if (this.#until === null || this.value < this.#until.value) return;
    const { reached } = this.#until;
    this.#until = null;
    reached();
  }

  reach(value: number): Promise<void> {
    if (this.value >= value) return Promise.resolve();
    return new Promise((reached) => {
      this.#until = { value, reached };
    });
  }
}
