/**
 * The tracked-device envelope (src/server/delivery/README.md#tracked-envelope): how a command carries its identity to our firmware and
 * how the answer comes back. Shared by delivery and simulator.
 */
import { DataType } from './datatype.ts';
import { type DataSet, type Metric, type MetricInput, PayloadError } from './payload.ts';

/** Metric names of the envelope. A birth that declares `highWater` makes its node a tracked device. */
export const trackedNames = {
  id: 'Command/Id',
  seq: 'Command/Seq',
  notAfter: 'Command/NotAfter',
  name: 'Command/Name',
  args: 'Command/Args',
  try: 'Command/Try',
  commit: 'Command/Commit',
  ackId: 'Command/AckId',
  ackSeq: 'Command/AckSeq',
  ackStatus: 'Command/AckStatus',
  ackCode: 'Command/AckCode',
  ackText: 'Command/AckText',
  tryId: 'Command/TryId',
  tryState: 'Command/TryState',
  highWater: 'Command/HighWater',
  lastAcks: 'Command/LastAcks',
} as const;

const envelope = new Set<string>(Object.values(trackedNames));
/** True for a metric of the envelope itself: neither a reading nor a parameter. */
export function isTrackedName(name: string): boolean {
  return envelope.has(name);
}

export const ackStatuses = ['ok', 'failed', 'rejected-stale', 'expired', 'interrupted'] as const;
export type AckStatus = (typeof ackStatuses)[number];
export const tryStates = ['trying', 'committed', 'rolledBack'] as const;
export type TryState = (typeof tryStates)[number];

export interface TrackedCommand {
  /** ULID. */
  readonly id: string;
  /** Of the node, growing with every new command. */
  readonly seq: bigint;
  /** UTC ms: the device must not act after it. */
  readonly notAfter: number;
  /** Name of the command with its arguments as JSON text; null for a set of parameters. */
  readonly command: { readonly name: string; readonly args: string } | null;
  /** Parameter metrics of a set (`param/<group>/<field>`); empty for a command. */
  readonly parameters: readonly MetricInput[];
  /** Stranding sets: connect attempts before the device rolls back; null for others. */
  readonly tries: number | null;
}

export interface TrackedAck {
  readonly id: string;
  readonly seq: bigint;
  readonly status: AckStatus;
  readonly code: number;
  readonly text: string;
}

/** How a stranding set stands, told by the node. */
export interface TryReport {
  readonly id: string;
  readonly state: TryState;
}

/** The acks that a birth repeats, at most this many, oldest first. */
export const keptAcks = 16;

const text = (name: string, value: string): MetricInput => ({ name, datatype: DataType.String, value });

/** Metrics of the NCMD or DCMD that carries a command or a set. */
export function encodeCommand(command: TrackedCommand): MetricInput[] {
  const metrics: MetricInput[] = [
    text(trackedNames.id, command.id),
    { name: trackedNames.seq, datatype: DataType.UInt64, value: command.seq },
    { name: trackedNames.notAfter, datatype: DataType.DateTime, value: command.notAfter },
  ];
  if (command.tries !== null)
    metrics.push({ name: trackedNames.try, datatype: DataType.Int32, value: command.tries });
  if (command.command !== null) {
    metrics.push(
      text(trackedNames.name, command.command.name),
      text(trackedNames.args, command.command.args),
    );
  }
  return [...metrics, ...command.parameters];
}

/** The host's commit of a tried set. */
export function encodeCommit(id: string): MetricInput[] {
  return [text(trackedNames.commit, id)];
}

type Named = Pick<Metric, 'name' | 'datatype'> & { readonly value?: Metric['value'] | undefined };

function find(metrics: readonly Named[], name: string) {
  return metrics.find((metric) => metric.name === name)?.value;
}

/**
 * Reads a command on the device's side: a command, a commit, or null when the message carries no envelope.
 * Throws PayloadError `missingName` when the envelope is incomplete.
 */
export function decodeCommand(
  metrics: readonly Named[],
): TrackedCommand | { readonly commit: string } | null {
  const commit = find(metrics, trackedNames.commit);
  if (typeof commit === 'string') return { commit };
  const id = find(metrics, trackedNames.id);
  if (typeof id !== 'string') return null;
  const seq = find(metrics, trackedNames.seq);
  const notAfter = find(metrics, trackedNames.notAfter);
  if (typeof seq !== 'bigint' || typeof notAfter !== 'number')
    throw new PayloadError('missingName', 'envelope');
  const name = find(metrics, trackedNames.name);
  const args = find(metrics, trackedNames.args);
  const tries = find(metrics, trackedNames.try);
  const parameters: MetricInput[] = [];
  for (const { name: parameter, datatype, value } of metrics) {
    if (parameter === null || datatype === null || value === undefined || isTrackedName(parameter)) continue;
    parameters.push({ name: parameter, datatype, value });
  }
  return {
    id,
    seq,
    notAfter,
    command: typeof name === 'string' ? { name, args: typeof args === 'string' ? args : '{}' } : null,
    parameters,
    tries: typeof tries === 'number' ? tries : null,
  };
}

