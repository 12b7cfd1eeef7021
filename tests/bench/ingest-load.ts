/**
 * Load generator of the ingest bench, a process of its own: RTUs on plain TCP that speak MQTT 3.1.1 and Sparkplug B.
 * It does what its parent orders over IPC, and answers each order when it is done. What is published was encoded
 * before, so that sending costs next to nothing.
 */
import { connect, type Socket } from 'node:net';
import { rtu } from '../../src/catalogue/index.ts';
import { rt3000 } from '../../src/catalogue/kinds/rt3000.ts';
import { kindMetric } from '../../src/derive/metrics.ts';
import { DataType } from '../../src/protocol/datatype.ts';
import { encodePayload } from '../../src/protocol/encode.ts';
import { bdSeq } from '../../src/protocol/node-control.ts';
import type { MetricInput } from '../../src/protocol/payload.ts';
import { formatTopic, type MessageType } from '../../src/protocol/topics.ts';
import { birthMetrics, readingMetrics } from '../../src/simulator/device/readings.ts';

export type Order =
  | {
      readonly name: 'connect';
      readonly port: number;
      readonly group: string;
      readonly sensors: number;
      readonly nodes: readonly { readonly sn: string; readonly password: string }[];
    }
  /** Encodes `rounds` of data, one message a node and a sensor each, collected `step` ms apart from `from` on. */
  | { readonly name: 'encode'; readonly rounds: number; readonly from: number; readonly step: number }
  /** Publishes what was encoded. */
  | { readonly name: 'publish' };
export type Answer = { readonly name: Order['name'] } | { readonly error: string };

interface Node {
  readonly sn: string;
  readonly socket: Socket;
  seq: number;
  /** A chunk a round: what the RTU sends when it wakes. */
  chunks: Buffer[];
}

/** The twenty channels that the bench's messages carry; what a tilt sensor derives is left to the server. */
const tiltChannels =
  'x y z ax ay az axMax ayMax azMax temperature temperatureAdaptive zeroMode trendMode offsetX offsetY offsetZ threshold triggerSwitch alarmState runState';
const statusChannels =
  'sequence installState reportType fastCollect resend runStatus sendCycle fastCollectCycle collectionCycle batteryVoltage batteryCharge chargeVoltage outputVoltage gsmVoltage chargeState ambientTemperature communicationStandard signalStrength loraSignalStrength operator';
const codes =
  /^(temperatureAdaptive|zeroMode|trendMode|triggerSwitch|alarmState|runState|installState|reportType|fastCollect|resend|runStatus|chargeState|communicationStandard|operator)$/;
const cycles = /Cycle$/;

function values(channels: string, salt: number, t: number): Record<string, number> {
  return Object.fromEntries(
    channels.split(' ').map((channel, index) => {
      const wave = Math.round((Math.sin(t / 7e6 + index + salt) * 10 + (t % 977) / 977) * 10_000) / 10_000;
      return [channel, codes.test(channel) ? 0 : cycles.test(channel) ? 60 : wave];
    }),
  );
}

function lengthed(text: string | Uint8Array): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
}
/** An MQTT packet: type and flags, remaining length, body. */
function packet(first: number, body: Buffer): Buffer {
  const head = [first];
  let rest = body.length;
  do {
    head.push((rest & 127) | (rest > 127 ? 128 : 0));
    rest >>= 7;
  } while (rest > 0);
  return Buffer.concat([Buffer.from(head), body]);
}

let group = '';
let sensors = 0;
let nodes: Node[] = [];
/** Connections that the other side ended: what was sent on them may not have arrived. */
const lost: string[] = [];

function publish(node: Node, type: MessageType, metrics: readonly MetricInput[], t: number, slot?: number) {
  if (type === 'NBIRTH') node.seq = 0;
  const { seq } = node;
  node.seq = (seq + 1) % 256;
  const topic = formatTopic({ group, type, node: node.sn, device: slot === undefined ? null : String(slot) });
  const payload = encodePayload({ timestamp: t, seq, metrics }, { datatypes: !type.endsWith('DATA') });
  return packet(0x30, Buffer.concat([lengthed(topic), payload]));
}

