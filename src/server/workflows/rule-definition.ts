/** A rule as a script proposes it becomes the definition that is stored. Pure: what stands where is given. */
import { kindById } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import { type Definition, type Override, withLimits } from '../../domain/alarms/definition.ts';
import { quantityOf } from '../../domain/alarms/quantities/index.ts';
import { type LevelCondition, limitsIn, once, rankOf, type Term } from '../../domain/alarms/rule.ts';
import type { ScriptDevice } from '../../script/calls.ts';
import type { ProposedLimit, ProposedWhen, ScriptRule } from '../../script/rule.ts';

/** Answers ids within the company of the rule; null = there is none of that name. */
export interface RulePlaces {
  readonly project: (name: string) => number | null;
  readonly station: (id: number) => number | null;
  readonly sensor: (device: ScriptDevice) => number | null;
  readonly rtu: (station: number) => number | null;
}

/** Why a rule cannot be proposed: a message with its values. */
export class NoRule extends Error {
  constructor(
    readonly id: 'project' | 'station' | 'sensor' | 'ladder' | 'limit' | 'company' | 'same',
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {
    super(id);
  }
}

const everywhere: Definition['scope'] = {
  projects: [],
  kinds: [],
  stations: [],
  except: [],
  mounts: [],
  labels: [],
};
const fresh: Definition = {
  of: 'sensor',
  enabled: true,
  terms: [],
  ladder: [],
  patience: null,
  blindLevel: 'blue',
  scope: everywhere,
  overrides: [],
};

/** @throws NoRule */
function known(id: number | null, what: 'project' | 'station' | 'sensor', name: string | number): number {
  if (id === null) throw new NoRule(what, { name });
  return id;
}
const nameOf = ({ station, slot }: ScriptDevice) => (slot === null ? `${station}` : `${station}/${slot}`);

/** The ladder of a script, with the quantities that its conditions name. */
function ladderOf(
  steps: NonNullable<ScriptRule['ladder']>,
  places: RulePlaces,
): Pick<Definition, 'terms' | 'ladder'> {
  const terms: Term[] = [];
  const termOf = ({ quantity, args, row, channel, element, slot, sensor }: ProposedLimit): number => {
    const standards = Object.entries(quantityOf(quantity)?.args ?? {}).map(([name, is]) => [
      name,
      is.standard,
    ]);
    const source = {
      ...(slot === undefined ? {} : { slot }),
      ...(sensor === undefined ? {} : { sensorId: known(places.sensor(sensor), 'sensor', nameOf(sensor)) }),
      ...(row === undefined ? {} : { row: row as RowId }),
      ...(element === undefined ? {} : { element }),
      ...(channel === undefined ? {} : { channel }),
    };
    const term: Term = {
      quantity,
      args: { ...Object.fromEntries(standards), ...args },
      ...(Object.keys(source).length === 0 ? {} : { source }),
    };
    const text = JSON.stringify(term);
    const place = terms.findIndex((one) => JSON.stringify(one) === text);
    return place >= 0 ? place : terms.push(term) - 1;
  };
  const condition = (when: ProposedWhen): LevelCondition => {
    if ('not' in when) return { type: 'not', of: condition(when.not) };
    if ('all' in when) return { type: 'and', of: when.all.map(condition) };
    if ('any' in when) return { type: 'or', of: when.any.map(condition) };
    const term = termOf(when);
    return {
      type: 'limit',
      term,
      ...('above' in when
        ? { side: 'above' as const, limit: when.above }
        : { side: 'below' as const, limit: when.below }),
      ...(when.either === undefined ? {} : { either: when.either }),
      ...(when.release === undefined ? {} : { release: when.release }),
    };
  };
  const ladder = steps
    .toSorted((a, b) => rankOf(a.level) - rankOf(b.level))
    .map(({ level, when, hold = once, releaseHold = hold, card }) => ({
      level,
      condition: condition(when),
      hold,
      releaseHold,
      ...(card === undefined ? {} : { card }),
    }));
  return { terms, ladder };
}

type Limits = readonly Override['limits'][number][];
const placed = (limits: NonNullable<ScriptRule['limits']>): Limits =>
  limits.map(({ at = 0, ...limit }) => ({ ...limit, at }));

/** @throws NoRule for a limit that the ladder does not have */
function mustHave({ ladder }: Definition, limits: Limits): void {
  for (const { level, at } of limits) {
    const own = ladder.find((one) => one.level === level);
    if (own === undefined || limitsIn(own.condition)[at] === undefined)
      throw new NoRule('limit', { level, at });
  }
}

function scopeOf(base: Definition['scope'], given: ScriptRule['scope'], places: RulePlaces) {
  if (given === undefined) return base;
  const stations = (ids: readonly number[]) =>
    [...new Set(ids)].map((id) => known(places.station(id), 'station', id));
  return {
    ...base,
    ...(given.projects === undefined
      ? {}
      : {
          projects: [...new Set(given.projects.map((name) => known(places.project(name), 'project', name)))],
        }),
    ...(given.kinds === undefined
      ? {}
      : { kinds: [...new Set(given.kinds.flatMap((id) => kindById(id)?.code ?? []))] }),
    ...(given.stations === undefined ? {} : { stations: stations(given.stations) }),
    ...(given.except === undefined ? {} : { except: stations(given.except) }),
    ...(given.labels === undefined ? {} : { labels: [...new Set(given.labels)] }),
  };
}

/**
 * What a rule would be: what exists, with what the script says of it.
 * @param base null = there is none of that name yet
 * @throws NoRule
 */
export function definitionOf(base: Definition | null, given: ScriptRule, places: RulePlaces): Definition {
  const { of, enabled, patience, blindLevel, limits = [], overrides = [] } = given;
  if (base === null && given.ladder === undefined) throw new NoRule('ladder');
  const built: Definition = {
    ...(base ?? fresh),
    ...(of === undefined ? {} : { of }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(patience === undefined ? {} : { patience }),
    ...(blindLevel === undefined ? {} : { blindLevel }),
    ...(given.ladder === undefined ? {} : ladderOf(given.ladder, places)),
    scope: scopeOf(base?.scope ?? everywhere, given.scope, places),
  };
  const moved = placed(limits);
  mustHave(built, moved);
  const ladder = built.ladder.map((own) => ({
    ...own,
    condition: withLimits(own.condition, (place) =>
      moved.findLast(({ level, at }) => level === own.level && at === place),
    ),
  }));
  const byTarget = new Map<number, Override>(built.overrides.map((own) => [own.targetId, own]));
  for (const { sensor, off, limits: own } of overrides) {
    const found = built.of === 'rtu' ? places.rtu(sensor.station) : places.sensor(sensor);
    const targetId = known(found, 'sensor', nameOf(sensor));
    const list = placed(own ?? []);
    mustHave(built, list);
    if (off === undefined && own === undefined) byTarget.delete(targetId);
    else byTarget.set(targetId, { targetId, ...(off === undefined ? {} : { off }), limits: [...list] });
  }
  return { ...built, ladder, overrides: [...byTarget.values()] };
}
