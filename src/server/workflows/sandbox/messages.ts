/** What goes between the server, the sandbox's process and its workers. Texts of the guest are JSON, checked at the border. */
import type { Language } from '../../../base/messages.ts';
import type { LineKind } from '../../../contract/workflows.ts';
import type { ArgumentValues, Declaration } from '../../../script/arguments.ts';
import type { ScriptModule } from '../../../script/modules.ts';
import type { ScriptProblem } from '../../../script/problem.ts';
import type { ProposalStep } from '../../../script/proposal.ts';

export interface Start {
  readonly text: string;
  /** Saved scripts that it imports, each behind those that it imports itself; left out = none. */
  readonly modules?: readonly ScriptModule[];
  /** `declare`: until args() was called, or there is nothing more to do. */
  readonly mode: 'declare' | 'run';
  readonly seed: number;
  /** UTC ms: what the script takes for now until its first answer. */
  readonly at: number;
  readonly args: ArgumentValues;
  /** In which words() answers. */
  readonly language: Language;
}

/** What a script did in one turn, in its order. */
export type ScriptAct =
  | { readonly op: 'call'; readonly id: number; readonly call: string; readonly args: unknown }
  | { readonly op: 'step'; readonly step: ProposalStep }
  | { readonly op: 'line'; readonly line: number; readonly kind: LineKind; readonly text: string }
  | { readonly op: 'progress'; readonly done: number; readonly total: number; readonly text: string }
  | { readonly op: 'args'; readonly declaration: Declaration };

/** How the script stands after a turn. */
export type ScriptStatus =
  /** It waits for answers. */
  | { readonly is: 'waits' }
  | { readonly is: 'done' }
  | { readonly is: 'failed'; readonly problem: ScriptProblem };

export interface Turn {
  readonly acts: readonly ScriptAct[];
  /** Lines of the log that were not kept, so far. */
  readonly more: number;
  readonly standing: ScriptStatus;
}

/** An answer to a call: what the guest is given. */
export interface Answer {
  readonly id: number;
  readonly at: number;
  /** JSON of a CallResult. */
  readonly result: string;
}

export type ToWorker = { readonly start: Start } | { readonly answer: string };
export type ToProcess = { readonly run: number } & (
  | ToWorker
  /** Part of an answer's text, which ends with `answer`. */
  | { readonly part: string }
  | { readonly end: true }
  | { readonly ping: true }
);
export type FromProcess =
  /** What a script did first in a turn that did much; the rest follows. */
  | { readonly run: number; readonly acts: readonly ScriptAct[] }
  | { readonly run: number; readonly turn: Turn }
  | { readonly run: number; readonly lost: 'time' | 'memory' | 'sandbox' }
  | { readonly pong: true };
