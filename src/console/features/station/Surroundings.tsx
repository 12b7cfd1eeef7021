import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { compassPoint } from '../../../domain/places/measure.ts';
import { useCommands } from '../../components/commands.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { useText } from '../../components/i18n.ts';
import { loadTowns, nearestOf, type Town } from '../../components/map/basemap/places.ts';
import { useDistanceText } from '../../components/map/distance-text.ts';
import { preferences } from '../../state/preferences.ts';

const mostStations = 5;
const mostTowns = 3;

/** What lies round a station: the nearest other stations and towns, how far and in which direction. */
export function Surroundings({
  own,
  stations,
}: {
  readonly own: StationSummary;
  readonly stations: readonly StationSummary[];
}) {
  const text = useText();
  const commands = useCommands();
  const inWords = useDistanceText();
  const { language } = useSnapshot(preferences);
  const [towns, setTowns] = useState<readonly Town[]>([]);
  useEffect(() => {
    let wanted = true;
    loadTowns().then(
      (all) => wanted && setTowns(all),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  const neighbours = useMemo(
    () =>
      nearestOf(
        own,
        stations.filter(({ id }) => id !== own.id),
        mostStations,
      ),
    [own, stations],
  );
  const near = useMemo(() => nearestOf(own, towns, mostTowns), [own, towns]);
  const placed = ({ metres, towards }: { readonly metres: number; readonly towards: number }) =>
    text('location.at', {
      distance: inWords(metres),
      direction: text(`compass.${compassPoint(towards)}`),
    });
  return (
    <>
      {neighbours.length > 0 && (
        <section className="location__near" aria-label={text('location.neighbours')}>
          <h2>{text('location.neighbours')}</h2>
          <ul>
            {neighbours.map(({ of, ...at }) => (
              <li key={of.id}>
                <button
                  type="button"
                  className="gap-4 flex"
                  onClick={() =>
                    commands.run(stationCommands.open, { stationId: of.id, tab: 'map' }, 'button')
                  }
                >
                  <Glyph state={of.state} />
                  <span className="num">{of.code}</span>
                  <span className="clips">{of.name}</span>
                </button>
                <span className="num dim">{placed(at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {near.length > 0 && (
        <section className="location__near" aria-label={text('location.near')}>
          <h2>{text('location.near')}</h2>
          <ul>
            {near.map(({ of, ...at }) => (
              <li key={of.name.en}>
                <span>{of.name[language]}</span>
                <span className="num dim">{placed(at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
