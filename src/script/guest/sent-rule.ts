/** An alarm rule as it is sent: stations by their ids, sensors by station and slot. */
import type { ScriptRule } from '../rule.ts';
import type { Station } from './devices.ts';
import { isArray, type Sent } from './host.ts';
import type { RuleCondition, RuleProposal } from './rule.ts';
import { deviceOf, wrong } from './stations.ts';

const call = 'plan.rule';
type Group = {
  readonly all?: unknown;
  readonly any?: unknown;
  readonly not?: unknown;
  readonly sensor?: never;
};

/** A condition with the sensors that it names as devices. Depth and shape are the host's to check. */
function sentWhen(given: RuleCondition): RuleCondition {
  const when = given as Group;
  const each = (of: unknown) => (isArray(of) ? of.map((one) => sentWhen(one as RuleCondition)) : of);
  const found = {
    ...when,
    ...(when.all === undefined ? {} : { all: each(when.all) }),
    ...(when.any === undefined ? {} : { any: each(when.any) }),
    ...(when.not === undefined ? {} : { not: sentWhen(when.not as RuleCondition) }),
    ...(when.sensor === undefined ? {} : { sensor: deviceOf(when.sensor, call) }),
  };
  return found as unknown as RuleCondition;
}

/** @throws ScriptError for what is no rule, or names no station */
export function sentRule(given: RuleProposal): Sent<ScriptRule> {
  if (typeof given !== 'object' || given === null) throw wrong(call, 'a rule is expected');
  const { scope, ladder, overrides, ...rest } = given;
  const ids = (stations: readonly Station[]) => stations.map((one) => deviceOf(one, call).station);
  const { stations, except, ...parts } = scope ?? {};
  const sent = {
    ...rest,
    ...(scope === undefined
      ? {}
      : {
          scope: {
            ...parts,
            ...(stations === undefined ? {} : { stations: ids(stations) }),
            ...(except === undefined ? {} : { except: ids(except) }),
          },
        }),
    ...(ladder === undefined
      ? {}
      : { ladder: ladder.map((step) => ({ ...step, when: sentWhen(step.when) })) }),
    ...(overrides === undefined
      ? {}
      : { overrides: overrides.map((own) => ({ ...own, sensor: deviceOf(own.sensor, call) })) }),
  };
  return sent as unknown as Sent<ScriptRule>;
}
