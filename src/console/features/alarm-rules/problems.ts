/** What is wrong with a rule, each at the place of the editor that shows it. The server asks the same (src/domain/alarms). */
import type { MessageParams } from '../../../base/errors.ts';
import type { MessageId } from '../../../base/messages.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import { argumentProblems } from '../../../domain/alarms/argument-problems.ts';
import { type Definition, ruleFor } from '../../../domain/alarms/definition.ts';
import {
  type ConditionPath,
  deepest,
  depthOf,
  type FoundLimit,
  levelsOf,
  limitsOf,
} from '../../../domain/alarms/edits.ts';
import { quantityOf } from '../../../domain/alarms/quantities/index.ts';
import type { Rule, Term } from '../../../domain/alarms/rule.ts';
import { type RuleProblem, ruleProblems } from '../../../domain/alarms/rule-problems.ts';

export type ProblemPart =
  | 'name'
  | 'level'
  | 'term'
  | 'argument'
  | 'limit'
  | 'release'
  | 'hold'
  | 'patience'
  | 'scope'
  | 'override';

export interface PlacedProblem {
  /** Index of the level; null = of the rule as a whole. */
  readonly level: number | null;
  /** Of the limit that it is about. */
  readonly path: ConditionPath | null;
  readonly part: ProblemPart;
  /** Name of the argument, or id of the override's target. */
  readonly of?: string;
  readonly message: MessageId;
  readonly params: MessageParams;
}

/** What stands in the scope, as far as problems ask for it. */
export interface ScopeFacts {
  readonly count: number;
  readonly kinds: readonly number[];
}

const messageOf = (type: RuleProblem['type']): MessageId => `rules.problem.${type}`;

/** Words of what is wrong with a number, in place of "term 2: …": the place itself shows which. */
function termProblems(
  term: Term,
  definition: Definition,
  facts: ScopeFacts | null,
): readonly Partial<PlacedProblem>[] {
  const quantity = quantityOf(term.quantity);
  const at = definition.terms.findIndex((one) => one.quantity === term.quantity) + 1;
  if (quantity === undefined)
    return [
      { part: 'term', message: 'rules.problem.quantity', params: { term: at, quantity: term.quantity } },
    ];
  const found: Partial<PlacedProblem>[] = argumentProblems(quantity, term.args).map((problem) => ({
    part: 'argument',
    of: problem.argument,
    message: `rules.bounds.${problem.type}`,
    params: { bound: 'bound' in problem ? problem.bound : 0 },
  }));
  const { row, channel, slot, sensorId } = term.source ?? {};
  if (quantity.of === 'channel' && (row === undefined || channel === undefined))
    found.push({ part: 'term', message: 'rules.chooseChannel', params: {} });
  else if (
    quantity.of !== 'rtu' &&
    definition.of === 'sensor' &&
    slot === undefined &&
    sensorId === undefined &&
    facts !== null &&
    facts.count > 0 &&
    !facts.kinds.some((code) =>
      (kindByCode(code)?.rows ?? []).some((own) =>
        row === undefined ? (quantity.rows?.includes(own) ?? true) : own === row,
      ),
    )
  )
    found.push({ part: 'term', message: 'rules.lacking', params: {} });
  return found;
}

/** A rule of one limit alone: what is wrong with it is wrong with that limit. */
const alone = (
  { limit, isInverted }: FoundLimit,
  level: Rule['ladder'][number],
  terms: Rule['terms'],
): Rule => {
  const { term: _, ...rest } = limit;
  const condition = { ...rest, term: 0 };
  return {
    version: 1,
    terms: terms.length === 0 ? [{ quantity: '', args: {} }] : terms,
    ladder: [{ ...level, condition: isInverted ? { type: 'not', of: condition } : condition }],
    patience: null,
    blindLevel: 'blue',
  };
};

/** All of them, in the order of the screen; empty where the rule can be saved. `facts` null = not known yet. */
export function problemsOf(
  { name, definition }: { readonly name: string; readonly definition: Definition },
  facts: ScopeFacts | null,
): readonly PlacedProblem[] {
  const found: PlacedProblem[] = [];
  const add = (part: ProblemPart, message: MessageId, more: Partial<PlacedProblem> = {}) =>
    found.push({ level: null, path: null, params: {}, ...more, part, message });
  if (name.trim() === '') add('name', 'rules.problem.noName');
  const plain = ruleFor({ ...definition, enabled: true, overrides: [] }, 0, 1);
  const all = ruleProblems(plain);
  const levels = levelsOf(definition);
  if (levels.length === 0) add('level', 'rules.problem.noLevel');
  for (const [level, own] of levels.entries()) {
    const foldedLevel = plain.ladder[level];
    if (foldedLevel === undefined) continue;
    for (const one of limitsOf(own.condition)) {
      const at = { level, path: one.path };
      for (const problem of termProblems(one.limit.term, definition, facts))
        found.push({ ...at, part: 'term', message: 'rules.chooseChannel', params: {}, ...problem });
      const types = new Set(ruleProblems(alone(one, foldedLevel, plain.terms)).map(({ type }) => type));
      if (types.has('noLimit')) add('limit', messageOf('noLimit'), at);
      if (types.has('release')) add('release', messageOf('release'), at);
    }
    for (const type of ['order', 'empty', 'hold', 'unreachable'] as const)
      if (all.some((problem) => problem.type === type && problem.level === own.level))
        add(type === 'hold' ? 'hold' : 'level', messageOf(type), { level });
    if (depthOf(own.condition) > deepest)
      found.push({
        level,
        path: null,
        part: 'level',
        message: 'rules.problem.tooDeep',
        params: { most: deepest },
      });
  }
  if (all.some(({ type }) => type === 'patience')) add('patience', messageOf('patience'));
  if (facts?.count === 0) add('scope', 'rules.problem.emptyScope');
  for (const { targetId, off } of definition.overrides) {
    if (off === true) continue;
    const own = ruleProblems(ruleFor({ ...definition, enabled: true }, targetId, 1));
    const [more] = own.filter(
      (problem) => !all.some(({ type, level }) => type === problem.type && level === problem.level),
    );
    if (more !== undefined) add('override', messageOf(more.type), { of: String(targetId) });
  }
  return found;
}

const samePath = (a: ConditionPath | null, b: ConditionPath) => a !== null && a.join() === b.join();

/** Those of one limit. */
export const problemsAt = (all: readonly PlacedProblem[], level: number, path: ConditionPath) =>
  all.filter((problem) => problem.level === level && samePath(problem.path, path));
