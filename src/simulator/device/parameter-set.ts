import { enums, groups } from '../../catalogue/index.ts';
import type { GroupId, ParameterField, ParameterValue } from '../../catalogue/model.ts';
import { parameterFromMetric, unknownBits } from '../../derive/metric-values.ts';
import { checkGroup } from '../../domain/parameters/parameter-rules.ts';
import type { MetricInput } from '../../protocol/payload.ts';
import type { MemoryValue } from '../sensor.ts';
import type { DeviceMemory } from './memory.ts';
import { metricsOf, parameterMetric } from './readings.ts';

export interface SetResult {
  /** Null when the set was taken; else why not, for AckText. */
  readonly problem: string | null;
  /** Metrics as they are afterwards. */
  readonly changed: readonly MetricInput[];
  readonly before: readonly (readonly [name: string, value: MemoryValue])[];
}

const refused = (problem: string): SetResult => ({ problem, changed: [], before: [] });

function scalar(value: MetricInput['value']): MemoryValue | bigint | undefined {
  return typeof value === 'object' && value !== null ? undefined : value;
}

/** A set with bits that the firmware has no member for is no value of it. */
const hasUnknown = (field: ParameterField, raw: MemoryValue | bigint): boolean =>
  field.type === 'set' && unknownBits(enums[field.values].values.length, raw) > 0;

/** Takes parameter metrics as the firmware does: all of them or none, by the catalogue's bounds and rules. */
export function setParameters(
  memory: DeviceMemory,
  slot: number,
  metrics: readonly MetricInput[],
): SetResult {
  const owner = memory.owner(slot);
  if (!owner) return refused('no such sensor');
  const own = memory.of(slot);
  const declared = metricsOf(owner).parameters;
  const edits = new Map<GroupId, Record<string, ParameterValue>>();
  const writes: { readonly metric: (typeof declared)[number]; readonly value: MemoryValue }[] = [];
  for (const { name, value } of metrics) {
    const metric = declared.find((candidate) => candidate.name === name);
    const raw = scalar(value);
    const edited = metric && raw !== undefined ? parameterFromMetric(metric.field, raw) : undefined;
    if (!metric || raw === undefined || edited === undefined || hasUnknown(metric.field, raw))
      return refused(`unreadable: ${name ?? ''}`);
    edits.set(metric.group, { ...edits.get(metric.group), [metric.field.id]: edited });
    writes.push({ metric, value: typeof raw === 'bigint' ? Number(raw) : raw });
  }
  for (const [group, values] of edits) {
    const present = Object.fromEntries(
      groups[group].fields.map((field) => {
        const value = parameterFromMetric(field, own.get(`${group}/${field.id}`) ?? null);
        return [field.id, value ?? null];
      }),
    );
    const [problem] = checkGroup(groups[group], values, present);
    if (problem) return refused(`${group}/${problem.field}: ${problem.reason}`);
  }
  const more = memory.refuses(
    slot,
    writes.map(({ metric }) => `${metric.group}/${metric.field.id}`),
  );
  if (more !== null) return refused(more);
  const before = writes.map(({ metric }): readonly [string, MemoryValue] => {
    const name = `${metric.group}/${metric.field.id}`;
    return [name, own.get(name) ?? null];
  });
  const changed = writes.map(({ metric, value }) => {
    const name = `${metric.group}/${metric.field.id}`;
    const kept = memory.takes(name, value);
    own.set(name, kept);
    return parameterMetric(metric, kept);
  });
  return { problem: null, changed, before };
}
