/**
 * What a new rule begins as. The limits are starting points alone: how far a slope, a crack or a river may go is for the
 * engineer of the site to set.
 */
import type { Level } from '../../../base/alarm-words.ts';
import type { Definition } from '../../../domain/alarms/definition.ts';
import { type Hold, type LevelCondition, once, type Term } from '../../../domain/alarms/rule.ts';

const everywhere: Definition['scope'] = {
  projects: [],
  kinds: [],
  stations: [],
  except: [],
  mounts: [],
  labels: [],
};

const readings = (count: number): Hold => ({ readings: count });
/** A level of one limit. */
const step = (
  level: Level,
  hold: Hold,
  releaseHold: Hold,
  condition: Omit<LevelCondition & { readonly type: 'limit' }, 'type' | 'term'>,
): Definition['ladder'][number] => ({
  level,
  condition: { type: 'limit', term: 0, ...condition },
  hold,
  releaseHold,
});
/** A level that either of two axes reaches, in any direction. */
const axes = (level: Level, hold: number, limit: number, release: number): Definition['ladder'][number] => ({
  level,
  condition: {
    type: 'or',
    of: [0, 1].map((term) => ({ type: 'limit', term, side: 'above', either: true, limit, release })),
  },
  hold: readings(hold),
  releaseHold: readings(3),
});

const sensors = (kinds: readonly number[], terms: readonly Term[]) =>
  ({
    of: 'sensor',
    enabled: true,
    terms,
    patience: 24 * 60,
    blindLevel: 'blue',
    scope: { ...everywhere, kinds },
    overrides: [],
  }) satisfies Omit<Definition, 'ladder'>;
const rtus = (quantity: string) =>
  ({
    of: 'rtu',
    enabled: true,
    terms: [{ quantity, args: {} }],
    // A silent RTU has no battery voltage, and silence itself is always known.
    patience: null,
    blindLevel: 'blue',
    scope: everywhere,
    overrides: [],
  }) satisfies Omit<Definition, 'ladder'>;

const tiltChange = (channel: string): Term => ({
  quantity: 'change',
  args: { window: 1 },
  source: { row: 'tilt', channel },
});
const risen = { side: 'above', either: true } as const;

export const presetIds = [
  'tiltRate',
  'tiltChange',
  'crackChange',
  'rainSum',
  'waterLevel',
  'gnssChange',
  'poreHead',
  'windGust',
  'silence',
  'battery',
  'empty',
] as const;
export type RulePresetId = (typeof presetIds)[number];

/** Presets whose limits were published, with the address of that. The words are `rules.source.<preset>`. */
export const presetSources = {
  // Precaution at 0.01 ° an hour, warning at 0.1 ° an hour.
  tiltRate: 'https://doi.org/10.1016/j.sandf.2015.09.010',
  // Grades of the rain of 24 hours: from 25, 50, 100 and 250 mm on.
  rainSum: 'https://openstd.samr.gov.cn/bzgk/gb/index',
} as const satisfies Partial<Record<RulePresetId, string>>;
type PublishedPreset = keyof typeof presetSources;
export const isPublished = (id: RulePresetId): id is PublishedPreset => Object.hasOwn(presetSources, id);

