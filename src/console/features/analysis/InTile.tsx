/** A lens where there is room for its answer and one picture. */
import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { navigation } from '../../../../commands/navigation/index.ts';
import type { QuantityLens } from '../../../base/quantity-lenses.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { Plot } from '../../components/plot/Plot.tsx';
import { type CurveRange, withRange } from '../../components/range/range.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { preferences } from '../../state/preferences.ts';
import { mostReadings } from '../../state/sites/raw-columns.ts';
import { useStation } from '../../state/sites/stations.ts';
import { useFailure } from './failure/use-failure.tsx';
import { type LensQuantity, movementsOf } from './movements.ts';
import { useRainLens } from './rain/use-rain-lens.tsx';
import { useRate } from './rate/use-rate.tsx';
import type { LensLook, LensShown } from './shown.ts';
import { useTangent } from './tangent/use-tangent.tsx';
import { useTemperature } from './temperature/use-temperature.tsx';
import { useSeries } from './use-lens.ts';
import './in-tile.css';

interface InTileProps {
  readonly lens: QuantityLens;
  readonly stationId: number;
  /** `<sensor>.<row>.<channel>[.<element>]`. */
  readonly series: string;
  readonly range: CurveRange;
  /** Hears what is looked at, in words. */
  readonly onNote: (note: string) => void;
}

/** Each as a hook; commands of the page are not offered. */
const hooks: Readonly<Record<QuantityLens, (looked: LensLook) => LensShown>> = {
  failure: (looked) => useFailure(looked, false),
  tangent: (looked) => useTangent(looked, false),
  rate: (looked) => useRate(looked, false),
  rain: (looked) => useRainLens(looked, false),
  temperature: useTemperature,
};

/** A lens of a station in a tile: its answer in one line, its picture, and the way to its page. */
export default function InTile(props: InTileProps) {
  const { stationId, series } = props;
  const text = useText();
  const station = useStation(stationId);
  const detail = station.data;
  const movement = useMemo(
    () =>
      detail === undefined
        ? null
        : (movementsOf(detail, text, series).find(({ key }) => key === series) ?? null),
    [detail, series, text],
  );
  if (detail === undefined)
    return station.error === null ? (
      <LoadingRows rows={3} />
    ) : (
      <EmptyState icon="cloud-off" title={text('dashboards.tileGone')} />
    );
  if (movement === null) return <EmptyState icon="cloud-off" title={text('dashboards.tileGone')} />;
  return <Looked key={props.lens} {...props} detail={detail} movement={movement} />;
}

function Looked(props: InTileProps & { readonly detail: StationDetail; readonly movement: LensQuantity }) {
  const { lens, stationId, series, range, detail, movement, onNote } = props;
  const text = useText();
  const commands = useCommands();
  const { theme } = useSnapshot(preferences);
  const readings = useSeries(movement, range);
  const { code, timeZone: zone } = detail.summary;
  const own = hooks[lens]({
    ...{ detail, zone, theme, range, movement },
    series: readings.data ?? null,
    of: `${movement.key} ${JSON.stringify(range)} ${readings.dataUpdatedAt} ${readings.isPlaceholderData}`,
  });
  const note = `${code} · ${movement.label}${range.type === 'quick' ? ` · ${text(`curve.${range.quick}`)}` : ''}`;
  useEffect(() => onNote(note), [onNote, note]);
  const failed = readings.error ?? own.failed;
  if (own.answer === null && failed !== null)
    return (
      <FailedState
        title={text('table.failed')}
        reason={reasonOf(failed, text)}
        onRetry={() => void readings.refetch()}
      />
    );
  if (readings.data === null)
    return (
      <EmptyState icon="table" title={text('readings.long.title')}>
        {text('readings.long.text', { most: mostReadings })}
      </EmptyState>
    );
  if (own.answer === null) return <LoadingRows rows={3} />;
  const query = withRange(new URLSearchParams({ series }), range);
  const name = text(`analysis.${lens}.title`);
  return (
    <div className="intile column fill">
      <button
        type="button"
        className="intile__answer row gap-6"
        title={text('analysis.openLens', { lens: name })}
        onClick={() =>
          commands.run(
            navigation.open,
            { address: `/station/${stationId}/analysis/${lens}?${query.toString()}` },
            'button',
          )
        }
      >
        {own.level !== undefined && <LevelGlyph rank={own.level} size={16} />}
        <span className="intile__said strong num">{own.answer}</span>
      </button>
      {own.picture === undefined || own.picture === null ? (
        <p className="intile__why dim text-12">{own.why ?? ''}</p>
      ) : (
        <Plot
          spec={{ ...own.picture, showX: true }}
          theme={theme}
          label={`${note}, ${name}: ${own.answer}`}
          className="intile__plot"
        />
      )}
    </div>
  );
}
