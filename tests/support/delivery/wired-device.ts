/** A model device on a real MQTT connection: its answers may be lost or doubled, its power may go. */
import type { MetricInput } from '../../../src/protocol/payload.ts';
import { connectNode, type Node } from '../../server/gateway/gateway-fixture.ts';
import { type Firmware, PlainFirmware, type PowerLoss, PowerLost } from './firmware.ts';

export interface Manner {
  readonly answers: 'through' | 'lost' | 'doubled';
  /** `unheard`: it goes before the first message reaches it; `answered`: when it has answered the first. */
  readonly loss: PowerLoss | 'unheard' | 'answered' | null;
  /** ms that the device's clock is ahead, for its first message. */
  readonly ahead?: number;
}
export const fair: Manner = { answers: 'through', loss: null };

export class WiredDevice {
  #node: Node | null = null;
  #manner: Manner = fair;
  /** Messages of commands that reached it. */
  received = 0;

  constructor(
    readonly sn: string,
    readonly password: string,
    readonly firmware: Firmware,
    /** The command that the last message sent belongs to: a plain node cannot know it. */
    readonly lastSent: () => string | null,
  ) {}

  get awake(): boolean {
    return this.#node !== null;
  }

  /** Connects and is born; false where nobody is there. */
  async wake(port: number, manner: Manner = fair): Promise<boolean> {
    if (this.#node !== null) return true;
    this.#manner = manner;
    this.firmware.bdSeq = (this.firmware.bdSeq + 1) % 256;
    try {
      const session = BigInt(this.firmware.bdSeq);
      const node = await connectNode(port, this.sn, this.password, { session, connectTimeout: 2000 });
      this.#node = node;
      node.client.on('close', () => {
        if (this.#node === node) this.#node = null;
      });
      node.client.on('message', (topic) => {
        if (topic.includes('CMD/')) void this.#take(node);
      });
      await node.listen();
      for (const { device, metrics } of this.firmware.births())
        await node.send(device === null ? 'NBIRTH' : 'DBIRTH', { timestamp: Date.now(), metrics }, device);
      return true;
    } catch {
      this.#node = null;
      return false;
    }
  }

  async #take(node: Node): Promise<void> {
    const command = node.commands.shift();
    if (command === undefined) return;
    const metrics = command.payload.metrics.flatMap((metric): MetricInput[] =>
      metric.datatype === null || metric.value === undefined
        ? []
        : [{ name: metric.name, datatype: metric.datatype, value: metric.value }],
    );
    if (metrics.some(({ name }) => name === 'Node Control/Rebirth')) return;
    this.received += 1;
    const { loss, answers: way, ahead = 0 } = this.#manner;
    this.#manner = { ...this.#manner, loss: null, ahead: 0 };
    const leave = () => {
      this.#node = null;
      node.cut();
    };
    if (loss === 'unheard') return leave();
    const device = command.topic.includes('DCMD/') ? (command.topic.split('/').at(-1) ?? null) : null;
    if (this.firmware instanceof PlainFirmware) this.firmware.of = this.lastSent();
    let answers: MetricInput[][];
    try {
      const now = Date.now() + ahead;
      answers = this.firmware.receive(device, metrics, now, loss === 'answered' ? null : loss);
    } catch (error) {
      if (!(error instanceof PowerLost)) throw error;
      this.firmware.recover();
      return leave();
    }
    const times = way === 'lost' ? 0 : way === 'doubled' ? 2 : 1;
    for (const answer of answers)
      for (let time = 0; time < times; time++)
        await node
          .send(device === null ? 'NDATA' : 'DDATA', { timestamp: Date.now(), metrics: answer }, device)
          .catch(() => {});
    if (loss === 'answered') leave();
  }

  /** Leaves as if its radio went. */
  async sleep(): Promise<void> {
    const node = this.#node;
    this.#node = null;
    if (node === null) return;
    this.firmware.tryOver();
    node.cut();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
