import { useCallback, useEffect, useRef, useState } from 'react';
import { loginCode } from '../../../contract/company/session.ts';
import { request } from '../../state/connection/client.ts';
import { solve } from './solve.ts';

/** State of the work as the page shows it: none required, so many of the parts done, all done, or not available. */
export type ProofState =
  | { readonly is: 'none' | 'ready' | 'failed' }
  | { readonly is: 'working'; readonly done: number; readonly parts: number };

/** What a login carries. */
export interface Proof {
  readonly codeId: string;
  readonly code: string;
}
interface Work {
  readonly account: string;
  /** By the page's own clock: later it is no longer good. */
  until: number;
  readonly proof: Promise<Proof | null>;
}

/** Seconds before its end from which a puzzle is not begun with: the login itself takes some. */
const spare = 20;

/** The work that a login must bring after failures: begun as soon as it is asked for, while the user is still typing. */
export function useProof() {
  const [state, setState] = useState<ProofState>({ is: 'none' });
  const work = useRef<Work | null>(null);
  const stopping = useRef<AbortController | null>(null);

  const stop = useCallback(() => {
    stopping.current?.abort();
    work.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  /** Begins the work for an account anew. */
  const begin = useCallback(
    (account: string): Work => {
      stop();
      const control = new AbortController();
      const { signal } = control;
      stopping.current = control;
      setState({ is: 'working', done: 0, parts: 1 });
      const reported = (next: ProofState) => {
        if (!signal.aborted) setState(next);
      };
      const own: Work = { account, until: Number.POSITIVE_INFINITY, proof: answered() };
      async function answered(): Promise<Proof | null> {
        const puzzle = await request(loginCode, { body: { accountName: account }, signal }).catch(() => null);
        if (puzzle === null) {
          if (work.current === own) work.current = null;
          reported({ is: 'failed' });
          return null;
        }
        own.until = performance.now() + (puzzle.seconds - spare) * 1000;
        const { parts } = puzzle;
        const code = await solve(puzzle, signal, (done) => reported({ is: 'working', done, parts }));
        reported({ is: 'ready' });
        return { codeId: puzzle.codeId, code };
      }
      work.current = own;
      return own;
    },
    [stop],
  );

  /** What the next login of an account carries, once; null when the puzzle was not to be had. */
  const take = useCallback(
    async (account: string): Promise<Proof | null> => {
      const begun = work.current;
      const isGood = begun !== null && begun.account === account && performance.now() < begun.until;
      const proof = await (isGood ? begun : begin(account)).proof;
      work.current = null;
      return proof;
    },
    [begin],
  );

  return { state, isAsked: state.is !== 'none', begin, take };
}
