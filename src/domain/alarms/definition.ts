/** A rule as people write it: for a scope, with overrides for some of it; and what it is for one of its instances. */
import type { Level } from '../../base/alarm-words.ts';
import type { RuleVersion } from './replay.ts';
import type { LadderLevel, LevelCondition, Rule, Term } from './rule.ts';

/** Empty lists ask nothing; each that is not empty must be met. */
export interface DefinedScope {
  readonly projects: readonly number[];
  /** Codes of sensor kinds. */
  readonly kinds: readonly number[];
  readonly stations: readonly number[];
  /** Stations that are never in it. */
  readonly except: readonly number[];
  readonly mounts: readonly number[];
  /** One of them stands at the station. */
  readonly labels: readonly string[];
  /** Ids of sensors; of a rule on RTUs it asks nothing. */
  readonly sensors?: readonly number[];
  /** Shared folders of the company: the station stands in one of them, or in a folder that is in it, at that moment. */
  readonly folders?: readonly number[];
}

/** What the mail of a level says, with placeholders such as `{station}` (derive/merge-fields). */
export interface LevelMail {
  readonly subject: string;
  readonly body: string;
}

/** What one sensor or RTU has otherwise than the ladder says. */
export interface Override {
  readonly targetId: number;
  /** Not judged at all. */
  readonly off?: true;
  readonly limits: readonly {
    readonly level: Level;
    /** Which limit of the level, counted from 0 as they stand in its condition. */
    readonly at: number;
    readonly limit: number;
    /** Left out = as far from the limit as that of the ladder. */
    readonly release?: number;
  }[];
}

export interface DefinedLevel extends LadderLevel {
  /** Response card: who goes where, whom to call, which road is closed. */
  readonly card?: string;
  /** Left out = the mail says what mails of alarms say. */
  readonly mail?: LevelMail;
}

export interface Definition {
  /** What an instance of it is judged for. */
  readonly of: 'sensor' | 'rtu';
  readonly enabled: boolean;
  readonly terms: readonly Term[];
  readonly ladder: readonly DefinedLevel[];
  /** Minutes; null = never blind. */
  readonly patience: number | null;
  readonly blindLevel: Level;
  readonly scope: DefinedScope;
  readonly overrides: readonly Override[];
  /** Sirens that red prepares, by their sensors; left out = those of the site. */
  readonly sirens?: readonly number[];
}

/** Facts of a sensor or RTU that a scope asks for. */
export interface ScopeTarget {
  /** Of the sensor, or of the RTU. */
  readonly id: number;
  readonly projectId: number;
  readonly stationId: number;
  /** Sensor type code and mount mode; null = of an RTU. */
  readonly kind: number | null;
  readonly mount: number | null;
  readonly labels: readonly string[];
  /** Folders of its company that the station is in, with those that these are in. */
  readonly folders: readonly number[];
}

const asks = <T>(list: readonly T[], own: T | null): boolean =>
  list.length === 0 || (own !== null && list.includes(own));

/** Whether a target stands in a scope. What a scope asks of sensors alone is not asked of an RTU. */
export function isInScope(scope: DefinedScope, target: ScopeTarget): boolean {
  const { id, projectId, stationId, kind, mount, labels, folders } = target;
  if (scope.except.includes(stationId)) return false;
  if (!asks(scope.projects, projectId) || !asks(scope.stations, stationId)) return false;
  if (kind !== null && (!asks(scope.kinds, kind) || !asks(scope.mounts, mount))) return false;
  if (kind !== null && !asks(scope.sensors ?? [], id)) return false;
  const inFolders = scope.folders ?? [];
  if (inFolders.length > 0 && !inFolders.some((folder) => folders.includes(folder))) return false;
  return scope.labels.length === 0 || scope.labels.some((label) => labels.includes(label));
}

/** A condition with other limits: `limitAt` answers that of the nth one, or undefined where it stays. */
export function withLimits(
  condition: LevelCondition,
  limitAt: (place: number) => Override['limits'][number] | undefined,
): LevelCondition {
  let place = 0;
  const walk = (one: LevelCondition): LevelCondition => {
    if (one.type === 'not') return { ...one, of: walk(one.of) };
    if (one.type !== 'limit') return { ...one, of: one.of.map(walk) };
    const own = limitAt(place);
    place += 1;
    if (own === undefined) return one;
    const moved = one.release === undefined ? undefined : own.limit + (one.release - one.limit);
    const release = own.release ?? moved;
    const { release: _, ...rest } = one;
    return { ...rest, limit: own.limit, ...(release === undefined ? {} : { release }) };
  };
  return walk(condition);
}

/** A rule that judges nothing: switched off, or its target is not in its scope. */
export const idle = (version: number): Rule => ({
  version,
  terms: [],
  ladder: [],
  patience: null,
  blindLevel: 'blue',
});

/** What a definition is for one of its targets. */
export function ruleFor(definition: Definition, targetId: number, version: number): Rule {
  const { enabled, terms, ladder, patience, blindLevel, overrides } = definition;
  const own = overrides.find((one) => one.targetId === targetId);
  if (!enabled || own?.off === true) return idle(version);
  return {
    version,
    terms,
    ladder: ladder.map(({ level, condition, hold, releaseHold }) => ({
      level,
      condition: withLimits(condition, (place) =>
        own?.limits.find((limit) => limit.level === level && limit.at === place),
      ),
      hold,
      releaseHold,
    })),
    patience: patience === null ? null : patience * 60_000,
    blindLevel,
  };
}

/** A version of a definition, with the moment from which on it judges. */
export interface DefinitionVersion {
  /** Ascending, from 1. */
  readonly version: number;
  /** UTC ms. */
  readonly from: number;
  readonly definition: Definition;
}

/** A stretch of time in which a target is in the scope: from (with it) to `until` (without it); null = still. */
export interface ScopeSpan {
  readonly from: number;
  readonly until: number | null;
}

/**
 * The rules by which an instance is judged, one after the other. Versions that say the same of it are one: an override
 * for another sensor changes nothing here. A rule's `version` is the moment from which it judges, which no later edit
 * changes.
 * @param versions in order of `from`; none in force = judged by nothing
 * @param spans in order, apart from each other
 */
export function rulesOf(
  versions: readonly DefinitionVersion[],
  spans: readonly ScopeSpan[],
  targetId: number,
): readonly RuleVersion[] {
  const borders = new Set(versions.map(({ from }) => from));
  for (const { from, until } of spans) {
    borders.add(from);
    if (until !== null) borders.add(until);
  }
  const found: RuleVersion[] = [];
  for (const from of [...borders].sort((a, b) => a - b)) {
    const isIn = spans.some((span) => span.from <= from && (span.until === null || from < span.until));
    const version = versions.findLast((one) => one.from <= from);
    const rule = !isIn || version === undefined ? idle(from) : ruleFor(version.definition, targetId, from);
    const last = found.at(-1);
    const isSame =
      last !== undefined && JSON.stringify({ ...last.rule, version: from }) === JSON.stringify(rule);
    if (!isSame) found.push({ from, rule });
  }
  return found;
}
