/** Back-tests of rules as they are edited: what the server answers, and what people found of the same time. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { alarmHistory } from '../../contract/alarms/alarms.ts';
import * as past from '../../contract/alarms/back-test.ts';
import type { RuleDefinition } from '../../contract/alarms/rules.ts';
import type { Definition } from '../../domain/alarms/definition.ts';
import { fetchAssignees } from './alarms/acts.ts';
import { request } from './connection/client.ts';

/** Apart from the rules themselves: saving one asks none of these again. */
const testsKey = 'ruleTests';
/** How long an edit stands before it is tested, ms. */
const stands = 300;
/** Findings of a rule that are compared at most. */
const mostFindings = 500;

export interface TestedSpan {
  readonly from: number;
  readonly to: number;
}

/** A definition once it has stood for 300 ms; until then the one before. Null is at once. */
export function useStood(definition: Definition | null): Definition | null {
  const wanted = definition === null ? null : JSON.stringify(definition);
  const [stood, setStood] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setStood(wanted), stands);
    return () => clearTimeout(timer);
  }, [wanted]);
  return wanted === null || stood === null ? null : (JSON.parse(stood) as Definition);
}

/** The back-test of a definition; while another one runs, what was found before. Null = none is asked for. */
export function useBackTest(
  definition: Definition | null,
  companyId: number | null,
  { from, to }: TestedSpan,
) {
  const text = JSON.stringify(definition);
  return useQuery({
    enabled: definition !== null,
    queryKey: [testsKey, 'backTest', companyId, from, to, text],
    queryFn: ({ signal }) =>
      request(past.backTest, {
        body: {
          definition: JSON.parse(text) as RuleDefinition,
          ...(companyId === null ? {} : { companyId }),
          from,
          to,
        },
        signal,
      }),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
}

/** What a definition's terms were for one target. Limits play no part in it. Null = none is asked for. */
export function useTestedValues(
  definition: Definition | null,
  companyId: number | null,
  targetId: number | null,
  { from, to }: TestedSpan,
) {
  const isAsked = definition !== null && targetId !== null;
  const terms = JSON.stringify([definition?.terms, definition?.scope, definition?.of]);
  return useQuery({
    enabled: isAsked,
    queryKey: [testsKey, 'testedValues', companyId, targetId, from, to, terms],
    queryFn: ({ signal }) =>
      request(past.backTestValues, {
        body: {
          definition: definition as unknown as RuleDefinition,
          ...(companyId === null ? {} : { companyId }),
          from,
          to,
          targetId: targetId ?? 0,
        },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
}

/** Alarms of a rule that were closed as true, or as false, in a span. */
export function useFindings(ruleId: number | null, { from, to }: TestedSpan) {
  return useQuery({
    enabled: ruleId !== null,
    queryKey: [testsKey, 'findings', ruleId, from, to],
    queryFn: async ({ signal }) => {
      const ask = async (finding: 'true' | 'false') => {
        const query = { from, to, ruleId: ruleId ?? 0, finding, limit: mostFindings };
        return (await request(alarmHistory, { query, signal })).alarms;
      };
      return { isTrue: await ask('true'), isFalse: await ask('false') };
    },
    staleTime: 60_000,
  });
}

/** How many people answer alarms; null = not known to the user. */
export function useOperators(): number | null {
  const { data } = useQuery({
    queryKey: ['alarms', 'assignees'],
    queryFn: ({ signal }) => fetchAssignees(signal),
    staleTime: 600_000,
    retry: false,
  });
  return data?.length ?? null;
}
