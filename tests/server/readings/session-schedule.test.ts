/**
 * R1: whatever becomes of single messages on their way, everything that arrives and can be decoded is stored, and
 * nothing else. Schedules of an edge node whose aliases change with each session are sent through a gateway into a
 * database; what must be stored is worked out from the schedule alone.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';
import type { MetricInput } from '../../../src/protocol/payload.ts';
import { formatTopic, type MessageType } from '../../../src/protocol/topics.ts';
import { Gateway } from '../../../src/server/gateway/gateway.ts';
import type { BrokerSource, SourceHandlers } from '../../../src/server/gateway/source.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { openBoth } from '../../support/storage-fixture.ts';

const long = process.env['LONG'] === '1';
const schedules = long ? Number(process.env['RUNS'] ?? 5000) : 200;
const reorderTime = 4;
const group = 'shanghai';

/** Where messages come from is the test itself. */
class Wire implements BrokerSource {
  readonly kind = 'external';
  isConnected = false;
  readonly connections = 1;
  handlers: SourceHandlers | null = null;
  rebirths = 0;
  async start(handlers: SourceHandlers): Promise<void> {
    this.handlers = handlers;
    this.isConnected = true;
    await handlers.connected();
  }
  async subscribe(): Promise<void> {}
  async publish({ topic }: { readonly topic: string }): Promise<void> {
    if (topic.includes('/NCMD/')) this.rebirths += 1;
  }
  async close(): Promise<void> {}
}

type Fate = 'comes' | 'lost' | 'garbled' | 'twice';
type Step =
  | { readonly type: 'data'; readonly owner: 0 | 1 | 2; readonly named: boolean; readonly fate: Fate }
  | { readonly type: 'rebirth'; readonly fates: readonly Fate[] }
  | { readonly type: 'session'; readonly death: boolean; readonly fates: readonly Fate[] }
  | { readonly type: 'hostLost' }
  | { readonly type: 'wait' };

const fate = fc.constantFrom<Fate>('comes', 'comes', 'comes', 'comes', 'comes', 'lost', 'garbled', 'twice');
const fates = fc.array(fate, { minLength: 3, maxLength: 3 });
const owner = fc.constantFrom<0 | 1 | 2>(0, 1, 2);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({ type: fc.constant('data' as const), owner, named: fc.boolean(), fate }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('rebirth' as const), fates }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('session' as const), death: fc.boolean(), fates }) },
  { weight: 1, arbitrary: fc.constant<Step>({ type: 'hostLost' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ type: 'wait' }) },
);

let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(2);
}, 300_000);
afterAll(() => both?.close());

/** The metrics of the node and of its two devices: two each, so that their aliases can be exchanged. */
const channels = [
  ['batteryVoltage', 'ambientTemperature'],
  ['x', 'y'],
  ['x', 'y'],
] as const;
const devices = [null, '0', '1'] as const;

interface Sent {
  readonly owner: number;
  readonly t: number;
  readonly values: readonly [number, number];
}

