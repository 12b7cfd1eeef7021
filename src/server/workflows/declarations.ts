/** What texts of scripts declare: a pure function of the text, found out once by going through its head. */
import { Check } from 'typebox/value';
import type { DataOf } from '../../contract/call.ts';
import type { checkWorkflow, WorkflowArgument } from '../../contract/workflows.ts';
import { Declaration } from '../../script/arguments.ts';
import { noModules, type ResolvedModules, type ScriptModule } from '../../script/modules.ts';
import type { ScriptProblem } from '../../script/problem.ts';
import { keepNewest } from '../keep-newest.ts';
import { hashOf } from './row.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

export interface Declared {
  readonly problem: ScriptProblem | null;
  readonly declaration: Declaration;
  /** It was not read to its end: the machine was at fault, not the text. */
  readonly lost: boolean;
}
/** Declarations of texts without a problem, by the hash of their text. */
export type KnownDeclarations = Readonly<Record<string, Declaration>>;

/** Texts of which it is remembered what they declare. */
const mostKept = 200;
const nothing: Declaration = { arguments: [] };

/** Of an object as a file holds it, what is a declaration. */
export function knownDeclarations(value: unknown): KnownDeclarations {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, Declaration] => Check(Declaration, entry[1])),
  );
}

/** Asks the sandbox what a text declares; concurrent requests for the same text share one answer. */
export class Declarations {
  readonly #kept = new Map<string, Promise<Declared>>();

  constructor(
    readonly sandbox: Pick<Sandbox, 'once'>,
    /** Read ahead of time: the sandbox is not asked for these. */
    readonly known: KnownDeclarations = {},
  ) {}

  /** What a text declares with the modules that it imports. */
  of(script: string, { modules, problem }: ResolvedModules = noModules): Promise<Declared> {
    if (problem !== null) return Promise.resolve({ problem, declaration: nothing, lost: false });
    const hash = hashOf(script, ...modules.flatMap(({ name, text }) => [name, text]));
    const known = this.known[hash];
    if (known !== undefined) return Promise.resolve({ problem: null, declaration: known, lost: false });
    const kept = this.#kept.get(hash);
    if (kept !== undefined) return kept;
    const reading = this.#read(script, modules).then((declared) => {
      if (declared.lost) this.#kept.delete(hash);
      return declared;
    });
    this.#kept.set(hash, reading);
    keepNewest(this.#kept, mostKept);
    return reading;
  }

  async #read(script: string, modules: readonly ScriptModule[]): Promise<Declared> {
    const turn = await this.sandbox.once({
      text: script,
      modules,
      mode: 'declare',
      seed: 1,
      at: 0,
      args: {},
      language: 'en',
    });
    if ('lost' in turn)
      return {
        problem: { id: turn.lost, params: {}, line: null, column: null },
        declaration: nothing,
        lost: true,
      };
    const said = turn.acts.find((act) => act.op === 'args');
    const problem = turn.standing.is === 'failed' ? turn.standing.problem : null;
    return { problem, declaration: said?.declaration ?? nothing, lost: false };
  }
  /** As it is returned to the author of the script. */
  async check(script: string, modules: ResolvedModules): Promise<DataOf<typeof checkWorkflow>> {
    const { problem, declaration } = await this.of(script, modules);
    return {
      problems: problem === null ? [] : [{ ...problem, params: { ...problem.params } }],
      arguments: declaration.arguments.map(({ name, is }): WorkflowArgument => ({ ...is, name })),
      title: declaration.title ?? null,
      description: declaration.description ?? null,
    };
  }
}
