/** Ways in besides RTUs, in the demo: a gateway that posts JSON, and a logger whose file grows in a watched folder. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindById } from '../../catalogue/index.ts';
import type { Mapping } from '../../contract/mapping.ts';
import { readViewer } from '../../server/accounts/viewer.ts';
import { hashCredential } from '../../server/gateway/connections/credential.ts';
import { Outgoing } from '../../server/outgoing.ts';
import type { By, SiteEditor } from '../../server/sites/edit/editor.ts';
import { addSensor } from '../../server/sites/edit/sensors.ts';
import { addSource, saveSourceMapping } from '../../server/sources/edit.ts';
import type { Db } from '../../server/storage/schema.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { sourceNames } from '../../simulator/fleet/names.ts';
import { round, seedOf, unit, wander } from '../../simulator/random.ts';

const [minute, hour] = [60_000, 3_600_000];
const day = 24 * hour;
/** How often the gateway posts, and the logger writes, ms. */
const every = { gateway: minute, logger: 5 * minute } as const;
/** The clock of the logger never changes. */
const loggerZone = { name: 'UTC+8', offset: 8 * hour } as const;
const seed = 651;

type DemoSource = keyof typeof sourceNames;

/** What the gateway measured at a moment. Once in a while its thermometer fails, as such things do. */
export function gatewayValues(t: number): Readonly<Record<string, number | string>> {
  const of = (name: string, step: number) => wander(seedOf(seed, name), t, step);
  const level = round(14.2 + 0.35 * of('level', 9 * hour) + 0.02 * of('ripple', 20 * minute), 3);
  const isBroken = unit(seedOf(seed, 'broken'), Math.floor(t / minute)) < 0.02;
  return {
    level,
    pressure: round(9.81 * (level - 11), 2),
    temperature: isBroken ? 'ERR' : round(15.5 + 0.8 * of('temperature', 12 * hour), 1),
    battery: round(3.62 + 0.03 * of('battery', day), 2),
  };
}

/** Rain of the five minutes that end at a moment, mm: a few wet hours in some days, in tips of 0.2 mm. */
export function loggerRain(t: number): number {
  const wet = wander(seedOf(seed, 'rain'), t, 7 * hour) - 0.3;
  return wet <= 0
    ? 0
    : round(Math.floor(wet * 6 * unit(seedOf(seed, 'tips'), Math.floor(t / minute))) * 0.2, 1);
}

const mappings: Readonly<Record<DemoSource, (station: string, slot: number) => Mapping>> = {
  gateway: (station, slot) => ({
    format: 'json',
    timeZone: 'UTC',
    time: { column: 'ts', pattern: 'epoch-ms' },
    sensors: [
      {
        ...{ station, slot, kind: 'waterLevel', row: 'level' },
        channels: {
          level: { column: 'values.level' },
          pressure: { column: 'values.pressure' },
          temperature: { column: 'values.temperature' },
        },
      },
    ],
  }),
  logger: (station, slot) => ({
    format: 'toa5',
    timeZone: loggerZone.name,
    time: { column: 'TIMESTAMP' },
    sensors: [
      {
        ...{ station, slot, kind: 'rain', row: 'rain' },
        channels: { amount: { column: 'Rain_mm_Tot' }, interval: { constant: every.logger / 1000 } },
      },
    ],
  }),
};

/** The first station with an RTU that has two slots free, and where they begin. */
async function placeOf(db: Db) {
  const station = await db
    .selectFrom('stations')
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
    .select(['stations.code', 'stations.project_id', 'rtus.id'])
    .select((of) => of.fn.max('sensors.slot').as('last'))
    .groupBy(['stations.code', 'stations.project_id', 'rtus.id'])
    .orderBy('rtus.id')
    .executeTakeFirst();
  return station === undefined ? null : { ...station, slot: Number(station.last) + 1 };
}

