/** The back-tests of the rule on screen: the present version, the draft, and what of them still stands. */
import { useMemo, useRef, useState } from 'react';
import type { BackTestResult } from '../../../../contract/alarms/back-test.ts';
import { type Definition, ruleFor } from '../../../../domain/alarms/definition.ts';
import { stepPast } from '../../../../domain/alarms/past.ts';
import { type TestedSpan, useBackTest, useStood, useTestedValues } from '../../../state/back-test.ts';
import { useEditor } from '../editor/context.ts';

const day = 86_400_000;

export const spans = ['7', '30', '90', '365'] as const;
export type SpanDays = (typeof spans)[number];

/** The present version and the draft over a span, with what the console must say of their state. */
export function useTests() {
  const { rule, from, problems, targets, companyId } = useEditor();
  const [days, setDays] = useState<SpanDays>('30');
  const [at, setAt] = useState(Date.now);
  const span: TestedSpan = useMemo(() => ({ from: at - Number(days) * day, to: at }), [at, days]);
  const isRight = problems.every(({ part }) => part === 'name');
  const isEmpty = targets !== null && targets.length === 0;
  const tested = useRef<Definition | null>(null);
  if (isRight && !isEmpty && targets !== null) tested.current = rule.definition;
  const stood = useStood(tested.current);
  const present = from?.definition ?? null;
  const isSame = JSON.stringify(stood) === JSON.stringify(present);
  const isAsked = companyId !== null;
  const before = useBackTest(isAsked ? present : null, companyId, span);
  // One at a time: the draft's begins once the present version's is over.
  const isFree = present === null || before.isError || (before.isSuccess && !before.isPlaceholderData);
  const after = useBackTest(isAsked && isFree && !isSame ? stood : null, companyId, span);
  const draft = isSame ? before : after;
  const isCurrent =
    isRight &&
    !draft.isPlaceholderData &&
    !draft.isFetching &&
    JSON.stringify(stood) === JSON.stringify(rule.definition);
  // What was counted is kept where a later test fails.
  const counted = useRef<{ today: BackTestResult | null; draft: BackTestResult | null }>({
    today: null,
    draft: null,
  });
  if (before.data !== undefined) counted.current.today = before.data;
  if (draft.data !== undefined) counted.current.draft = draft.data;
  const again = () => setAt(Date.now());
  return {
    ...{ days, setDays, span, again, isEmpty, isRight, isAsked, isSame, isCurrent, stood, present },
    today: present === null ? null : (before.data ?? counted.current.today),
    draft: draft.data ?? counted.current.draft,
    error: draft.error ?? before.error,
  };
}

/** Values of one target, and what the rule as it is now makes of them: at once, by the code of the server. */
export function useAtOnce(
  stood: Definition | null,
  live: Definition,
  targetId: number | null,
  span: TestedSpan,
) {
  const { companyId } = useEditor();
  const { data: values, error } = useTestedValues(stood, companyId, targetId, span);
  const events = useMemo(() => {
    if (values === undefined || targetId === null || !values.isWhole) return null;
    if (JSON.stringify(live.terms) !== JSON.stringify(stood?.terms)) return null;
    const { from, to, now, sendCycle } = values;
    return stepPast(ruleFor(live, targetId, from), values, sendCycle, { from, to, now }).events;
  }, [values, live, stood, targetId]);
  return { values: values ?? null, events, error };
}