const session: MetricInput = { name: bdSeq, datatype: DataType.UInt64, value: 1n };

/** Resolves when the broker has accepted the RTU and its births are on the way. */
function open(port: number, sn: string, password: string): Promise<Node> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const will = formatTopic({ group, type: 'NDEATH', node: sn, device: null });
    const death = lengthed(encodePayload({ metrics: [session] }));
    // Protocol level 4; user name, password, Will and clean session; no keep-alive.
    const head = Buffer.concat([lengthed('MQTT'), Buffer.from([4, 0b11000110, 0, 0])]);
    const fields = [lengthed(sn), lengthed(will), death, lengthed(sn), lengthed(password)];
    socket.write(packet(0x10, Buffer.concat([head, ...fields])));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`${sn} lost its connection`)));
    socket.once('data', (answer) => {
      if (answer[0] !== 0x20 || answer[3] !== 0) return reject(new Error(`${sn} was refused`));
      const node: Node = { sn, socket, seq: 0, chunks: [] };
      socket.once('close', () => lost.push(sn));
      const now = Date.now();
      const births = [publish(node, 'NBIRTH', [session, ...birthMetrics(rtu, new Map())], now)];
      const kind: MetricInput = { name: kindMetric, datatype: DataType.Int32, value: rt3000.code };
      for (let slot = 0; slot < sensors; slot++) {
        births.push(publish(node, 'DBIRTH', [kind, ...birthMetrics(rt3000, new Map())], now, slot));
      }
      socket.write(Buffer.concat(births), () => resolve(node));
    });
  });
}

/** As an RTU does: whoever was not let in, or not in time, comes again. */
async function openAtLast(port: number, sn: string, password: string): Promise<Node> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await open(port, sn, password);
    } catch (error) {
      if (tries === 10) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

async function connectAll(order: Extract<Order, { name: 'connect' }>): Promise<void> {
  ({ group, sensors } = order);
  nodes = [];
  for (let at = 0; at < order.nodes.length; at += 50) {
    const some = order.nodes.slice(at, at + 50);
    nodes.push(...(await Promise.all(some.map(({ sn, password }) => openAtLast(order.port, sn, password)))));
  }
}

function encode({ rounds, from, step }: Extract<Order, { name: 'encode' }>): void {
  for (const [index, node] of nodes.entries()) {
    node.chunks = Array.from({ length: rounds }, (_, round) => {
      const t = from + round * step;
      const at = { element: 0, t };
      const own = { ...at, row: 'status' as const, values: values(statusChannels, index, t) };
      const packets = [publish(node, 'NDATA', readingMetrics(rtu, [own], false), t)];
      for (let slot = 0; slot < sensors; slot++) {
        const of = { ...at, row: 'tilt' as const, values: values(tiltChannels, index * sensors + slot, t) };
        packets.push(publish(node, 'DDATA', readingMetrics(rt3000, [of], false), t, slot));
      }
      return Buffer.concat(packets);
    });
  }
}

async function publishAll(): Promise<void> {
  const last: Promise<void>[] = [];
  const rounds = nodes[0]?.chunks.length ?? 0;
  for (let round = 0; round < rounds; round++) {
    for (const node of nodes) {
      const chunk = node.chunks[round] ?? Buffer.alloc(0);
      if (round < rounds - 1) node.socket.write(chunk);
      else last.push(new Promise((resolve) => node.socket.write(chunk, () => resolve())));
    }
  }
  await Promise.all(last);
  if (lost.length > 0) throw new Error(`${lost.length} RTUs lost their connection`);
}

const answer = (message: Answer) => process.send?.(message);

process.on('message', (order: Order) => {
  const work = async () => {
    if (order.name === 'connect') await connectAll(order);
    else if (order.name === 'encode') encode(order);
    else await publishAll();
  };
  work().then(
    () => answer({ name: order.name }),
    (error: unknown) => answer({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
