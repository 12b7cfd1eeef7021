import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { map as mapCommands } from '../../../../commands/map.ts';
import { fromDatum, type GeodeticDatum, onDatum } from '../../../domain/places/datum.ts';
import { parsePlace, placeText } from '../../../domain/places/map-place.ts';
import { useOffer } from '../screen.ts';
import type { MapView } from './use-map.ts';

const name = 'at';
/** ms for which it is said what became of the link. */
const shown = 4000;

/** What a map shows of a place in its address; null where there is none. */
export function viewOfPlace(place: string | null, datum: GeodeticDatum): MapView | null {
  const found = parsePlace(place);
  if (found === null) return null;
  const { longitude, latitude } = onDatum(found, datum);
  return { center: [longitude, latitude], zoom: found.zoom };
}

/**
 * A link to the place that the map shows: it goes to the clipboard, and into the address of the page. A place that comes
 * into the address later is shown.
 * @returns what became of the link, for a moment
 */
export function useLink(
  map: MapLibre | null,
  datum: GeodeticDatum,
  place: string | null,
  isAble: boolean,
): 'copied' | 'address' | null {
  // Of each time anew: who copies again is shown again, for as long.
  const [done, setDone] = useState<{ readonly what: 'copied' | 'address' } | null>(null);
  const known = useRef(place);
  useEffect(() => {
    if (map === null || place === known.current) return;
    known.current = place;
    const view = viewOfPlace(place, datum);
    if (view !== null) map.jumpTo(view);
  }, [map, place, datum]);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => setDone(null), shown);
    return () => clearTimeout(timer);
  }, [done]);
  useOffer(
    mapCommands.copyLink,
    async () => {
      if (map === null) return;
      const { lng: longitude, lat: latitude } = map.getCenter().wrap();
      const text = placeText({ ...fromDatum({ longitude, latitude }, datum), zoom: map.getZoom() });
      const link = new URL(location.href);
      link.searchParams.set(name, text);
      known.current = text;
      history.replaceState(history.state, '', link);
      // Without a secure connection there is no clipboard.
      const isCopied = await (navigator.clipboard?.writeText(link.href) ?? Promise.reject()).then(
        () => true,
        () => false,
      );
      setDone({ what: isCopied ? 'copied' : 'address' });
    },
    { available: isAble },
  );
  return done?.what ?? null;
}
