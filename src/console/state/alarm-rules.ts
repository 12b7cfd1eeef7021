/** Rules of alarms, and edits of them that were not saved: these are kept while the console is open, whatever page is shown. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import * as contract from '../../contract/alarms/rules.ts';
import { addressOf } from '../../contract/pages.ts';
import type { Definition } from '../../domain/alarms/definition.ts';
import type { EditedRule } from '../../domain/alarms/edits.ts';
import { request } from './connection/client.ts';
import { onEvent } from './connection/live.ts';
import { keepUnsaved } from './tabs.ts';

/** Under what rules are cached. */
export const rulesKey = 'alarmRules';
/** While alarms come and go, what the list counts of them is fetched anew so often at most, ms. */
const follows = 3000;
/** How long a scope stands before it is asked what it meets, ms. */
const scopeStands = 300;

/** Every rule that the user may see; fetched anew when one is saved or its alarms move. */
export function useRules() {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onEvent((event) => {
      if (event.type === 'alarmRules') void client.invalidateQueries({ queryKey: [rulesKey] });
      else if (event.type === 'alarms')
        timer ??= setTimeout(() => {
          timer = undefined;
          void client.invalidateQueries({ queryKey: [rulesKey, 'list'] });
        }, follows);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
  return useQuery({
    queryKey: [rulesKey, 'list'],
    queryFn: async ({ signal }) => (await request(contract.alarmRules, { signal })).rules,
    staleTime: 0,
  });
}

/** Versions of a rule, newest first; null = none is asked for. */
export function useRuleVersions(ruleId: number | null) {
  return useQuery({
    enabled: ruleId !== null,
    queryKey: [rulesKey, 'versions', ruleId],
    queryFn: async ({ signal }) =>
      (await request(contract.ruleVersions, { params: { ruleId: ruleId ?? 0 }, signal })).versions,
    staleTime: 0,
  });
}

/** A sensor or RTU that stands in a scope. */
export type RuleTarget = Awaited<ReturnType<typeof request<typeof contract.ruleScope>>>['targets'][number];

/** What a scope meets does not depend on levels: a rule that is not whole yet can be asked about, too. */
const asked = ({ of, scope }: Pick<Definition, 'of' | 'scope'>): Definition => ({
  of,
  enabled: true,
  terms: [{ quantity: 'silence', args: {} }],
  ladder: [
    {
      level: 'blue',
      condition: { type: 'limit', term: 0, side: 'above', limit: 3 },
      hold: { readings: 1 },
      releaseHold: { readings: 1 },
    },
  ],
  patience: null,
  blindLevel: 'blue',
  scope,
  overrides: [],
});

/**
 * What a scope meets now, once it has stood for 300 ms; until then, what it met before.
 * @param companyId whose rule it is; null = of all that the user sees
 */
export function useScopeTargets(
  { of, scope }: Pick<Definition, 'of' | 'scope'>,
  companyId: number | null = null,
) {
  const wanted = JSON.stringify({ of, scope, companyId });
  const [stood, setStood] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setStood(wanted), scopeStands);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error } = useQuery({
    queryKey: [rulesKey, 'scope', stood],
    queryFn: async ({ signal }) => {
      const { companyId: company, ...own } = JSON.parse(stood) as Definition & { companyId: number | null };
      const definition = asked(own) as contract.RuleDefinition;
      const body = { definition, ...(company === null ? {} : { companyId: company }) };
      return (await request(contract.ruleScope, { body, signal })).targets;
    },
    placeholderData: (before) => before,
  });
  return { targets: data ?? null, error, isCurrent: stood === wanted && data !== undefined };
}

export interface RuleDraft {
  readonly rule: EditedRule;
  /** The version that it was begun on; 0 = it is a new rule. */
  readonly version: number;
  /** That version as it was saved; null = of a new rule. */
  readonly from: EditedRule | null;
  readonly reason: string;
  /** Of a new rule: the company that it is for, where there are several. */
  readonly companyId?: number;
}

/** Id of the rule, or `new`. */
export type RuleKey = number | 'new';
const drafts = proxy<{ of: Readonly<Record<string, RuleDraft>> }>({ of: {} });

function keep(of: Readonly<Record<string, RuleDraft>>): void {
  drafts.of = ref(of);
  const pages = Object.keys(of).length === 0 ? [] : [[addressOf('alarmRules'), () => keep({})] as const];
  keepUnsaved('alarmRules', new Map(pages));
}

export const setRuleDraft = (key: RuleKey, draft: RuleDraft): void =>
  keep({ ...drafts.of, [String(key)]: draft });

export function clearRuleDraft(key: RuleKey): void {
  const { [String(key)]: own, ...others } = drafts.of;
  if (own !== undefined) keep(others);
}

/** The edit of a rule as it is now; null = none. */
export const ruleDraft = (key: RuleKey): RuleDraft | null => drafts.of[String(key)] ?? null;

/** Edits of rules by their keys. */
export function useRuleDrafts(): Readonly<Record<string, RuleDraft>> {
  // At once: a box that is drawn a turn later loses its cursor's place.
  const { of } = useSnapshot(drafts, { sync: true });
  return of as Readonly<Record<string, RuleDraft>>;
}

const bodyOf = ({ name, definition }: EditedRule, reason: string) => ({
  name: name.trim(),
  definition: definition as contract.RuleDefinition,
  reason: reason.trim(),
});

/** Saves a first version. @throws ApiError */
export const createRule = async (rule: EditedRule, reason: string, companyId: number) =>
  (
    await request(contract.createRule, {
      body: { ...bodyOf(rule, reason), companyId },
    })
  ).rule;

/** Saves another version after `version`. @throws ApiError, 409 where somebody else has saved one meanwhile */
export const saveRule = async (ruleId: number, version: number, rule: EditedRule, reason: string) =>
  (await request(contract.saveRule, { params: { ruleId }, body: { ...bodyOf(rule, reason), version } })).rule;

/** Lists a rule as it was just saved, without waiting for the list to be fetched anew. */
export function takeRule(client: QueryClient, rule: contract.RuleSummary): void {
  client.setQueryData<readonly contract.RuleSummary[]>([rulesKey, 'list'], (rules) =>
    rules === undefined
      ? undefined
      : rules.some(({ id }) => id === rule.id)
        ? rules.map((one) => (one.id === rule.id ? rule : one))
        : [...rules, rule],
  );
}

/** @throws ApiError */
export const deleteRule = (ruleId: number) => request(contract.deleteRule, { params: { ruleId } });
