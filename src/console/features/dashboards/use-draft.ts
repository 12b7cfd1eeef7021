/** What is changed of a dashboard until it is saved. */
import { useState } from 'react';
import type { DashboardLayout } from '../../state/dashboards.ts';

export interface DashboardDraft {
  readonly layout: DashboardLayout;
  /** How many changes there were. */
  readonly changes: number;
  change(layout: DashboardLayout): void;
  undo(): void;
}

const kept = 100;

/** @param before as it is kept */
export function useDraft(before: DashboardLayout): DashboardDraft {
  const [past, setPast] = useState<readonly DashboardLayout[]>([]);
  const layout = past.at(-1) ?? before;
  return {
    layout,
    changes: past.length,
    change: (next) => {
      if (JSON.stringify(next) !== JSON.stringify(layout)) setPast([...past.slice(-kept), next]);
    },
    undo: () => setPast(past.slice(0, -1)),
  };
}
