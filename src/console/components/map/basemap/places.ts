/** Larger towns of the embedded basemap (GeoNames, CC BY 4.0), and which of them lie near. */

import type { FeatureCollection, Point } from 'geojson';
import { type Language, languages, languageTags } from '../../../../base/messages.ts';
import { distance, type GeoPosition } from '../../../../domain/places/datum.ts';
import { bearing } from '../../../../domain/places/measure.ts';
import { loadChunk } from '../../chunks.ts';

type Row = readonly [
  longitude: number,
  latitude: number,
  tenThousands: number,
  zh: string,
  en: string,
  ja: string,
];
const column = { 'zh-chs': 3, en: 4, ja: 5 } as const satisfies Record<Language, number>;

/** The language of a locale's tag. */
export const languageOf = (locale: string): Language =>
  languages.find((language) => languageTags[language] === locale) ?? 'en';

export interface Town extends GeoPosition {
  readonly name: Readonly<Record<Language, string>>;
  /** People, in tens of thousands. */
  readonly size: number;
}

let towns: Promise<readonly Town[]> | null = null;

/** All of them, the largest first; fetched once. */
export function loadTowns(): Promise<readonly Town[]> {
  towns ??= loadChunk(() => import('./places.json'))
    .then(({ default: rows }) =>
      (rows as unknown as readonly Row[]).map((row) => ({
        longitude: row[0],
        latitude: row[1],
        size: row[2],
        name: { 'zh-chs': row[column['zh-chs']], en: row[column.en], ja: row[column.ja] },
      })),
    )
    .catch((error: unknown) => {
      towns = null;
      throw error;
    });
  return towns;
}

export interface Near<T> {
  readonly of: T;
  readonly metres: number;
  /** From the place, degrees clockwise from north. */
  readonly towards: number;
}

/** The `count` that lie nearest to a place, the nearest first. */
export function nearestOf<T extends GeoPosition>(
  place: GeoPosition,
  all: readonly T[],
  count: number,
): readonly Near<T>[] {
  return all
    .map((of) => ({ of, metres: distance(place, of) }))
    .sort((a, b) => a.metres - b.metres)
    .slice(0, count)
    .map(({ of, metres }) => ({ of, metres, towards: bearing(place, of) }));
}

/** Towns as features: `rank` is 0 for the largest. */
export function townFeatures(all: readonly Town[], language: Language): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: all.map(({ longitude, latitude, name, size }, rank) => ({
      type: 'Feature',
      properties: { name: name[language], size, rank },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}
