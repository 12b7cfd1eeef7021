import type { MetricInput } from '../../protocol/payload.ts';
import {
  type AckStatus,
  encodeAck,
  encodeTryReport,
  type TrackedAck,
  type TrackedCommand,
} from '../../protocol/tracked.ts';
import { type ActionOutcome, act } from './actions.ts';
import type { DeviceMemory } from './memory.ts';
import { setParameters } from './parameter-set.ts';

/** What the device does after it took a command: the answer's metrics, then what the action wants. */
export interface Handled {
  readonly answer: readonly MetricInput[];
  readonly outcome: Pick<ActionOutcome, 'report' | 'samples' | 'afterwards'> | null;
  /** A stranding set was applied: leave and prove that the host is still in reach. */
  readonly prove: boolean;
}

const only = (answer: readonly MetricInput[]): Handled => ({ answer, outcome: null, prove: false });

/**
 * The firmware's order (src/server/delivery/README.md#tracked-envelope): a sequence at or below the high-water mark repeats the stored
 * ack and does nothing; else id and high-water are stored, then the device acts, stores the result and answers.
 * `persist` writes the memory where it outlives power; it is called before and after the action.
 */
export function handle(
  memory: DeviceMemory,
  slot: number,
  command: TrackedCommand,
  now: number,
  persist: () => void = () => {},
): Handled {
  const ack = (status: AckStatus, code = 0, text = ''): TrackedAck => ({
    id: command.id,
    seq: command.seq,
    status,
    code,
    text,
  });
  if (command.seq <= memory.highWater)
    return only(encodeAck(memory.storedAck(command.id) ?? ack('rejected-stale', 1, 'below high-water')));
  memory.highWater = command.seq;
  memory.store(ack('interrupted', 2, 'power lost while acting'));
  persist();
  const finish = (result: TrackedAck, more: readonly MetricInput[] = []): MetricInput[] => {
    memory.store(result);
    persist();
    return [...encodeAck(result), ...more];
  };
  if (now > command.notAfter) return only(finish(ack('expired', 3, 'not after')));
  if (memory.fault?.type === 'rejects') return only(finish(ack('failed', 6, memory.fault.why)));
  if (command.command !== null) {
    const { name, args } = command.command;
    const outcome = act(memory, slot, name, args, now);
    if (outcome.problem !== null) return only(finish(ack('failed', 4, outcome.problem)));
    return { answer: finish(ack('ok', 0, outcome.text), outcome.changed), outcome, prove: false };
  }
  const result = setParameters(memory, slot, command.parameters);
  if (result.problem !== null) return only(finish(ack('failed', 5, result.problem)));
  if (command.tries === null) return only(finish(ack('ok'), result.changed));
  memory.trial = { id: command.id, slot, triesLeft: command.tries, before: result.before };
  const report = encodeTryReport({ id: command.id, state: 'trying' });
  return { answer: finish(ack('ok'), [...result.changed, ...report]), outcome: null, prove: true };
}

/** The host committed a tried set: it stays. Once over, its end is reported again; null for any other id. */
export function commit(memory: DeviceMemory, id: string): MetricInput[] | null {
  if (memory.trial?.id === id) {
    memory.trial = null;
    memory.lastTry = { id, state: 'committed' };
  }
  return memory.lastTry?.id === id ? encodeTryReport(memory.lastTry) : null;
}

/** One try went by without the host: at the last the set is taken back. The report is for the next session. */
export function tryFailed(memory: DeviceMemory): MetricInput[] | null {
  const { trial } = memory;
  if (!trial) return null;
  trial.triesLeft -= 1;
  if (trial.triesLeft > 0) return null;
  const own = memory.of(trial.slot);
  for (const [name, value] of trial.before) own.set(name, value);
  memory.trial = null;
  memory.lastTry = { id: trial.id, state: 'rolledBack' };
  return encodeTryReport(memory.lastTry);
}