/** Makes the two sources with their sensors, once. @param secretOf the token of a source, by its key */
export async function makeDemoSources(editor: SiteEditor, secretOf: (key: string) => string): Promise<void> {
  const { db } = editor.storage;
  const known = await db.selectFrom('sources').select('id').limit(1).executeTakeFirst();
  const place = await placeOf(db);
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  const viewer = user === undefined ? null : await readViewer(editor.storage, user.id);
  if (known !== undefined || place === null || viewer === null) return;
  const by: By = { viewer, address: '127.0.0.1' };
  const ways = [
    ['gateway', 'http', 'waterLevel'],
    ['logger', 'folder', 'rain'],
  ] as const;
  for (const [index, [name, way, kind]] of ways.entries()) {
    const slot = place.slot + index;
    const mount = { installState: 1, mountMode: 0, mountAzimuth: 0 };
    const code = kindById(kind)?.code ?? 0;
    await addSensor(editor, by, place.id, { slot, kind: code, name: sourceNames[name], ...mount });
    const asked = { projectId: place.project_id, name: sourceNames[name], way };
    const { id, key } = await addSource(editor, by, asked);
    const mapping = mappings[name](place.code, slot);
    await saveSourceMapping(editor, by, id, { mapping, conflicts: 'keep', before: null });
    if (way === 'http')
      await editor.storage.write((write) =>
        write
          .updateTable('sources')
          .set({ credential_hash: hashCredential(secretOf(key)) })
          .where('id', '=', id)
          .execute(),
      );
  }
}

async function sourceOf(storage: Storage, name: DemoSource) {
  return storage.db
    .selectFrom('sources')
    .select(['key', 'last_at'])
    .where('name', '=', sourceNames[name])
    .where('retired_at', 'is', null)
    .executeTakeFirst();
}

/** Moments after one up to another that are whole steps; of a day at most. */
const moments = (after: number, until: number, step: number): readonly number[] => {
  const first = Math.floor(Math.max(after, until - day) / step) + 1;
  const last = Math.floor(until / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * step);
};

const loggerHead = [
  '"TOA5","CR300","CR300","6501","CR300.Std.10.08","CPU:rain.CR300","41822","Rain5"',
  '"TIMESTAMP","RECORD","BattV_Min","Rain_mm_Tot"',
  '"TS","RN","Volts","mm"',
  '"","","Min","Tot"',
];
const clockText = (t: number) => new Date(t + loggerZone.offset).toISOString().slice(0, 19).replace('T', ' ');
const loggerLine = (t: number) =>
  `"${clockText(t)}",${Math.floor(t / every.logger) % 100_000},${round(12.7 + 0.2 * wander(seedOf(seed, 'volts'), t, day), 2)},${loggerRain(t)}`;

/** Appends what the logger measured since its last line; begins its file where there is none. */
export function writeLogger(folder: string, now: number): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'Rain5.dat');
  if (!existsSync(path)) writeFileSync(path, `${loggerHead.join('\r\n')}\r\n`);
  const last = /"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)",[^\n]*\n$/.exec(readFileSync(path, 'latin1'))?.[1];
  const after = last === undefined ? 0 : Date.parse(`${last.replace(' ', 'T')}Z`) - loggerZone.offset;
  const lines = moments(after, now, every.logger).map((t) => `${loggerLine(t)}\r\n`);
  if (lines.length > 0) appendFileSync(path, lines.join(''));
}

export interface DemoSourcesOptions {
  readonly storage: Storage;
  /** `http://…` of the server. */
  readonly address: string;
  readonly secretOf: (key: string) => string;
  /** Folder of the watched folders. */
  readonly folder: string;
  readonly failed: (error: unknown) => void;
}

/** Sends what the gateway and the logger measure from now on, and what they missed since the last stop. */
export function startDemoSources({ storage, address, secretOf, folder, failed }: DemoSourcesOptions): {
  stop(): Promise<void>;
} {
  const outgoing = new Outgoing({ allowed: [new URL(address).origin], anyPublic: false });
  let isStopping = false;
  /** Up to where the gateway was answered. */
  let sentTo: number | null = null;
  const post = async () => {
    const source = await sourceOf(storage, 'gateway');
    if (source === undefined) return;
    const now = Date.now();
    const rows = moments(sentTo ?? source.last_at ?? 0, now, every.gateway);
    if (rows.length === 0) return;
    const answer = await outgoing.call(`${address}/ingest/v1/${source.key}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretOf(source.key)}`, 'content-type': 'application/json' },
      body: JSON.stringify(rows.map((ts) => ({ ts, values: gatewayValues(ts) }))),
    });
    if (answer.status < 500) sentTo = now;
  };
  const write = async () => {
    const source = await sourceOf(storage, 'logger');
    if (source !== undefined) writeLogger(join(folder, source.key), Date.now());
  };
  let turn: Promise<unknown> = Promise.resolve();
  const go = () => {
    turn = turn
      .then(() => Promise.all([post(), write()]))
      .catch((error: unknown) => {
        if (!isStopping) failed(error);
      });
  };
  go();
  const timer = setInterval(go, minute / 2);
  return {
    async stop() {
      clearInterval(timer);
      isStopping = true;
      await turn;
    },
  };
}
