/** Arguments that a script declares, and whether given ones fit: a form is drawn of them before anything runs. */
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { limits } from './limits.ts';

const strict = { additionalProperties: false } as const;
/** Words in the product's languages; a script may leave some out. */
export const Words = Type.Object(
  {
    'zh-chs': Type.Optional(Type.String({ maxLength: 500 })),
    en: Type.Optional(Type.String({ maxLength: 500 })),
    ja: Type.Optional(Type.String({ maxLength: 500 })),
  },
  strict,
);
export type Words = Static<typeof Words>;

const reported = { title: Type.Optional(Words), description: Type.Optional(Words) };
const Codes = Type.Array(Type.String({ maxLength: 120 }), { maxItems: limits.calls });

const NumberArgument = Type.Object(
  {
    type: Type.Literal('number'),
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
    step: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    unit: Type.Optional(Type.String({ maxLength: 20 })),
    default: Type.Optional(Type.Number()),
    ...reported,
  },
  strict,
);
const TextArgument = Type.Object(
  {
    type: Type.Literal('text'),
    maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    default: Type.Optional(Type.String({ maxLength: 500 })),
    ...reported,
  },
  strict,
);
const FlagArgument = Type.Object(
  { type: Type.Literal('flag'), default: Type.Optional(Type.Boolean()), ...reported },
  strict,
);
const ChoiceArgument = Type.Object(
  {
    type: Type.Literal('choice'),
    choices: Type.Array(
      Type.Object({ value: Type.String({ maxLength: 120 }), title: Type.Optional(Words) }, strict),
      { minItems: 1, maxItems: 200 },
    ),
    default: Type.Optional(Type.String({ maxLength: 120 })),
    ...reported,
  },
  strict,
);
/** A project by its code. */
const ProjectArgument = Type.Object(
  { type: Type.Literal('project'), default: Type.Optional(Type.String({ maxLength: 120 })), ...reported },
  strict,
);
/** Stations by their codes. */
const StationsArgument = Type.Object(
  { type: Type.Literal('stations'), default: Type.Optional(Codes), ...reported },
  strict,
);
export const ArgumentDeclaration = Type.Union([
  NumberArgument,
  TextArgument,
  FlagArgument,
  ChoiceArgument,
  ProjectArgument,
  StationsArgument,
]);
export type ArgumentDeclaration = Static<typeof ArgumentDeclaration>;

export const Declaration = Type.Object(
  {
    /** Of the script itself. */
    title: Type.Optional(Words),
    description: Type.Optional(Words),
    arguments: Type.Array(
      Type.Object(
        { name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,39}$' }), is: ArgumentDeclaration },
        strict,
      ),
      { maxItems: limits.arguments },
    ),
  },
  strict,
);
export type Declaration = Static<typeof Declaration>;

export type ArgumentValue = number | string | boolean | string[];
export type ArgumentValues = Readonly<Record<string, ArgumentValue>>;
export const argumentProblems = ['missing', 'unknown', 'type', 'range', 'choice'] as const;
export interface ArgumentProblem {
  readonly name: string;
  /** Its words: `workflow.argument.<reason>`. */
  readonly reason: (typeof argumentProblems)[number];
}

function problemOf(is: ArgumentDeclaration, value: unknown): ArgumentProblem['reason'] | null {
  switch (is.type) {
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'type';
      return value < (is.min ?? -Infinity) || value > (is.max ?? Infinity) ? 'range' : null;
    case 'text':
      if (typeof value !== 'string') return 'type';
      return value.length > (is.maxLength ?? 500) ? 'range' : null;
    case 'flag':
      return typeof value === 'boolean' ? null : 'type';
    case 'choice':
      if (typeof value !== 'string') return 'type';
      return is.choices.some((choice) => choice.value === value) ? null : 'choice';
    case 'project':
      return typeof value === 'string' ? null : 'type';
    case 'stations':
      return Check(Codes, value) ? null : 'type';
  }
}

/** Given arguments against a declaration: those left out take their defaults. Answers what is wrong, by argument. */
export function checkArguments(
  declaration: Declaration,
  given: Readonly<Record<string, unknown>>,
): { readonly values: ArgumentValues; readonly problems: readonly ArgumentProblem[] } {
  const values: Record<string, ArgumentValue> = {};
  const problems: ArgumentProblem[] = [];
  const known = new Set(declaration.arguments.map(({ name }) => name));
  for (const name of Object.keys(given)) if (!known.has(name)) problems.push({ name, reason: 'unknown' });
  for (const { name, is } of declaration.arguments) {
    const value = Object.hasOwn(given, name) ? given[name] : is.default;
    if (value === undefined) {
      problems.push({ name, reason: 'missing' });
      continue;
    }
    const reason = problemOf(is, value);
    if (reason === null) values[name] = value as ArgumentValue;
    else problems.push({ name, reason });
  }
  return { values, problems };
}
