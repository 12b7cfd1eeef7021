/** What lenses say of readings; each figure in the unit of the channel, per day where it is a rate. */
import type { Moment } from './devices.ts';

/** 10 %, 50 % and 90 % of the refits. */
export interface Range {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}
/** By lens, what it says. */
export interface LensResults {
  /** How fast the newest window moves: Theil–Sen, and the range that holds it with 95 %. */
  readonly rate: {
    readonly rate: number;
    readonly low: number;
    readonly high: number;
    /** Per day². */
    readonly acceleration: number | null;
    /** Greatest rate of the range by amount, and when. */
    readonly peak: number;
    readonly peakAt: Moment;
  };
  /** When it fails if the acceleration goes on. */
  readonly failure: {
    /** UTC ms. */
    readonly failure: Range;
    /** Days from the end of the range to the failure. */
    readonly days: Range;
    /** Since when it accelerates, UTC ms. */
    readonly onset: Range;
    readonly velocity: number;
    /** Of the line through the inverse velocities. */
    readonly r2: number;
    /** The end of the range is only a bound. */
    readonly isOpen: boolean;
  };
  /** The rate by that of the steady stage, as an angle. */
  readonly tangent: {
    /** Degrees; 45 is as fast as in the steady stage. */
    readonly angle: number;
    /** 1 blue, 2 yellow above 45°, 3 orange above 80°, 4 red above 85°. */
    readonly level: 1 | 2 | 3 | 4;
    readonly since: Moment | null;
    readonly rate: number;
    readonly steady: number;
  };
  /** How much of it is temperature. */
  readonly temperature: {
    /** For 1 °C, and ± what holds it with 95 %. */
    readonly coefficient: number;
    readonly uncertainty: number;
    /** Minutes by which it comes after the temperature. */
    readonly lag: number;
    /** Part of the spread that temperature explains, 0 to 1. */
    readonly explained: number;
    /** Standard deviation about the trend, with and without the temperature's part. */
    readonly before: number;
    readonly after: number;
  };
}
export type LensName = keyof LensResults;
/**
 * Why a lens says nothing: `few` readings, since the onset (`fewSince`), or over too `short` a time; a value or a temperature that
 * stands `still`; no acceleration (`steady`), one that is `unlike` that before a failure, or a failure too `far` to be said.
 */
export type NoResult = 'few' | 'fewSince' | 'short' | 'still' | 'steady' | 'unlike' | 'far';
