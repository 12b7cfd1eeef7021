/** The pages that ask for what a script declares, one an argument. */
import type { Language } from '../../../../base/messages.ts';
import type { ArgumentStep } from '../../../../command/arguments.ts';
import type { Project, StationSummary } from '../../../../contract/sites/stations.ts';
import type { WorkflowArgument } from '../../../../contract/workflows.ts';
import type { RunArgument, RunArguments } from '../../../components/arguments/argument-value.ts';
import { typedNumber, valueProblem } from '../../../components/arguments/argument-value.ts';
import { said } from '../../../components/arguments/said.ts';
import { type AllWords, wordFields } from '../entries.ts';
import { readNumber } from '../sentence/value.ts';
import type { ValueItem } from './pages.ts';

/** An argument that a page asks for. */
export interface AskedArgument {
  readonly argument: WorkflowArgument;
  /** From 1. */
  readonly at: number;
  readonly of: number;
  /** What Enter takes where nothing is typed: what was given last, else the default; undefined = it must be given. */
  readonly standing: RunArgument | undefined;
  /** Whether that was given last. */
  readonly isLast: boolean;
}

/** The argument after `at` others. */
export function askedAt(
  declared: readonly WorkflowArgument[],
  at: number,
  last: RunArguments,
): AskedArgument | null {
  const argument = declared[at];
  if (argument === undefined) return null;
  const given = last[argument.name];
  const isLast = given !== undefined && valueProblem(argument, given) === null && given !== argument.default;
  const standing = isLast ? given : argument.default;
  return { argument, at: at + 1, of: declared.length, standing, isLast };
}

/** A page of the argument, as the palette knows pages. */
export const stepOf = ({ argument: { name, type } }: AskedArgument): ArgumentStep => ({
  name,
  title: 'argument.script',
  ask: type === 'number' || type === 'text' ? 'text' : 'screen',
  choices: [],
  form: null,
  fits: () => true,
});

/** What was typed for a number or a text; `problem`: the words are `workflow.argument.<problem>`. */
export function readTyped(
  { argument, standing }: AskedArgument,
  typed: string,
): { readonly value: RunArgument } | { readonly problem: 'missing' | 'type' | 'range' } {
  if (typed === '') return standing === undefined ? { problem: 'missing' } : { value: standing };
  const value =
    argument.type === 'number'
      ? (readNumber(typed.toLowerCase(), argument.unit ?? null) ?? typedNumber(typed) ?? typed)
      : typed;
  const problem = valueProblem(argument, value);
  return problem === null ? { value } : { problem };
}

/** Key of the value that Enter takes; null where it is none of the list. */
const standingKey = ({ standing }: AskedArgument): string | null =>
  standing === undefined ? null : Array.isArray(standing) ? 'standing' : String(standing);

function allValues(
  { argument, standing }: AskedArgument,
  projects: readonly Project[],
  stations: readonly StationSummary[],
  language: Language,
  words: AllWords,
): readonly ValueItem[] {
  if (argument.type === 'flag')
    return [true, false].map((value) => ({
      key: String(value),
      value,
      fields: wordFields([value ? 'scripts.yes' : 'scripts.no'], language, words),
    }));
  if (argument.type === 'project')
    return projects.map(({ code, name }) => ({
      key: code,
      value: code,
      fields: [{ kind: 'title', text: `${code} ${name}` }],
    }));
  if (argument.type === 'stations')
    return [
      ...(standing === undefined
        ? []
        : [{ key: 'standing', value: standing, fields: wordFields(['palette.keep'], language, words) }]),
      ...stations.map(({ code, name, reading }) => ({
        key: code,
        value: code,
        fields: [
          { kind: 'title' as const, text: `${code} ${name}` },
          { kind: 'code' as const, text: code },
          ...(reading === '' ? [] : [{ kind: 'reading' as const, text: reading }]),
        ],
      })),
    ];
  return (argument.choices ?? []).map(({ value, title }) => ({
    key: value,
    value,
    fields: [
      { kind: 'title', text: said(title, language, value) },
      ...Object.values(title ?? {}).map((text) => ({ kind: 'alias' as const, text })),
      { kind: 'code', text: value },
    ],
  }));
}

/** Values of a choice, yes or no, a project or stations; the one that Enter takes stands first. */
export function askedValues(
  asked: AskedArgument,
  projects: readonly Project[],
  stations: readonly StationSummary[],
  language: Language,
  words: AllWords,
): readonly ValueItem[] {
  const all = allValues(asked, projects, stations, language, words);
  const standing = all.find(({ key }) => key === standingKey(asked));
  if (standing === undefined) return all;
  const note = words[language][asked.isLast ? 'palette.isLast' : 'palette.isDefault'] ?? '';
  return [{ ...standing, note }, ...all.filter((item) => item !== standing)];
}
