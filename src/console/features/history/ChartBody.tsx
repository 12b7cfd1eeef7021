import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { chart as chartCommands } from '../../../../commands/chart/index.ts';
import { CurveChart } from '../../components/chart/CurveChart.tsx';
import type { KeptCurve } from '../../components/chart/dense.ts';
import type { ChartLimit } from '../../components/chart/limits.ts';
import { Overview } from '../../components/chart/Overview.tsx';
import type { ChartGap } from '../../components/chart/PaneChart.tsx';
import type { Pane } from '../../components/chart/plot-data.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission, Retry } from '../../components/conditions.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { preferences } from '../../state/preferences.ts';
import type { Marks } from './marks/use-marks.ts';
import { mostReadings } from './panes.ts';
import type { StationSeries } from './series.ts';
import type { CurveState } from './use-curve.ts';
import { useOverview } from './use-overview.ts';

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** Above readings that could not be read anew: why, and when those were read that are shown. */
export function NotRenewed({ curve, zone }: { readonly curve: CurveState; readonly zone: string }) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  if (curve.error === null || curve.loaded === null) return null;
  return (
    <div className="curve__note row gap-8 rigid underlined text-12" role="alert">
      <span className="grow">
        {text('curve.notRenewed', {
          reason: reasonOf(curve.error, text),
          time: format.time(curve.readAt, zone, 'dayTime'),
        })}
      </span>
      <Retry onRetry={() => commands.run(chartCommands.refresh, {}, 'button')} />
    </div>
  );
}

/** What stands in place of readings: failed, loading, nothing received; null when there are some. */
export function useCondition(
  curve: CurveState,
  panes: readonly Pane<KeptCurve>[],
  zone: string,
): ReactNode | null {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { error, loaded, busy, from, to } = curve;
  // What is kept may be of other lines: then there is nothing to show of these.
  const kept = loaded !== null && panes.length > 0;
  if (error !== null && (!kept || isRefused(error))) {
    if (isRefused(error)) return <NoPermission permission="station:data:view" />;
    return (
      <FailedState
        title={text('curve.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => commands.run(chartCommands.refresh, {}, 'button')}
      />
    );
  }
  if (loaded === null || (busy && !kept)) return <LoadingRows rows={10} />;
  if (panes.some((pane) => pane.curves.some((entry) => entry.t.length > 0))) return null;
  return (
    <EmptyState
      icon="line-chart"
      title={text('curve.empty.title')}
      actions={
        <CommandButton
          command={chartCommands.range}
          args={{ range: 'latest20' }}
          label={text('curve.latest20')}
          look="primary"
        />
      }
    >
      {text('curve.empty.text', {
        from: format.time(from, zone, 'dayTime'),
        to: format.time(to, zone, 'dayTime'),
      })}
    </EmptyState>
  );
}

/** The chart of a curve that has readings, and the whole of its first series in a strip below. */
export function ChartBody(props: {
  readonly curve: CurveState;
  readonly chosen: readonly StationSeries[];
  readonly panes: readonly Pane<KeptCurve>[];
  readonly zone: string;
  readonly gaps: readonly ChartGap[] | null;
  readonly onCursor: (t: number | null) => void;
  readonly marks: Marks;
  readonly limits?: readonly ChartLimit[];
}) {
  const { curve, panes, zone, gaps, marks } = props;
  const text = useText();
  const format = useFormat();
  const { theme } = useSnapshot(preferences);
  const narrow = useNarrow();
  const overview = useOverview(props.chosen, curve, !narrow);
  const description = text('chart.description', {
    channels: panes.flatMap((pane) => pane.curves.map(({ label }) => label)).join(', '),
    from: format.time(curve.from, zone, 'full'),
    to: format.time(curve.to, zone, 'full'),
    count: mostReadings(panes, curve.from, curve.to),
  });
  return (
    <>
      <CurveChart
        panes={panes}
        from={curve.from}
        to={curve.to}
        zone={zone}
        theme={theme}
        gaps={gaps}
        description={description}
        onRange={curve.onGesture}
        onCursor={props.onCursor}
        marks={marks.all}
        {...(props.limits === undefined ? {} : { limits: props.limits })}
        chosenMark={marks.chosen}
        onMark={marks.choose}
      />
      {!narrow && (
        <Overview {...overview} from={curve.from} to={curve.to} zone={zone} onRange={curve.onGesture} />
      )}
    </>
  );
}
