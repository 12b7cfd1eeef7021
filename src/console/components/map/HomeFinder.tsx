import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { map as mapCommands } from '../../../../commands/map.ts';
import type { GeodeticDatum } from '../../../domain/places/datum.ts';
import { useCommands } from '../commands.tsx';
import { Icon } from '../Icon.tsx';
import { useText } from '../i18n.ts';
import { useDistanceText } from './distance-text.ts';
import { type HomePlace, markHome, strayed } from './home-place.ts';

/** Where the icon points as it is drawn: to the north-east. */
const drawnTowards = 45;

/** Marks the station of the map; where it is out of view, a button at the edge says how far it is and leads back. */
export function HomeFinder({
  map,
  home,
  datum,
}: {
  readonly map: MapLibre;
  readonly home: HomePlace;
  readonly datum: GeodeticDatum;
}) {
  const text = useText();
  const commands = useCommands();
  const inWords = useDistanceText();
  const [away, setAway] = useState<ReturnType<typeof strayed>>(null);
  useEffect(() => markHome(map, home, datum), [map, home, datum]);
  useEffect(() => {
    const look = () => setAway(strayed(map, home, datum));
    map.on('moveend', look);
    map.on('resize', look);
    look();
    return () => {
      map.off('moveend', look);
      map.off('resize', look);
    };
  }, [map, home, datum]);
  if (away === null) return null;
  return (
    <button
      type="button"
      className="map__stray gap-4 text-12 flex"
      onClick={() => commands.run(mapCommands.home, {}, 'button')}
    >
      <span className="map__arrow" style={{ rotate: `${away.towards - drawnTowards}deg` }}>
        <Icon name="navigation" />
      </span>
      {text('map.away', { name: home.name, distance: inWords(away.metres) })}
    </button>
  );
}
