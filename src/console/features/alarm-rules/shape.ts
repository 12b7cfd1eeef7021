/** Whether what a file holds has the shape of a schema of the contract; what has not, by its path. */
import type { MessageId } from '../../../base/messages.ts';

export interface ShapeProblem {
  /** As one writes it: `ladder[1].hold.readings`; empty = the whole. */
  readonly path: string;
  readonly message: MessageId;
}

/** As much of JSON Schema as the contract's schemas of rules use. */
interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function hasType(type: string, value: unknown): boolean {
  if (type === 'object') return isRecord(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  return typeof value === type;
}

/** Of several shapes, the one that a value means: by its `type` where it has one, else by what it is made of. */
function meant(shapes: readonly Shape[], value: unknown): Shape | null {
  if (!isRecord(value)) return null;
  const named = shapes.find(({ properties }) => {
    const own = properties?.['type'];
    return own !== undefined && (own.const === value['type'] || own.enum?.includes(value['type']) === true);
  });
  return (
    named ?? shapes.find(({ required }) => required?.every((name) => Object.hasOwn(value, name))) ?? null
  );
}

/** All of them, from the outside inwards; empty where it fits. */
export function shapeProblems(schema: object, value: unknown, path = ''): readonly ShapeProblem[] {
  const shape = schema as Shape;
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const wrong = (message: MessageId): readonly ShapeProblem[] => [{ path, message }];
  if (shape.anyOf !== undefined) {
    if (shape.anyOf.some((one) => shapeProblems(one, value).length === 0)) return [];
    const own = meant(shape.anyOf, value);
    return own === null ? wrong('rules.file.type') : shapeProblems(own, value, path);
  }
  if (shape.const !== undefined && shape.const !== value) return wrong('rules.file.choice');
  if (shape.enum !== undefined && !shape.enum.includes(value)) return wrong('rules.file.choice');
  if (shape.type !== undefined && !hasType(shape.type, value)) return wrong('rules.file.type');
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = shape;
    if (value < minimum || value > maximum || value <= exclusiveMinimum) return wrong('rules.file.range');
  }
  if (typeof value === 'string') {
    const { minLength = 0, maxLength = Infinity } = shape;
    if (value.length < minLength || value.length > maxLength) return wrong('rules.file.length');
  }
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = Infinity, items } = shape;
    if (value.length < minItems || value.length > maxItems) return wrong('rules.file.length');
    return items === undefined
      ? []
      : value.flatMap((one, index) => shapeProblems(items, one, `${path}[${index}]`));
  }
  if (!isRecord(value)) return [];
  const { properties = {}, required = [], patternProperties, additionalProperties } = shape;
  const [general] = Object.values(patternProperties ?? {});
  return [
    ...required
      .filter((name) => !Object.hasOwn(value, name))
      .map((name): ShapeProblem => ({ path: at(name), message: 'rules.file.missing' })),
    ...Object.entries(value).flatMap(([name, own]) => {
      const inner = Object.hasOwn(properties, name) ? properties[name] : general;
      if (inner !== undefined) return shapeProblems(inner, own, at(name));
      return additionalProperties === false
        ? [{ path: at(name), message: 'rules.file.unknown' as const }]
        : [];
    }),
  ];
}
