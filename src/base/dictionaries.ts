/** Dictionaries that the product has, with the entries that they come with: codes, whose words are messages. */

/**
 * Of an open dictionary a company makes entries of its own; a closed one is changed in its words, order and use alone.
 * The message of code `c` is `<words>.c`.
 */
export const dictionaries = {
  /** Why an alarm was raised, as it was found on site. */
  faultCause: {
    isOpen: true,
    words: 'dictionary.faultCause',
    codes: [
      'rainfall',
      'waterLevel',
      'excavation',
      'blasting',
      'creep',
      'earthquake',
      'temperature',
      'impact',
      'vegetation',
      'loosening',
      'sensorFault',
      'power',
      'communication',
      'limit',
      'other',
    ],
  },
  /** What a station stands on: the codes are those of `site`. */
  stationType: {
    isOpen: false,
    words: 'site',
    codes: ['slope', 'dam', 'bridge', 'blasting', 'tunnel', 'other'],
  },
  /** Where on the site a sensor is. */
  position: {
    isOpen: true,
    words: 'dictionary.position',
    codes: [
      'crown',
      'upperSlope',
      'middleSlope',
      'toe',
      'crack',
      'borehole',
      'crest',
      'abutment',
      'gallery',
      'spillway',
      'pier',
      'girder',
      'bearing',
      'crownOfTunnel',
      'building',
      'other',
    ],
  },
  /** What a station is marked with, any number of them: rules choose by it. */
  label: {
    isOpen: true,
    words: 'dictionary.label',
    codes: ['keySite', 'inhabited', 'road', 'railway', 'river', 'works', 'publicWatch', 'research'],
  },
} as const satisfies Readonly<
  Record<string, { readonly isOpen: boolean; readonly words: string; readonly codes: readonly string[] }>
>;

export type DictionaryName = keyof typeof dictionaries;
export const dictionaryNames = [
  'faultCause',
  'stationType',
  'position',
  'label',
] as const satisfies readonly DictionaryName[];
