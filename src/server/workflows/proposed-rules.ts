/** Alarm rules that a script proposes, made of what is saved now; what cannot be is left out by name. */
import { Refusal } from '../../base/errors.ts';
import type { PlanObstacle } from '../../contract/plans/plans.ts';
import type { Definition } from '../../domain/alarms/definition.ts';
import type { ProposalStep } from '../../script/proposal.ts';
import type { ScriptRule } from '../../script/rule.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { NewestRule, RuleBook } from '../alarms/rules/rule-book.ts';
import { checkRule } from '../alarms/rules/rule-check.ts';
import { type ProposedRule, refusedWhy } from '../plans/rules.ts';
import type { Board } from '../sites/board.ts';
import { siteOf } from './calls/devices.ts';
import { definitionOf, NoRule, type RulePlaces } from './rule-definition.ts';

type RuleSteps = readonly Extract<ProposalStep, { step: 'rule' }>[];

const whyOf = ({ id, params }: NoRule): PlanObstacle => ({
  message: `plans.rule.no.${id}`,
  params: { ...params },
  fields: [],
});

/** What the names of a script mean in a company. */
function placesOf(board: Board, viewer: Viewer, companyId: number): RulePlaces {
  const projects = board.projects(viewer).filter((project) => project.companyId === companyId);
  const site = (stationId: number) => {
    const found = siteOf(board, viewer, stationId);
    return found?.project.companyId === companyId ? found : null;
  };
  return {
    project: (name) => projects.find((one) => one.code === name || one.name === name)?.id ?? null,
    station: (id) => site(id)?.station.id ?? null,
    sensor: ({ station, slot }) => site(station)?.sensors.find((one) => one.slot === slot)?.id ?? null,
    rtu: (station) => site(station)?.rtu?.id ?? null,
  };
}

/**
 * Whose rule it is: that of the user's company, of what it names, or the only one of its name.
 * @throws NoRule where several are meant
 */
function companyOf(board: Board, viewer: Viewer, rule: ScriptRule, known: readonly NewestRule[]): number {
  if (viewer.companyId !== null) return viewer.companyId;
  const { projects = [], stations = [], except = [] } = rule.scope ?? {};
  const own = board.projects(viewer);
  const named = new Set([
    ...projects.flatMap((name) => own.find((one) => one.code === name || one.name === name)?.companyId ?? []),
    ...[...stations, ...except, ...(rule.overrides ?? []).map(({ sensor }) => sensor.station)].flatMap(
      (id) => siteOf(board, viewer, id)?.project.companyId ?? [],
    ),
  ]);
  const all = [
    named,
    new Set(known.filter(({ name }) => name === rule.name).map(({ companyId }) => companyId)),
    new Set(own.map(({ companyId }) => companyId)),
  ];
  const [one, ...others] = all.find(({ size }) => size > 0) ?? [];
  if (one === undefined || others.length > 0) throw new NoRule('company');
  return one;
}

/** A rule as the steps so far have it. */
interface Growing {
  readonly companyId: number;
  readonly base: NewestRule | null;
  name: string;
  definition: Definition;
  readonly reasons: string[];
}

/** Several steps about the same rule become one version; rules stand in the order of their first step. */
export async function proposedRules(
  { board, ruleBook }: { readonly board: Board; readonly ruleBook: RuleBook },
  viewer: Viewer,
  steps: readonly ProposalStep[],
): Promise<readonly ProposedRule[]> {
  const own = steps.filter((step): step is RuleSteps[number] => step.step === 'rule');
  if (own.length === 0) return [];
  const known = await ruleBook.newest(viewer);
  const growing = new Map<string, Growing>();
  const left: ProposedRule[] = [];
  const leave = (name: string, companyId: number | null, reason: string, why: PlanObstacle) =>
    left.push({ name, companyId, ruleId: null, baseVersion: 0, definition: null, reason, skipped: why });
  for (const { rule, reason } of own) {
    let companyId: number | null = null;
    try {
      companyId = companyOf(board, viewer, rule, known);
      const key = `${companyId} ${rule.name}`;
      const before = growing.get(key);
      const named = known.filter((one) => one.companyId === companyId && one.name === rule.name);
      if (before === undefined && named.length > 1) throw new NoRule('same', { name: rule.name });
      const base = before === undefined ? (named[0] ?? null) : before.base;
      const from = before?.definition ?? base?.definition ?? null;
      const definition = definitionOf(from, rule, placesOf(board, viewer, companyId));
      const name = rule.rename ?? before?.name ?? rule.name;
      const reasons = before?.reasons ?? [];
      if (reason !== '' && !reasons.includes(reason)) reasons.push(reason);
      growing.set(key, { companyId, base, name, definition, reasons });
    } catch (error) {
      if (!(error instanceof NoRule)) throw error;
      leave(rule.name, companyId, reason, whyOf(error));
    }
  }
  const made: ProposedRule[] = [];
  for (const { companyId, base, name, definition, reasons } of growing.values()) {
    const isSame =
      base !== null && base.name === name && JSON.stringify(base.definition) === JSON.stringify(definition);
    let skipped: PlanObstacle | null = isSame
      ? { message: 'plans.rule.unchanged', params: {}, fields: [] }
      : null;
    try {
      if (!isSame) await checkRule(ruleBook, companyId, definition);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      skipped = refusedWhy(error);
    }
    const reason = reasons.join('; ').slice(0, 200);
    const baseVersion = base?.version ?? 0;
    made.push({ name, companyId, ruleId: base?.id ?? null, baseVersion, definition, reason, skipped });
  }
  return [...made, ...left];
}
