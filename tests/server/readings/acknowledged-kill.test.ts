/** R6: an edge that sends again only what was not acknowledged loses nothing, however often the server is killed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';
import { Batcher } from '../../../src/server/gateway/batcher.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { freePort } from '../../support/free-port.ts';
import { type ServerProcess, startProcess } from '../../support/process.ts';
import { writeSmallSite } from '../../support/small-site.ts';
import { reading } from '../../support/storage-fixture.ts';
import { bdSeq, connectNode, double, type Node } from '../gateway/gateway-fixture.ts';

const long = process.env['LONG'] === '1';
const kills = long ? 50 : 4;
const edges = 6;
const dataDir = mkdtempSync(join(tmpdir(), 'acknowledged-'));
let server: ServerProcess | null = null;

afterAll(async () => {
  await kill();
  rmSync(dataDir, { recursive: true, force: true });
});

async function kill(): Promise<void> {
  server?.child.kill('SIGKILL');
  await server?.ended;
  server = null;
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Measures all the time and keeps what was not acknowledged, and nothing else. */
class Edge {
  /** Times of everything measured: x = index of the time. */
  readonly measured: number[] = [];
  readonly acknowledged = new Set<number>();
  #unacknowledged: number[] = [];
  #isOver = false;
  #session = 0n;
  readonly #work: Promise<void>;

  constructor(
    readonly port: number,
    readonly sn: string,
    readonly password: string,
    readonly t0: number,
  ) {
    this.#work = this.#run();
  }

  /** Stops measuring; resolves when the last reading is acknowledged. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  async #run(): Promise<void> {
    while (!this.#isOver || this.#unacknowledged.length > 0) {
      let node: Node;
      try {
        this.#session += 1n;
        node = await connectNode(this.port, this.sn, this.password, { session: this.#session % 256n });
      } catch {
        await pause(50);
        continue;
      }
      let isOpen = true;
      node.client.on('close', () => {
        isOpen = false;
      });
      const timestamp = this.t0 - 1;
      const births = [bdSeq(this.#session % 256n), double('batteryVoltage', null)];
      void node.send('NBIRTH', { timestamp, metrics: births }).catch(() => undefined);
      const kind = { name: 'kind', datatype: DataType.Int32, value: 4 };
      void node.send('DBIRTH', { timestamp, metrics: [kind, double('x', null)] }, '0').catch(() => undefined);
      for (const t of [...this.#unacknowledged]) this.#send(node, t);
      while (isOpen && (!this.#isOver || this.#unacknowledged.length > 0)) {
        // A window, as edges have one; measuring goes on while it is full.
        if (!this.#isOver && this.#unacknowledged.length < 200) {
          const t = this.t0 + this.measured.length * 1000;
          this.measured.push(t);
          this.#unacknowledged.push(t);
          this.#send(node, t);
        }
        await pause(1);
      }
      node.cut();
    }
  }

  #send(node: Node, t: number): void {
    const { seq } = node;
    node.seq = (seq + 1) % 256;
    const metrics = [double('x', (t - this.t0) / 1000, { timestamp: t })];
    const bytes = encodePayload({ timestamp: t, seq, metrics }, { datatypes: false });
    node.client.publish(node.topic('DDATA', '0'), Buffer.from(bytes), { qos: 1 }, (error) => {
      if (error != null) return;
      this.acknowledged.add(t);
      this.#unacknowledged = this.#unacknowledged.filter((other) => other !== t);
    });
  }
}

test(
  `R6 after ${kills} SIGKILLs nothing is lost of edges that send again only what was not acknowledged`,
  async () => {
    const storage = await openStorage({ dataDir });
    const passwords = await writeSmallSite(storage, edges);
    await storage.close();
    const port = await freePort();
    const start = () => startProcess(dataDir, { MQTT_PORT: String(port), LOG_LEVEL: 'silent' });
    server = await start();
    const t0 = Date.now() - 10 * 86_400_000;
    const running = [...passwords].map(([sn, password]) => new Edge(port, sn, password, t0));
    for (let count = 0; count < kills; count++) {
      await pause(400 + ((count * 733) % 900));
      await kill();
      server = await start();
    }
    await pause(300);
    while (running.some((edge) => edge.measured.length <= kills * 20)) await pause(50);
    await Promise.all(running.map((edge) => edge.end()));
    // No word of farewell: what is acknowledged is on the disk.
    await kill();
    const again = await openStorage({ dataDir });
    for (const [index, edge] of running.entries()) {
      const query = { sourceId: index + 1, row: 'tilt', element: 0, from: t0, to: t0 + 1e9 } as const;
      const { rows, total } = await again.readings.rows({ ...query, limit: 1_000_000 });
      const stored = new Map(rows.map(({ t, values }) => [t, values['x']]));
      expect(total).toBe(stored.size);
      expect(edge.measured.filter((t) => !stored.has(t))).toEqual([]);
      expect([...stored].filter(([t, x]) => x !== (t - t0) / 1000)).toEqual([]);
      expect(edge.acknowledged.size).toBe(edge.measured.length);
      expect(edge.measured.length).toBeGreaterThan(kills * 20);
    }
    await again.close();
  },
  long ? 900_000 : 300_000,
);

test('R6 a caller that waits for the commit is notified after it, and never where the storage fails', async () => {
  const reported: string[] = [];
  let isStored = true;
  let release = () => {};
  const batcher = new Batcher({
    delay: 5,
    write: async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      reported.push('committed');
      return isStored;
    },
  });
  batcher.whenStored(() => reported.push('nothing to wait for'));
  batcher.add([reading(1, 1, { x: 1 })]);
  batcher.whenStored(() => reported.push('first'));
  await pause(20);
  batcher.add([reading(1, 2, { x: 1 })]);
  batcher.whenStored(() => reported.push('second'));
  expect(reported).toEqual(['nothing to wait for']);
  release();
  await pause(20);
  expect(reported).toEqual(['nothing to wait for', 'committed', 'first']);
  isStored = false;
  release();
  await batcher.drain();
  expect(reported).toEqual(['nothing to wait for', 'committed', 'first', 'committed']);
});
