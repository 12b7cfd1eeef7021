import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Refusal } from '../../base/errors.ts';

const maxDepth = 16;
const longestName = 120;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);
const compiled = new WeakMap<object, Validator>();

function validatorOf(schema: TSchema): Validator {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made: Validator = Compile(schema);
  compiled.set(schema, made);
  return made;
}

/**
 * @throws Refusal 400 for a key that could reach a prototype, nesting deeper than 16, a number that cannot be counted
 * with, or a NUL, which PostgreSQL stores in no text (tests/server/security/README.md#input-and-output, S34, S35, S37)
 */
export function refuseHostile(value: unknown, depth = 0): undefined {
  if (depth > maxDepth)
    throw new Refusal(400, 'api.malformed', { field: '…', problem: `depth > ${maxDepth}` }, '…');
  if (typeof value === 'string' && value.includes('\0'))
    throw new Refusal(400, 'api.malformed', { field: '…', problem: 'NUL' }, '…');
  // JSON's 1e999 is infinite, and past 2^53 whole numbers run into each other.
  if (
    typeof value === 'number' &&
    (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
  )
    throw new Refusal(400, 'api.malformed', { field: '…', problem: 'number' }, '…');
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    if (forbiddenKeys.has(key))
      throw new Refusal(400, 'api.malformed', { field: key, problem: 'reserved' }, key);
  }
  for (const entry of Object.values(value)) refuseHostile(entry, depth + 1);
}

/** Texts of a query or path as the schema's numbers where it wants numbers; nothing else is coerced. */
function numbersIn(schema: TSchema, texts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties =
    'properties' in schema ? (schema.properties as Readonly<Record<string, { type?: string }>>) : {};
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      const type = Object.hasOwn(properties, key) ? properties[key]?.type : undefined;
      const wanted = type === 'integer' || type === 'number';
      if (!wanted || typeof text !== 'string' || !/^-?\d{1,16}(\.\d+)?$/.test(text)) return [key, text];
      const number = Number(text);
      return [key, type === 'integer' && !Number.isSafeInteger(number) ? text : number];
    }),
  );
}

function check(schema: TSchema, value: unknown): unknown {
  const validator = validatorOf(schema);
  if (validator.Check(value)) return value;
  const [problem] = validator.Errors(value);
  const path = problem?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  const extra =
    problem?.keyword === 'additionalProperties'
      ? problem.params.additionalProperties.join(', ')
      : problem?.keyword === 'required'
        ? problem.params.requiredProperties.join(', ')
        : undefined;
  const named = [path, extra].filter((part) => part !== undefined && part !== '').join('.') || 'body';
  // What was sent is not sent back at length.
  const field = named.slice(0, longestName);
  const bound = problem === undefined ? null : boundOf(problem);
  if (bound !== null) throw new Refusal(400, bound.id, bound.params, field);
  throw new Refusal(400, 'api.malformed', { field, problem: problem?.message ?? '' }, field);
}

/** A broken bound in words of its own, for a form that shows it under its field; null for any other mistake. */
function boundOf({ keyword, params }: { readonly keyword: string; readonly params: object }) {
  if (keyword === 'pattern') return { id: 'bound.pattern', params: {} } as const;
  const limit = 'limit' in params ? Number(params.limit) : Number.NaN;
  if (keyword === 'minLength' && limit === 1) return { id: 'bound.required', params: {} } as const;
  const named = (['minLength', 'maxLength', 'minimum', 'maximum'] as const).find((name) => name === keyword);
  return named === undefined ? null : ({ id: `bound.${named}`, params: { limit } } as const);
}

/** A body by its schema, without coercion; unknown keys are refused. @throws Refusal 400 naming the field. */
export function checkBody(schema: TSchema, value: unknown): unknown {
  refuseHostile(value);
  return check(schema, value ?? {});
}

/** A query or path by its schema. @throws Refusal 400 naming the field. */
export function checkTexts(schema: TSchema, value: unknown): unknown {
  refuseHostile(value);
  return check(schema, numbersIn(schema, { ...(value as Readonly<Record<string, unknown>>) }));
}