/** Sends a schedule; gives what must be stored, and what may be besides. */
async function send(wire: Wire, sn: string, steps: readonly Step[], clock: { t: number }) {
  const { handlers } = wire;
  if (handlers === null) throw new Error('not started');
  let seq = 0;
  let session = 0n;
  /** Whose births of the running session the host has read, and still goes by. */
  const read = [false, false, false];
  /** A session has begun after a death, and its birth left no trace: what comes may be of either session. */
  let unclear = false;
  /** Sent by alias in the running session to a host that did not know its birth then. */
  let waiting: Sent[] = [];
  const must: Sent[] = [];
  const may: Sent[] = [];
  let count = 0;
  const aliasOf = (which: number, channel: number) => 2 * which + ((channel + Number(session)) % 2);
  const deliver = (type: MessageType, device: string | null, metrics: MetricInput[], how: Fate) => {
    const topic = formatTopic({ group, type, node: sn, device });
    const own = type === 'NDEATH' ? null : seq;
    if (own !== null) seq = (seq + 1) % 256;
    clock.t += 1;
    const bytes = encodePayload(
      { timestamp: clock.t, seq: own, metrics },
      { datatypes: !type.endsWith('DATA') },
    );
    if (how === 'lost') return;
    if (how === 'garbled') handlers.message(topic, Uint8Array.of(0x12, 0xff, 0xff, 0x7f));
    else {
      handlers.message(topic, bytes);
      if (how === 'twice') handlers.message(topic, bytes);
    }
  };
  const arrives = (how: Fate) => how === 'comes' || how === 'twice';
  const bdSeq = (): MetricInput => ({ name: 'bdSeq', datatype: DataType.UInt64, value: session });
  const birth = (births: readonly Fate[]) => {
    const isRead = arrives(births[0] ?? 'comes');
    if (isRead || births[0] === 'garbled') unclear = false;
    if (isRead) read.fill(false);
    for (const [which, names] of channels.entries()) {
      const device = devices[which] ?? null;
      const how = births[which] ?? 'comes';
      const declared = names.map(
        (name, channel): MetricInput => ({
          name,
          alias: aliasOf(which, channel),
          datatype: DataType.Double,
          value: null,
        }),
      );
      deliver(
        device === null ? 'NBIRTH' : 'DBIRTH',
        device,
        device === null ? [bdSeq(), ...declared] : declared,
        how,
      );
      if (!arrives(how)) continue;
      if (which === 0 || read[0]) {
        read[which] = true;
        must.push(...waiting.filter((one) => one.owner === which));
        waiting = waiting.filter((one) => one.owner !== which);
      }
    }
  };
  const begin = (births: readonly Fate[], death = false) => {
    may.push(...waiting);
    waiting = [];
    unclear = death;
    read.fill(false);
    session += 1n;
    seq = (seq * 7 + 3) % 256;
    birth(births);
  };
  begin([]);
  for (const one of steps) {
    if (one.type === 'wait') await new Promise((resolve) => setTimeout(resolve, reorderTime * 3));
    else if (one.type === 'hostLost') {
      handlers.disconnected();
      await handlers.connected();
      read.fill(false);
    } else if (one.type === 'rebirth') birth(one.fates);
    else if (one.type === 'session') {
      if (one.death) deliver('NDEATH', null, [bdSeq()], 'comes');
      // Without a death the old tables hold until a birth comes.
      begin(one.death ? one.fates : ['comes', ...one.fates.slice(1)], one.death);
    } else {
      const { owner: which, named, fate: how } = one;
      const device = devices[which] ?? null;
      count += 1;
      const values = [count, -count] as const;
      const metrics = (channels[which] ?? []).map((name, channel): MetricInput => {
        const value = { datatype: DataType.Double, value: values[channel] ?? 0 };
        return named ? { name, ...value } : { alias: aliasOf(which, channel), ...value };
      });
      deliver(device === null ? 'NDATA' : 'DDATA', device, metrics, how);
      const sent: Sent = { owner: which, t: clock.t, values };
      if (!arrives(how)) continue;
      if (named || read[which]) must.push(sent);
      else if (unclear) may.push(sent);
      else waiting.push(sent);
    }
  }
  // In the end the edge is heard once more, so that what waits for a birth gets it.
  birth([]);
  may.push(...waiting);
  return { must, may };
}

async function run(storage: Storage, runs: number): Promise<void> {
  const rtu = await storage.db
    .selectFrom('rtus')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .innerJoin('projects', 'projects.id', 'stations.project_id')
    .where('projects.code', '=', group)
    .select(['rtus.id', 'rtus.sn'])
    .executeTakeFirstOrThrow();
  const sensors = await storage.db
    .selectFrom('sensors')
    .where('rtu_id', '=', rtu.id)
    .orderBy('slot')
    .select(['id', 'slot', 'kind'])
    .execute();
  const sources = [rtu.id, sensors[0]?.id ?? 0, sensors[1]?.id ?? 0];
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const clock = { t: Date.now() - 20 * 86_400_000 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const wire = new Wire();
      const gateway = new Gateway({
        storage,
        log: silent,
        broker: { source: wire },
        stateWait: 0,
        tickTime: 1,
        batch: { delay: 1 },
        session: { reorderTime, rebirth: { firstDelay: 0 } },
      });
      await gateway.start();
      clock.t += 10_000;
      const from = clock.t;
      const { must, may } = await send(wire, rtu.sn, steps, clock);
      await gateway.stop();
      const known = new Map([...may, ...must].map((sent) => [`${sent.owner}@${sent.t}`, sent]));
      const stored = new Set<string>();
      for (const [which, names] of channels.entries()) {
        const row = which === 0 ? 'status' : 'tilt';
        const range = { from, to: clock.t + 1, limit: 1000 };
        const page = await storage.readings.rows({
          sourceId: sources[which] ?? 0,
          row,
          element: 0,
          ...range,
        });
        for (const { t, values } of page.rows) {
          const place = `${which}@${t}`;
          stored.add(place);
          expect([place, names.map((name) => values[name])]).toEqual([place, known.get(place)?.values]);
        }
      }
      const lost = must.filter((sent) => !stored.has(`${sent.owner}@${sent.t}`));
      expect(lost).toEqual([]);
    }),
    { numRuns: runs },
  );
}

test.each(['sqlite', 'postgres'] as const)(
  `R1 of ${schedules} schedules everything that arrived and can be decoded is stored, on %s`,
  async (dialect) => run(both.fixtures[dialect].storage, schedules),
  long ? 3_600_000 : 240_000,
);
