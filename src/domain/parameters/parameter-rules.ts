/** Whether parameter values may be set: each field's bounds, then the rules between fields. Returned, never thrown. */
import { enums } from '../../catalogue/index.ts';
import type {
  FieldRule,
  GroupDefinition,
  NumberField,
  ParameterField,
  ParameterValue,
} from '../../catalogue/model.ts';

/** Why a value is refused; the words are `parameterProblem.<reason>`. */
export const problemReasons = [
  'unknownField',
  'readOnly',
  'type',
  'range',
  'step',
  'choice',
  'digits',
  'length',
  'host',
  'date',
  'less',
  'lessOrEqual',
  'divides',
  'different',
  'lifeline',
] as const;
export type ProblemReason = (typeof problemReasons)[number];

export interface ParameterProblem {
  readonly field: string;
  readonly reason: ProblemReason;
  /** Values for the words' placeholders; `left` and `right` are ids of fields, for the caller to put into words. */
  readonly params: Readonly<Record<string, string | number>>;
}

const problem = (field: string, reason: ProblemReason, params: ParameterProblem['params'] = {}) => ({
  field,
  reason,
  params,
});

/** Multiples that decimal fractions may miss by rounding. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}

const withUnit = (text: string, { unit }: NumberField) => (unit === null ? text : `${text} ${unit}`);

/** The allowed intervals with the unit, as shown: "410–525, 863–928 MHz". */
export function rangesText(field: NumberField): string {
  const ranges = field.ranges.map(([min, max]) => `${min}–${max}`).join(', ');
  return withUnit(ranges.replaceAll('-', '−'), field);
}

function checkNumber(field: NumberField, value: ParameterValue): ParameterProblem | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return problem(field.id, 'type');
  if (field.off !== undefined && value === field.off) return null;
  if (field.choices && !field.choices.includes(value)) {
    return problem(field.id, 'choice', { choices: field.choices.join(', ') });
  }
  if (!field.ranges.some(([min, max]) => value >= min && value <= max)) {
    return problem(field.id, 'range', { ranges: rangesText(field) });
  }
  if (field.step !== undefined && !isMultiple(value, field.step)) {
    return problem(field.id, 'step', { step: withUnit(String(field.step), field) });
  }
  return isMultiple(value, 10 ** -field.digits)
    ? null
    : problem(field.id, 'digits', { digits: field.digits });
}

const hostName =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const ipv6 = /^(?=.*:.*:)[0-9a-f:]{2,39}$/i;

/** A host name (RFC 1123), an IPv4 or an IPv6 address. A name of digits and points alone must be a good IPv4. */
export function isHost(text: string): boolean {
  if (/^[\d.]+$/.test(text)) return ipv4.test(text);
  return hostName.test(text) || ipv6.test(text);
}

function checkText(
  field: ParameterField & { maxLength: number },
  value: ParameterValue,
): ParameterProblem | null {
  if (typeof value !== 'string') return problem(field.id, 'type');
  if (value.length > field.maxLength) return problem(field.id, 'length', { max: field.maxLength });
  const host = field.type === 'text' && field.format === 'host';
  return host && value !== '' && !isHost(value) ? problem(field.id, 'host') : null;
}

/** Checks one value against its field; null = may be set. */
export function checkField(field: ParameterField, value: ParameterValue): ParameterProblem | null {
  if (field.readOnly) return problem(field.id, 'readOnly');
  switch (field.type) {
    case 'number':
      return value === null && field.nullable ? null : checkNumber(field, value);
    case 'enum': {
      const { values } = enums[field.values];
      return typeof value === 'string' && values.includes(value)
        ? null
        : problem(field.id, 'choice', { choices: values.join(', ') });
    }
    case 'flag':
      return typeof value === 'boolean' ? null : problem(field.id, 'type');
    case 'text':
    case 'secret':
      return checkText(field, value);
    case 'set': {
      const { values } = enums[field.values];
      if (!Array.isArray(value) || new Set(value).size !== value.length) return problem(field.id, 'type');
      return value.every((member) => values.includes(member))
        ? null
        : problem(field.id, 'choice', { choices: values.join(', ') });
    }
    case 'date':
      return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 8.64e15
        ? null
        : problem(field.id, 'date');
  }
}

const broken: Readonly<Record<FieldRule['type'], (left: number, right: number) => boolean>> = {
  less: (left, right) => left >= right,
  lessOrEqual: (left, right) => left > right,
  divides: (left, right) => left === 0 || !isMultiple(right, left),
  different: (left, right) => left === right,
};

/**
 * Checks edits of a group: each edited field, then every rule that an edited field takes part in, with the device's
 * known values where the other side is not edited. A side that is not known (null) cannot break a rule.
 */
export function checkGroup(
  group: GroupDefinition,
  edits: Readonly<Record<string, ParameterValue>>,
  known: Readonly<Record<string, ParameterValue>> = {},
): readonly ParameterProblem[] {
  const problems: ParameterProblem[] = [];
  for (const [id, value] of Object.entries(edits)) {
    const field = group.fields.find((candidate) => candidate.id === id);
    const found = field ? checkField(field, value) : problem(id, 'unknownField');
    if (found) problems.push(found);
  }
  const bad = new Set(problems.map(({ field }) => field));
  const merged = { ...known, ...edits };
  for (const { type, left, right } of group.rules) {
    if (!(left in edits || right in edits) || bad.has(left) || bad.has(right)) continue;
    const [a, b] = [merged[left], merged[right]];
    if (typeof a !== 'number' || typeof b !== 'number' || !broken[type](a, b)) continue;
    problems.push(problem(left in edits ? left : right, type, { left, right }));
  }
  return problems;
}