export const presets: Readonly<Record<RulePresetId, Definition>> = {
  tiltRate: {
    ...sensors([4, 5, 9, 11], [tiltChange('x'), tiltChange('y')]),
    ladder: [axes('yellow', 2, 0.01, 0.0075), axes('orange', 2, 0.1, 0.075)],
  },
  tiltChange: {
    ...sensors([4, 5, 9, 11], [tiltChange('x'), tiltChange('y')]),
    ladder: [
      axes('blue', 2, 0.03, 0.02),
      axes('yellow', 2, 0.06, 0.045),
      axes('orange', 2, 0.12, 0.09),
      axes('red', 2, 0.25, 0.18),
    ],
  },
  crackChange: {
    ...sensors(
      [7, 8, 11],
      [{ quantity: 'change', args: { window: 24 }, source: { row: 'crack', channel: 'opening' } }],
    ),
    ladder: [
      step('blue', readings(2), readings(3), { ...risen, limit: 1, release: 0.8 }),
      step('yellow', readings(2), readings(3), { ...risen, limit: 2, release: 1.6 }),
      step('orange', readings(2), readings(3), { ...risen, limit: 5, release: 4 }),
      step('red', readings(2), readings(3), { ...risen, limit: 10, release: 8 }),
    ],
  },
  rainSum: {
    ...sensors([17], [{ quantity: 'rainSum', args: { window: 24 }, source: { row: 'rain' } }]),
    ladder: [
      step('blue', once, readings(3), { side: 'above', limit: 25, release: 20 }),
      step('yellow', once, readings(3), { side: 'above', limit: 50, release: 40 }),
      step('orange', once, readings(3), { side: 'above', limit: 100, release: 80 }),
      step('red', once, readings(3), { side: 'above', limit: 250, release: 200 }),
    ],
  },
  waterLevel: {
    ...sensors([12], [{ quantity: 'value', args: {}, source: { row: 'level', channel: 'level' } }]),
    ladder: [
      step('yellow', readings(2), readings(3), { side: 'above', limit: 2, release: 1.9 }),
      step('orange', readings(2), readings(3), { side: 'above', limit: 2.5, release: 2.4 }),
      step('red', readings(2), readings(3), { side: 'above', limit: 3, release: 2.9 }),
    ],
  },
  gnssChange: {
    ...sensors(
      [18],
      [{ quantity: 'change', args: { window: 24 }, source: { row: 'gnss', channel: 'horizontal' } }],
    ),
    ladder: [
      step('blue', readings(3), readings(3), { ...risen, limit: 5, release: 4 }),
      step('yellow', readings(3), readings(3), { ...risen, limit: 10, release: 8 }),
      step('orange', readings(3), readings(3), { ...risen, limit: 20, release: 16 }),
      step('red', readings(3), readings(3), { ...risen, limit: 50, release: 40 }),
    ],
  },
  poreHead: {
    ...sensors([24], [{ quantity: 'value', args: {}, source: { row: 'pore', channel: 'head' } }]),
    ladder: [
      step('yellow', readings(2), readings(3), { side: 'above', limit: 6, release: 5.8 }),
      step('orange', readings(2), readings(3), { side: 'above', limit: 8, release: 7.8 }),
      step('red', readings(2), readings(3), { side: 'above', limit: 10, release: 9.8 }),
    ],
  },
  windGust: {
    ...sensors([27], [{ quantity: 'value', args: {}, source: { row: 'wind', channel: 'gust' } }]),
    ladder: [
      step('blue', once, readings(3), { side: 'above', limit: 13.9, release: 12 }),
      step('yellow', once, readings(3), { side: 'above', limit: 20.8, release: 18 }),
      step('orange', once, readings(3), { side: 'above', limit: 28.5, release: 26 }),
      step('red', once, readings(3), { side: 'above', limit: 37, release: 34 }),
    ],
  },
  silence: {
    ...rtus('silence'),
    ladder: [
      step('blue', once, once, { side: 'above', limit: 3 }),
      step('yellow', once, once, { side: 'above', limit: 6 }),
      step('orange', once, once, { side: 'above', limit: 24 }),
    ],
  },
  battery: {
    ...rtus('batteryVoltage'),
    ladder: [
      step('blue', readings(2), readings(2), { side: 'below', limit: 11.8, release: 12.1 }),
      step('yellow', readings(2), readings(2), { side: 'below', limit: 11.5, release: 11.8 }),
      step('orange', readings(2), readings(2), { side: 'below', limit: 11, release: 11.3 }),
    ],
  },
  empty: {
    ...sensors([], [{ quantity: 'value', args: {} }]),
    ladder: [step('blue', once, once, { side: 'above', limit: Number.NaN })],
  },
};

/** The published preset that a rule was made of, as long as it asks the same quantities at the same levels; null = none. */
export function publishedPreset({ terms, ladder }: Definition): PublishedPreset | null {
  const askedBy = (of: Pick<Definition, 'terms' | 'ladder'>) =>
    JSON.stringify([of.terms, of.ladder.map(({ level }) => level)]);
  const asked = askedBy({ terms, ladder });
  return presetIds.filter(isPublished).find((id) => askedBy(presets[id]) === asked) ?? null;
}
