/** Alarm rules as a script writes them. */
import type { Quantities } from './catalogue.ts';
import type { Sensor, SensorKind, Station } from './devices.ts';

/** From the mildest on. */
export type RuleLevel = 'blue' | 'yellow' | 'orange' | 'red';
/** So many readings one after the other, or readings that span so many minutes. */
export type RuleHold = { readonly readings: number } | { readonly minutes: number };

interface LimitOf<Q extends keyof Quantities & string> {
  readonly quantity: Q;
  /** Left out: the usual value of each. */
  readonly args?: Quantities[Q];
  /** Table of readings and its channel, where the quantity is one of a channel: 'tilt' and 'x'. */
  readonly row?: string;
  readonly channel?: string;
  /** Node or layer from 1. */
  readonly element?: number;
  /** Of another sensor than the one that is judged: of the same RTU by its slot, or any. */
  readonly slot?: number;
  readonly sensor?: Sensor;
  /** Compared with the amount, whatever its direction. */
  readonly either?: true;
  /** Up to where the level stays; left out = the limit itself. */
  readonly release?: number;
}
/** A quantity with its limit: it is reached at the limit, above or below. */
export type RuleLimit = {
  readonly [Q in keyof Quantities & string]: LimitOf<Q> &
    ({ readonly above: number } | { readonly below: number });
}[keyof Quantities & string];
type RuleGroup<T> =
  | RuleLimit
  | { readonly all: readonly T[] }
  | { readonly any: readonly T[] }
  | { readonly not: T };
/** A limit, or groups of them, two deep. */
export type RuleCondition = RuleGroup<RuleGroup<RuleLimit>>;

export interface RuleStep {
  readonly level: RuleLevel;
  readonly when: RuleCondition;
  /** Left out: one reading. */
  readonly hold?: RuleHold;
  /** Left out: as long as it is held. */
  readonly releaseHold?: RuleHold;
  /** Who goes where, whom to call, which road is closed. */
  readonly card?: string;
}
/** Another number for a limit of the ladder. */
export interface LimitChange {
  readonly level: RuleLevel;
  /** Which limit of the level, from 0 as they stand in its condition; left out = the first. */
  readonly at?: number;
  readonly limit: number;
  /** Left out: it moves along with the limit. */
  readonly release?: number;
}
/** What one sensor (of a rule for RTUs: one station) has otherwise than the ladder says. */
export interface RuleOverride {
  readonly sensor: Sensor | Station;
  /** It is not judged at all. */
  readonly off?: true;
  /** Left out, and not off: it has the limits of the ladder again. */
  readonly limits?: readonly LimitChange[];
}
export interface RuleScope {
  /** Codes or names. */
  readonly projects?: readonly string[];
  readonly kinds?: readonly SensorKind[];
  readonly stations?: readonly Station[];
  /** Never these. */
  readonly except?: readonly Station[];
  /** Labels of stations, of which one stands at the station. */
  readonly labels?: readonly string[];
}

/** A rule by its name: of one that exists, what is left out stays as it is. */
export interface RuleProposal {
  readonly name: string;
  /** Another name for it. */
  readonly rename?: string;
  /** What it judges; left out of a new rule = each sensor. */
  readonly of?: 'sensor' | 'rtu';
  readonly enabled?: boolean;
  /** Each part that is given takes the place of what the rule has; an empty list asks nothing. */
  readonly scope?: RuleScope;
  /** The whole ladder, from the mildest level on; a new rule needs one. */
  readonly ladder?: readonly RuleStep[];
  /** Other numbers for limits that the ladder has. */
  readonly limits?: readonly LimitChange[];
  /** Minutes without a known value before not watching is an alarm itself; null = never. */
  readonly patience?: number | null;
  readonly blindLevel?: RuleLevel;
  /** Added to those that it has; one for the same sensor takes its place. */
  readonly overrides?: readonly RuleOverride[];
}
export interface RuleOptions {
  /** Stands beside it in the plan, and with its version. */
  readonly reason?: string;
}
