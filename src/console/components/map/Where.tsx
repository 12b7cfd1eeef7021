import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { fromDatum, type GeodeticDatum, type GeoPosition } from '../../../domain/places/datum.ts';
import { bearing, compassPoint, scaleOf } from '../../../domain/places/measure.ts';
import { useFormat, useText } from '../i18n.ts';
import { languageOf, loadTowns, nearestOf, type Town } from './basemap/places.ts';
import { useDistanceText } from './distance-text.ts';

/** Zoom from which on the nearest town says something. */
const closeIn = 6.5;

/** A scale with two digits: 1 : 25,000. */
export function roundScale(denominator: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(denominator)) - 1);
  return Math.round(denominator / unit) * unit;
}

/** Digits in groups of three, with narrow blanks: 25 000. */
const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f');

/** Where the middle of the map is, or the pointer: coordinates, scale, and which town is near. */
export function Where({
  map,
  datum,
  locale,
}: {
  readonly map: MapLibre;
  readonly datum: GeodeticDatum;
  readonly locale: string;
}) {
  const text = useText();
  const format = useFormat();
  const inWords = useDistanceText();
  const [towns, setTowns] = useState<readonly Town[]>([]);
  const [view, setView] = useState<{ readonly at: GeoPosition; readonly zoom: number } | null>(null);
  useEffect(() => void loadTowns().then(setTowns, () => undefined), []);
  useEffect(() => {
    let frame = 0;
    let pointer: GeoPosition | null = null;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const { lng: longitude, lat: latitude } = map.getCenter().wrap();
        setView({ at: fromDatum(pointer ?? { longitude, latitude }, datum), zoom: map.getZoom() });
      });
    };
    const onMove = (event: { readonly lngLat: { wrap(): { lng: number; lat: number } } }) => {
      const { lng: longitude, lat: latitude } = event.lngLat.wrap();
      pointer = { longitude, latitude };
      look();
    };
    const onOut = () => {
      pointer = null;
      look();
    };
    map.on('move', look);
    map.on('mousemove', onMove);
    map.on('mouseout', onOut);
    look();
    return () => {
      cancelAnimationFrame(frame);
      map.off('move', look);
      map.off('mousemove', onMove);
      map.off('mouseout', onOut);
    };
  }, [map, datum]);
  if (view === null) return null;
  const { at, zoom } = view;
  const digits = zoom > 12 ? 5 : zoom > 8 ? 3 : 1;
  const [near] = zoom < closeIn ? [] : nearestOf(at, towns, 1);
  return (
    <p className="map__where num dim">
      <span>
        {format.number(at.latitude, digits)}, {format.number(at.longitude, digits)}
      </span>
      <span>1 : {grouped(roundScale(scaleOf(at.latitude, zoom)))}</span>
      {near !== undefined && (
        <span>
          {text('map.near', {
            distance: inWords(near.metres),
            direction: text(`compass.${compassPoint(bearing(near.of, at))}`),
            place: near.of.name[languageOf(locale)],
          })}
        </span>
      )}
    </p>
  );
}
