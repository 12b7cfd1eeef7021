import { mix, pick, unit } from '../random.ts';
import type { SiteType } from './areas.ts';

/** Sensor type codes that may stand at a site: those of the first list lead, those of the second accompany. */
const kits: Readonly<
  Record<SiteType, { readonly lead: readonly number[]; readonly with: readonly number[] }>
> = {
  slope: { lead: [4, 4, 4, 9, 9, 5, 7, 8, 11, 2, 3, 4, 4, 8], with: [6, 17, 8, 7, 10, 12, 13, 6, 5, 17] },
  dam: { lead: [12, 12, 16, 3, 2, 12, 4], with: [17, 8, 16, 6, 4, 12] },
  bridge: { lead: [4, 9, 9, 4, 8], with: [8, 7, 4, 12, 5] },
  blasting: { lead: [15, 15, 15, 9], with: [14, 13, 8, 17, 5] },
  tunnel: { lead: [16, 8, 7, 15], with: [4, 16, 8, 15, 12] },
  other: { lead: [17, 17, 12, 14, 13], with: [12, 13, 14, 10, 6] },
};

/** What some stations have besides. */
const besides: Readonly<Record<SiteType, readonly number[]>> = {
  slope: [18, 18, 24, 24, 20, 26, 22, 28],
  dam: [24, 24, 22, 18, 26, 25],
  bridge: [19, 19, 20, 23, 27, 18],
  blasting: [18, 27, 28],
  tunnel: [21, 22, 23, 19, 25],
  other: [28, 27, 25, 24],
};

/** Kinds of one station, slot by slot: 1 to 4 sensors, the lead first, few doubles; `more`: one may stand besides. */
export function kitOf(seed: number, site: SiteType, more: boolean): readonly number[] {
  const { lead, with: others } = kits[site];
  const first = lead[Math.floor(unit(seed, 41) * lead.length)] ?? 4;
  const count = [1, 2, 2, 2, 3, 4][Math.floor(unit(seed, 42) * 6)] ?? 2;
  const chosen = [first];
  for (let index = 1; chosen.length < count && index < 12; index++) {
    const next = others[mix(seed, 50 + index) % others.length] ?? 6;
    if (!chosen.includes(next)) chosen.push(next);
  }
  if (more && chosen.length < 4 && unit(seed, 43) < 0.35) chosen.push(pick(seed, 44, besides[site]));
  return chosen;
}
