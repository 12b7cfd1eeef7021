import { Value } from 'typebox/value';
import { Refusal } from '../../base/errors.ts';
import { Mapping } from '../../contract/mapping.ts';

export type {
  ChannelMapping,
  ColumnName,
  SensorMapping,
  TimeMapping,
} from '../../contract/mapping.ts';
export { Mapping };

/** Reads a mapping's JSON text. @throws Refusal 400 naming the field that is wrong. */
export function parseMapping(text: string): Mapping {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'import.mapping.json');
  }
  const [problem] = Value.Errors(Mapping, value);
  if (problem !== undefined) {
    const field = problem.instancePath.slice(1).replaceAll('/', '.') || '.';
    throw new Refusal(400, 'import.mapping.field', { field, problem: problem.message }, field);
  }
  return value as Mapping;
}
