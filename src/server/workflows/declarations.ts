import type { DataOf } from '../../contract/call.ts';
import type { checkWorkflow, WorkflowArgument } from '../../contract/workflows.ts';
import type { Declaration } from '../../script/arguments.ts';
import type { ScriptProblem } from '../../script/problem.ts';
import { keepNewest } from '../keep-newest.ts';
import { hashOf } from './row.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/** Texts of which it is remembered what they declare. */
const mostDeclared = 200;

export interface Declared {
  readonly problem: ScriptProblem | null;
  readonly declaration: Declaration;
}
const noDeclaration: Declaration = { arguments: [] };

/** What scripts declare, without their bodies being gone through. */
export class Declarations {
  readonly #known = new Map<string, Declared>();

  constructor(readonly sandbox: Sandbox) {}

  /** What a text declares does not change: who checks it and then starts it waits once. */
  async of(script: string): Promise<Declared> {
    const hash = hashOf(script);
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    const turn = await this.sandbox.once({ text: script, mode: 'declare', seed: 1, at: 0, args: {} });
    if ('lost' in turn)
      return {
        problem: { id: turn.lost, params: {}, line: null, column: null },
        declaration: noDeclaration,
      };
    const said = turn.acts.find((act) => act.op === 'args');
    const problem = turn.standing.is === 'failed' ? turn.standing.problem : null;
    const declared = { problem, declaration: said?.declaration ?? noDeclaration };
    this.#known.set(hash, declared);
    keepNewest(this.#known, mostDeclared);
    return declared;
  }

  /** As it is told to who writes the script. */
  async check(script: string): Promise<DataOf<typeof checkWorkflow>> {
    const { problem, declaration } = await this.of(script);
    return {
      problems: problem === null ? [] : [{ ...problem, params: { ...problem.params } }],
      arguments: declaration.arguments.map(({ name, is }): WorkflowArgument => ({ ...is, name })),
      title: declaration.title ?? null,
      description: declaration.description ?? null,
    };
  }
}