/** Metrics of an answer; the changed metrics go into the same message. */
export function encodeAck(ack: TrackedAck): MetricInput[] {
  return [
    text(trackedNames.ackId, ack.id),
    { name: trackedNames.ackSeq, datatype: DataType.UInt64, value: ack.seq },
    text(trackedNames.ackStatus, ack.status),
    { name: trackedNames.ackCode, datatype: DataType.Int32, value: ack.code },
    text(trackedNames.ackText, ack.text),
  ];
}

function toStatus(value: unknown): AckStatus | null {
  return ackStatuses.find((status) => status === value) ?? null;
}

/** The answer in a DATA message; null when it holds none (or an unreadable one). */
export function decodeAck(metrics: readonly Named[]): TrackedAck | null {
  const id = find(metrics, trackedNames.ackId);
  const seq = find(metrics, trackedNames.ackSeq);
  const status = toStatus(find(metrics, trackedNames.ackStatus));
  const code = find(metrics, trackedNames.ackCode);
  const words = find(metrics, trackedNames.ackText);
  if (typeof id !== 'string' || id === '' || typeof seq !== 'bigint' || status === null) return null;
  return {
    id,
    seq,
    status,
    code: typeof code === 'number' ? code : 0,
    text: typeof words === 'string' ? words : '',
  };
}

export function encodeTryReport(report: TryReport): MetricInput[] {
  return [text(trackedNames.tryId, report.id), text(trackedNames.tryState, report.state)];
}

export function decodeTryReport(metrics: readonly Named[]): TryReport | null {
  const id = find(metrics, trackedNames.tryId);
  const state = tryStates.find((candidate) => candidate === find(metrics, trackedNames.tryState));
  return typeof id === 'string' && id !== '' && state !== undefined ? { id, state } : null;
}

/** What a tracked birth declares: high-water, last acks, and the answer metrics, null until there is an answer. */
export function encodeTrackedBirth(highWater: bigint, acks: readonly TrackedAck[]): MetricInput[] {
  const none = (name: string, datatype: DataType): MetricInput => ({ name, datatype, value: null });
  const lastAcks: DataSet = {
    columns: ['id', 'seq', 'status', 'code', 'text'],
    types: [DataType.String, DataType.UInt64, DataType.String, DataType.Int32, DataType.String],
    rows: acks.slice(-keptAcks).map((ack) => [ack.id, ack.seq, ack.status, ack.code, ack.text]),
  };
  return [
    { name: trackedNames.highWater, datatype: DataType.UInt64, value: highWater },
    { name: trackedNames.lastAcks, datatype: DataType.DataSet, value: lastAcks },
    none(trackedNames.ackId, DataType.String),
    none(trackedNames.ackSeq, DataType.UInt64),
    none(trackedNames.ackStatus, DataType.String),
    none(trackedNames.ackCode, DataType.Int32),
    none(trackedNames.ackText, DataType.String),
    none(trackedNames.tryId, DataType.String),
    none(trackedNames.tryState, DataType.String),
  ];
}

export interface TrackedBirth {
  readonly highWater: bigint;
  readonly acks: readonly TrackedAck[];
}

/** What a birth says of tracked commands; null for a device that is not tracked. Unreadable acks are left out. */
export function decodeTrackedBirth(metrics: readonly Named[]): TrackedBirth | null {
  const highWater = find(metrics, trackedNames.highWater);
  if (typeof highWater !== 'bigint') return null;
  const lastAcks = find(metrics, trackedNames.lastAcks);
  const acks: TrackedAck[] = [];
  if (typeof lastAcks === 'object' && lastAcks !== null && 'rows' in lastAcks) {
    for (const [id, seq, status, code, words] of lastAcks.rows.slice(-keptAcks)) {
      const known = toStatus(status);
      if (typeof id !== 'string' || typeof seq !== 'bigint' || known === null) continue;
      acks.push({
        id,
        seq,
        status: known,
        code: typeof code === 'number' ? code : 0,
        text: typeof words === 'string' ? words : '',
      });
    }
  }
  return { highWater, acks };
}
