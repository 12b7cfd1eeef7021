import { useMemo } from 'react';
import { useValueText } from '../../../components/fields/use-value-text.ts';
import { useText } from '../../../components/i18n.ts';
import { usePlan } from '../../../state/plans/plans.ts';
import { note, type Seen, type StoryLine, storyOf } from './plan-story.ts';

/** What was seen of plans since the console was opened; the last few. */
const known = new Map<string, Seen>();
const mostKnown = 20;
const nothing: readonly StoryLine[] = [];

function seenOf(planId: string): Seen {
  const seen: Seen = known.get(planId) ?? new Map();
  known.delete(planId);
  known.set(planId, seen);
  for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest);
  return seen;
}

/** The story of a plan after its approval, line by line as its devices land; nothing for a draft. */
export function usePlanStory(planId: string | null): readonly StoryLine[] {
  const text = useText();
  const valueText = useValueText();
  const { data: plan } = usePlan(planId ?? '', planId !== null);
  return useMemo(() => {
    if (plan === undefined || plan.approvedAt === null) return nothing;
    const seen = seenOf(plan.id);
    note(seen, plan, Date.now());
    return storyOf(plan, seen, text, valueText);
  }, [plan, text, valueText]);
}
