import { useLayoutEffect } from 'react';
import type { PlanState } from '../../contract/plans/plans.ts';
import type { RunState } from '../../contract/workflows.ts';

interface Shown {
  plan: { readonly id: string; readonly state: PlanState } | null;
  run: { readonly id: string; readonly state: RunState } | null;
}

/** The plan and the run that are on screen: they are meant where a command wants one. */
export const shown: Shown = { plan: null, run: null };

/** Says that it is on screen, and how it stands; null = none. */
export function useShown<K extends keyof Shown>(kind: K, what: Shown[K]): void {
  const { id, state } = what ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object of the same plan says nothing new
  useLayoutEffect(() => {
    shown[kind] = what;
    return () => {
      if (shown[kind] === what) shown[kind] = null;
    };
  }, [kind, id, state]);
}
