import { map as mapCommands } from '../../../../commands/map.ts';
import type { GeoPosition } from '../../../domain/places/datum.ts';
import { pathLength, ringArea } from '../../../domain/places/measure.ts';
import { CommandButton } from '../commands.tsx';
import { useFormat, useText } from '../i18n.ts';
import { useDistanceText } from './distance-text.ts';

/** Square metres as people say them: m² below a hectare, then ha, then km². */
function useAreaText(): (area: number) => string {
  const { number } = useFormat();
  return (area) => {
    if (area < 10_000) return `${number(area, area < 100 ? 1 : 0)} m²`;
    return area < 1_000_000 ? `${number(area / 10_000, 2)} ha` : `${number(area / 1_000_000, 2)} km²`;
  };
}

/** How long the path is that is being measured, its last part, and what it encloses. */
export function MeasurePanel({ points }: { readonly points: readonly GeoPosition[] }) {
  const text = useText();
  const inWords = useDistanceText();
  const areaText = useAreaText();
  const [last, before] = [points.at(-1), points.at(-2)];
  return (
    <section className="map__measure column gap-4 text-12" aria-label={text('map.measure')}>
      {points.length < 2 ? (
        <p className="dim">{text('map.measure.text')}</p>
      ) : (
        <div role="status">
          <dl className="terms num">
            <dt>{text('map.measure.length')}</dt>
            <dd>
              <b className="strong">{inWords(pathLength(points))}</b>
            </dd>
            {points.length > 2 && last !== undefined && before !== undefined && (
              <>
                <dt>{text('map.measure.last')}</dt>
                <dd>{inWords(pathLength([before, last]))}</dd>
                <dt>{text('map.measure.area')}</dt>
                <dd>
                  <b className="strong">{areaText(ringArea(points))}</b>
                </dd>
              </>
            )}
          </dl>
        </div>
      )}
      <div className="row gap-4">
        <CommandButton
          command={mapCommands.measureBack}
          icon="undo"
          look="ghost"
          label={text('map.measure.back')}
        />
        <CommandButton command={mapCommands.measure} icon="x" look="ghost" label={text('map.measure.end')} />
      </div>
    </section>
  );
}
