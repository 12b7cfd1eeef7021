import { limits } from '../../../script/limits.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { ReadConnection } from '../../storage/reading.ts';
import type { Answers } from './answers.ts';
import { CallProblem } from './problem.ts';
import type { ScriptStation } from './station-facts.ts';

/** The work of one call, counted as it is done; never more than what its run has left. */
export class Work {
  #done = 0;

  constructor(readonly most: number) {}

  get done(): number {
    return this.#done;
  }

  /** @throws CallProblem where the run may do no more */
  add(units: number): void {
    this.#done += units;
    if (this.#done > this.most)
      throw new CallProblem(
        'work',
        { limit: limits.work },
        `the calls of the run were more work than ${limits.work} units`,
      );
  }
}

/** Units of work that a row is which is looked up and made an object of (limits.work). */
export const rowWork = 20;

/** What a host call is answered from, with the rights that its user has now. */
export interface CallContext extends Pick<ReadConnection, 'db' | 'source'> {
  /** In whose language reasons are said. */
  readonly viewer: Pick<Viewer, 'language'>;
  /** Those that the user may see. */
  readonly stations: ReadonlyMap<number, ScriptStation>;
  readonly now: number;
  readonly work: Work;
  readonly answers: Answers;
}

/** A call's work, in pieces: between two of them others get their turn, and a run that was cancelled ends. */
export type Pieces = AsyncGenerator<void, void, void>;
