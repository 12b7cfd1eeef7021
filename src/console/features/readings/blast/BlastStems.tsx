import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { chart } from '../../../../../commands/chart/index.ts';
import type { StationDetail } from '../../../../contract/sites/stations.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import { numberAxis, timeAxis } from '../../../components/plot/ticks.ts';
import { spanOf } from '../../../components/range/range.ts';
import type { TabRange } from '../../../components/range/use-tab-range.ts';
import { preferences } from '../../../state/preferences.ts';
import { fetchRaw } from '../../../state/sites/raw-columns.ts';
import type { RowSource } from '../sources.ts';
import './blast.css';

const newestCount = 20;

const axes = ['X', 'Y', 'Z'] as const;
const channels = ['ppv', ...axes.flatMap((axis) => [`ppv${axis}`, `dominantFrequency${axis}`])];

/** The axis that moved fastest, with its dominant frequency; null where no axis is known. */
function greatest(of: (channel: string) => number | undefined) {
  const known = axes.flatMap((axis) => {
    const value = of(`ppv${axis}`);
    if (value === undefined || Number.isNaN(value)) return [];
    const frequency = of(`dominantFrequency${axis}`);
    return [
      { axis, value, frequency: frequency === undefined || Number.isNaN(frequency) ? null : frequency },
    ];
  });
  return known.toSorted((a, b) => b.value - a.value)[0] ?? null;
}

/** Blasts over time: a stem for each vector sum, the greatest named. Nothing while there are none, or too many to draw. */
export function BlastStems(props: {
  readonly detail: StationDetail;
  readonly source: RowSource;
  readonly range: TabRange;
}) {
  const { detail, source, range } = props;
  const zone = detail.summary.timeZone;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { theme } = useSnapshot(preferences);
  const { data } = useQuery({
    queryKey: ['station', 'blasts', source.sourceId, range.range],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      fetchRaw(
        { sourceId: source.sourceId, row: 'blast', channels: [...channels] },
        spanOf(range.range) ?? { latest: newestCount },
        signal,
      ),
  });
  const spec = useMemo(() => {
    const ppv = data?.values['ppv'];
    if (data == null || ppv === undefined || data.t.length === 0) return null;
    const [from, to] = [range.span?.from ?? data.t[0] ?? 0, range.span?.to ?? data.t.at(-1) ?? 1];
    const most = ppv.reduce((great, value) => (value > great ? value : great), 0);
    const place = ppv.indexOf(most);
    const at = data.t[place];
    return {
      x: timeAxis(from, Math.max(to, from + 1), zone, 900),
      y: numberAxis(0, most * 1.2 || 1, 4),
      layers: [{ type: 'stems' as const, x: data.t, y: ppv, color: '--c1' }],
      marks: [],
      title: text('blast.stems'),
      showX: true,
      most,
      at: at ?? null,
      component: greatest((name) => data.values[name]?.[place]),
    };
  }, [data, range.span, zone, text]);
  if (spec === null) return null;
  const { component } = spec;
  const label = text(component === null ? 'blast.most' : 'blast.mostOf', {
    peak: format.number(spec.most, 2),
    time: spec.at === null ? '–' : format.time(spec.at, zone, 'full'),
    component: component === null ? '' : component.axis,
    value: format.number(component?.value, 2),
    frequency: format.number(component?.frequency, 1),
  });
  return (
    <figure className="blast-stems column paper underlined">
      <Plot
        spec={spec}
        theme={theme}
        label={label}
        onRange={(from, to) => {
          const [a, b] = [new Date(from).toISOString(), new Date(to).toISOString()];
          commands.run(chart.dates, { from: a, to: b }, 'button');
        }}
      />
      <figcaption className="num text-12 dim">{label}</figcaption>
    </figure>
  );
}
