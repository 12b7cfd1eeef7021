/** What is changed of a dashboard until it is saved or discarded; whoever looks at another page meanwhile loses nothing. */
import { useState } from 'react';
import type { Dashboard, DashboardLayout } from '../../state/dashboards.ts';

export interface DashboardDraft {
  readonly layout: DashboardLayout;
  /** How many changes there were. */
  readonly changes: number;
  /** Of the dashboard that they are based on. */
  readonly revision: number;
  change(layout: DashboardLayout): void;
  undo(): void;
}

/** Steps back that are kept. */
const mostSteps = 100;

interface Kept {
  readonly revision: number;
  readonly past: readonly DashboardLayout[];
}
/** By dashboard, as long as the console is open. */
const drafts = new Map<number, Kept>();

export const hasDraft = (dashboardId: number): boolean => drafts.has(dashboardId);
export const dropDraft = (dashboardId: number): void => void drafts.delete(dashboardId);

export function useDraft({ id, revision, layout: saved }: Dashboard): DashboardDraft {
  const [draft, setDraft] = useState<Kept>(() => drafts.get(id) ?? { revision, past: [] });
  const layout = draft.past.at(-1) ?? saved;
  const keep = (past: readonly DashboardLayout[]) => {
    const next = { ...draft, past };
    if (past.length === 0) drafts.delete(id);
    else drafts.set(id, next);
    setDraft(next);
  };
  return {
    layout,
    changes: draft.past.length,
    revision: draft.revision,
    change: (next) => {
      if (JSON.stringify(next) !== JSON.stringify(layout)) keep([...draft.past.slice(-mostSteps), next]);
    },
    undo: () => keep(draft.past.slice(0, -1)),
  };
}
