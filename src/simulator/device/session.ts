import { DataType } from '../../protocol/datatype.ts';
import { decodePayload } from '../../protocol/decode.ts';
import { encodePayload } from '../../protocol/encode.ts';
import { bdSeq as bdSeqMetric } from '../../protocol/node-control.ts';
import type { Metric, MetricInput } from '../../protocol/payload.ts';
import {
  decodeState,
  formatTopic,
  type HostStateMessage,
  type MessageType,
  parseTopic,
  stateTopic,
} from '../../protocol/topics.ts';
import { resolve } from '../../protocol/value.ts';
import { type Connect, connectMqtt, type EdgeLink } from './link.ts';

export interface EdgeSessionOptions {
  readonly url: string;
  readonly sn: string;
  readonly group: string;
  readonly password: string;
  readonly hostId: string;
  readonly bdSeq: number;
  readonly now: () => number;
  readonly command: (slot: string | null, metrics: readonly Metric[]) => void;
  readonly state: (state: HostStateMessage) => void;
  /** Called once; clean = left by `leave` with the broker's acknowledgement. */
  readonly closed: (clean: boolean) => void;
  /** The way to the broker; MQTT where none is given. */
  readonly connect?: Connect | undefined;
}

/** ms that the broker has to acknowledge the farewell. */
const leaveTime = 5000;

/** One connection of an edge node, from CONNECT to its end: Will, subscriptions, sequence numbers. */
export class EdgeSession {
  readonly #options: EdgeSessionOptions;
  #link: EdgeLink | null = null;
  #seq = 0;
  #left = false;
  #ended = false;
  #acknowledged = false;
  #lost: (reason: Error) => void = () => {};
  /** Rejects when the connection ends: the client forgets what it could not write, callbacks included. */
  readonly #loss = new Promise<never>((_, reject) => {
    this.#lost = reject;
  });

  private constructor(options: EdgeSessionOptions) {
    this.#options = options;
    this.#loss.catch(() => {});
  }

  /** Connects and subscribes; rejects when the broker refuses, is away, or does not answer within 15 s. */
  static async open(options: EdgeSessionOptions): Promise<EdgeSession> {
    const { url, sn, password, group, hostId, connect = connectMqtt } = options;
    const topic = (type: MessageType) => formatTopic({ group, type, node: sn, device: null });
    const session = new EdgeSession(options);
    const link = await connect({
      url,
      sn,
      password,
      filters: [topic('NCMD'), `${topic('NCMD').replace('/NCMD/', '/DCMD/')}/#`, stateTopic(hostId)],
      will: { topic: topic('NDEATH'), payload: death(options) },
      message: (name, payload) => session.#message(name, payload),
      closed: () => session.#closedByPeer(),
    });
    session.#link = link;
    if (!link.connected) session.#close(false);
    return session;
  }

  get open(): boolean {
    return !this.#ended && !this.#left && this.#link?.connected === true;
  }

  /** Publishes; a node birth starts the sequence anew. Resolves when written, rejects when the connection ends. */
  async publish(type: MessageType, slot: number | null, metrics: readonly MetricInput[]): Promise<void> {
    const { group, sn: node, now } = this.#options;
    if (type === 'NBIRTH') this.#seq = 0;
    const topic = formatTopic({ group, type, node, device: slot === null ? null : String(slot) });
    const payload = encodePayload(
      { timestamp: now(), seq: this.#seq, metrics },
      { datatypes: type !== 'NDATA' && type !== 'DDATA' },
    );
    this.#seq = (this.#seq + 1) % 256;
    await Promise.race([this.#link?.publish(topic, payload, 0), this.#loss]);
  }

  /**
   * Ends as Sparkplug requires: NDEATH, then DISCONNECT, so that the Will is not sent. The NDEATH goes with QoS 1:
   * its acknowledgement says that the broker has taken everything before it. Without one the end is not clean.
   */
  async leave(): Promise<void> {
    if (this.#ended || this.#left) return;
    const { group, sn: node } = this.#options;
    this.#left = true;
    const topic = formatTopic({ group, type: 'NDEATH', node, device: null });
    const timer = setTimeout(() => this.breakOff(), leaveTime);
    try {
      await Promise.race([this.#link?.publish(topic, death(this.#options), 1), this.#loss]);
      this.#acknowledged = true;
      await Promise.race([this.#link?.end(), this.#loss]);
      this.#close(true);
    } catch {
      this.#close(false);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Breaks off like a lost radio link: no DISCONNECT, the broker sends the Will. */
  breakOff(): void {
    this.#link?.breakOff();
    this.#close(false);
  }

  /** While it leaves, the end of the connection is its own doing if the NDEATH was acknowledged. */
  #closedByPeer(): void {
    if (!this.#acknowledged) this.#close(false);
  }

  #close(clean: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#link?.drop();
    this.#lost(new Error('connection ended'));
    this.#options.closed(clean);
  }

  #message(topicName: string, payload: Buffer): void {
    const topic = parseTopic(topicName);
    if (topic === null) return;
    if (topic.type === 'STATE') {
      const state = decodeState(payload.toString('utf8'));
      if (state) this.#options.state(state);
      return;
    }
    if (topic.type !== 'NCMD' && topic.type !== 'DCMD') return;
    try {
      const metrics: Metric[] = [];
      for (const metric of decodePayload(payload).metrics) {
        if (metric.datatype === null) continue;
        const value = resolve(metric, metric.datatype);
        if (value === undefined) continue;
        const { name, alias, timestamp, datatype, isHistorical, isTransient } = metric;
        metrics.push({ name, alias, timestamp, datatype, isHistorical, isTransient, value });
      }
      this.#options.command(topic.device, metrics);
    } catch {
      // An unreadable command is no command: firmware drops it.
    }
  }
}

const death = ({ bdSeq, now }: EdgeSessionOptions): Uint8Array =>
  encodePayload({
    timestamp: now(),
    metrics: [{ name: bdSeqMetric, datatype: DataType.UInt64, value: BigInt(bdSeq) }],
  });
