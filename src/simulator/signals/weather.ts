import { between, mix, seedOf, unit, wander } from '../random.ts';
import { day, hour, localHour, yearPart, type Zone } from './calendar.ts';

/** What a region's weather is like; temperatures in °C, rain in mm. */
export interface Climate {
  readonly zone: Zone;
  readonly meanTemperature: number;
  /** Half the difference between summer and winter. */
  readonly seasonSwing: number;
  /** Half the difference between afternoon and night. */
  readonly daySwing: number;
  /** Chance of a rain event in half a day, in the dry and in the wet season (around July). */
  readonly dryChance: number;
  readonly wetChance: number;
  /** Mean size of an event. */
  readonly eventSize: number;
}

/** One rain event. */
export interface RainEvent {
  readonly start: number;
  readonly length: number;
  readonly amount: number;
}

const slot = day / 2;
/** Events before this moment do not exist: 2024-01-01 UTC. */
export const origin = 1_704_067_200_000;
/** Share of the events at the height of the wet season that are cloudbursts. Assumed. */
const cloudbursts = 0.025;
/** An event lasts at most so long, so that only few slots reach a moment. */
const longest = 30 * hour;

/** Weather of one region: the same at every asking. Rain is a set of events, each with a smooth course. */
export class Weather {
  readonly climate: Climate;
  readonly #seed: number;
  readonly #slots: RainEvent[][] = [];
  readonly #placed: readonly RainEvent[];

  /** `placed` are events that the scenario wants besides the random ones. */
  constructor(seed: number, climate: Climate, placed: readonly RainEvent[] = []) {
    this.climate = climate;
    this.#seed = seedOf(seed, 'weather');
    this.#placed = placed;
  }

  /** Air temperature, °C. */
  temperature(t: number): number {
    const c = this.climate;
    const season = Math.cos(2 * Math.PI * (yearPart(t) - 0.55));
    const hours = localHour(t, c.zone);
    const daily = Math.cos((2 * Math.PI * (hours - 14.5)) / 24);
    const damped = 1 - 0.65 * this.cloud(t);
    return (
      c.meanTemperature +
      c.seasonSwing * season +
      c.daySwing * daily * damped +
      3 * wander(this.#seed ^ 0x51ed, t, 3 * day) +
      0.5 * wander(this.#seed ^ 0x77aa, t, 2 * hour)
    );
  }

  /** Cloud cover 0–1: a slow wander, closed while it rains. */
  cloud(t: number): number {
    const base = 0.5 + 0.55 * wander(this.#seed ^ 0xc10d, t, 1.5 * day);
    return Math.min(1, Math.max(0, base, this.rain(t - hour, t) > 0.05 ? 0.9 : 0));
  }

  /** Events of a slot, found once. */
  #slotEvents(index: number): readonly RainEvent[] {
    let events = this.#slots[index];
    if (!events) {
      const from = origin + index * slot;
      const place = mix(this.#seed, index);
      const wet = 0.5 + 0.5 * Math.cos(2 * Math.PI * (yearPart(from) - 0.55));
      const chance = this.climate.dryChance + (this.climate.wetChance - this.climate.dryChance) * wet;
      events = [];
      if (unit(place, 1) < chance) {
        const size = -Math.log(1 - 0.985 * unit(place, 2)) * this.climate.eventSize * 0.5 * (0.5 + wet);
        const start = from + unit(place, 3) * slot;
        // A cloudburst of the warm season: a few hours of the year at 60 mm/h and more.
        const burst = unit(place, 5) < cloudbursts * wet;
        events.push(
          burst
            ? {
                start,
                length: between(place, 6, 1.2, 2) * hour,
                amount: size + between(place, 7, 85, 130),
              }
            : {
                start,
                length: Math.min(longest, between(place, 4, 1, 6) * hour * (1 + size / 25)),
                amount: size,
              },
        );
      }
      for (const event of this.#placed) {
        if (event.start >= from && event.start < from + slot) events.push(event);
      }
      this.#slots[index] = events;
    }
    return events;
  }

  /** Number of the slot of a moment; slots are counted from `origin`. */
  slotOf(t: number): number {
    return Math.max(0, Math.floor((t - origin) / slot));
  }

  /** Events that begin in slots from…to (both included), oldest first. */
  *events(fromSlot: number, toSlot: number): Iterable<RainEvent> {
    for (let index = Math.max(0, fromSlot); index <= toSlot; index++) yield* this.#slotEvents(index);
  }

  /** Rain that fell between two moments, mm: exact, so that parts add up to the whole. */
  rain(from: number, to: number): number {
    let sum = 0;
    for (const event of this.events(this.slotOf(from - longest), this.slotOf(to))) {
      sum += event.amount * (course(event, to) - course(event, from));
    }
    return sum;
  }

  readonly #totals: number[] = [];

  /** Rain since `origin`, mm: whole slots that ended long ago are summed once. */
  since(t: number): number {
    const settled = this.slotOf(t - longest) - 1;
    for (let index = this.#totals.length; index <= settled; index++) {
      const own = this.#slotEvents(index).reduce((sum, event) => sum + event.amount, 0);
      this.#totals.push((this.#totals[index - 1] ?? 0) + own);
    }
    let sum = settled >= 0 ? (this.#totals[settled] ?? 0) : 0;
    for (const event of this.events(settled + 1, this.slotOf(t))) sum += event.amount * course(event, t);
    return sum;
  }
}

/** Part of an event's rain that has fallen at t: rises in the first third, tails off, with two bursts. */
function course(event: RainEvent, t: number): number {
  const p = (t - event.start) / event.length;
  if (p <= 0) return 0;
  if (p >= 1) return 1;
  const body = 1 - (1 - p) ** 2 * (1 + 2 * p);
  return body - (Math.sin(4 * Math.PI * p) / (4 * Math.PI)) * 0.9 * (1 - p) * p * 4 * 0.25;
}
