import type { EnumValue } from '../catalogue/index.ts';
import type { SimulatedSensor, Span } from './sensor.ts';
import type { Zone } from './signals/calendar.ts';
import type { Weather } from './signals/weather.ts';

/** What a past span of an RTU was like; the kinds of gap that history knows. */
export interface PastSpan extends Span {
  /** Never arrived; arrived late and flagged; taken down. */
  readonly kind: 'silent' | 'resent' | 'removed';
}

/** How an RTU behaves on the air. */
export interface Temper {
  /** Stays connected between its reports. */
  readonly awake: boolean;
  /** Reports only every so many of its send cycles: 1 is punctual, above 1.5 is late again and again. */
  readonly pace: number;
  /** Does not report from this moment on; null = reports. */
  readonly silentSince: number | null;
  /** Part of its sessions that break off before the end. */
  readonly breaks: number;
}

/** A simulated RTU with its sensors; cycles in seconds. */
export interface SimulatedRtu {
  readonly sn: string;
  readonly seed: number;
  /** Sparkplug group: the project's code. */
  readonly group: string;
  readonly zone: Zone;
  readonly latitude: number;
  readonly longitude: number;
  readonly weather: Weather;
  readonly installedAt: number;
  readonly installState: EnumValue<'installState'>;
  readonly sendCycle: number;
  readonly collectionCycle: number;
  /** Cycle at which it collects and reports faster, since shortly before the anchor; null = it does not. */
  readonly fast: number | null;
  /** How many days its stored past reaches back, and what went wrong in it. */
  readonly past: { readonly days: number; readonly spans: readonly PastSpan[] };
  readonly temper: Temper;
  /** A moment at which it acted by its cycles, which hang on it; without one by its seed. */
  readonly actedAt?: number;
  /** Since when its battery sinks. */
  readonly weakSince: number | null;
  /** Flags of its run status that are set for a while. */
  readonly flags: readonly (Span & { readonly flag: string })[];
  readonly sensors: readonly SimulatedSensor[];
  /** Parameters that differ from the catalogue's defaults, by slot (−1 = the RTU) and `<group>/<field>`. */
  readonly settings: ReadonlyMap<number, Readonly<Record<string, number | boolean | string | null>>>;
}
