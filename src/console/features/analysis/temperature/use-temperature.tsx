import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { silenceOf } from '../../../../base/silence.ts';
import { kindByCode } from '../../../../catalogue/index.ts';
import { temperatureRows } from '../../../../derive/data-tabs.ts';
import type { TemperatureAnswer, TemperatureInput } from '../../../../domain/lenses/temperature.ts';
import { leastFit, type TemperatureFit } from '../../../../domain/readings/temperature-fit.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { axisOf, extent, plotWidth } from '../../../components/plot/axes.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import type { PlotSpec } from '../../../components/plot/plot-spec.ts';
import { timeAxis } from '../../../components/plot/ticks.ts';
import { spanOf } from '../../../components/range/range.ts';
import { fetchRaw } from '../../../state/sites/raw-columns.ts';
import { Answer, Facts } from '../Facts.tsx';
import { instead, LensSources, progressOf, unanswered } from '../lens-parts.tsx';
import type { LensLook, LensShown } from '../shown.ts';
import { useLens } from '../use-lens.ts';
import { KeepCorrected } from './KeepCorrected.tsx';

const newestCount = 1000;

/** Whether the sensor of a quantity measures its own temperature beside it. */
function hasTemperature({ movement, detail }: LensLook): boolean {
  const kind = kindByCode(detail.sensors.find(({ id }) => id === movement.sourceId)?.kind ?? -1);
  if (kind === undefined || movement.element !== 0) return false;
  return temperatureRows(kind).some(
    ({ row, channels }) => row === movement.row && channels.includes(movement.channel),
  );
}

function usePairs(looked: LensLook, can: boolean) {
  const { movement, range } = looked;
  const { sourceId, row, channel } = movement;
  return useQuery({
    queryKey: ['analysis', 'temperature', movement.key, range],
    enabled: can,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<TemperatureInput | null> => {
      const of = { sourceId, row, channels: [channel, 'temperature'] };
      const raw = await fetchRaw(of, spanOf(range) ?? { latest: newestCount }, signal);
      const [values, temperatures] = [raw?.values[channel], raw?.values['temperature']];
      return raw === null || values === undefined || temperatures === undefined
        ? null
        : { t: raw.t, values, temperatures };
    },
  });
}

function specsOf(
  input: TemperatureInput,
  { corrected, loop }: TemperatureAnswer,
  fit: TemperatureFit,
  zone: string,
  titles: { readonly before: string; readonly after: string; readonly curve: string },
): { readonly before: PlotSpec; readonly after: PlotSpec; readonly curve: PlotSpec } {
  const { t, values, temperatures } = input;
  const [cold, warm] = extent(temperatures);
  const x = axisOf([temperatures], 5);
  const y = axisOf([values, corrected], 4);
  const middle = loop.value.slice(1).reduce((sum, one) => sum + one, 0) / Math.max(1, loop.value.length - 1);
  const [first, last] = [t[0] ?? 0, t.at(-1) ?? 1];
  return {
    before: {
      x,
      y,
      layers: [
        { type: 'points', x: temperatures, y: values, color: '--text-muted', size: 1.5 },
        {
          type: 'line',
          x: [cold, warm],
          y: [cold, warm].map((one) => middle + fit.coefficient * (one - fit.mean)),
          color: '--text-strong',
        },
        { type: 'line', x: loop.temperature, y: loop.value, color: '--c2' },
      ],
      title: titles.before,
      showX: true,
    },
    after: {
      x,
      y,
      layers: [{ type: 'points', x: temperatures, y: corrected, color: '--c1', size: 1.5 }],
      title: titles.after,
      showX: true,
    },
    curve: {
      x: timeAxis(first, Math.max(first + 1, last), zone, plotWidth),
      y,
      yRight: axisOf([temperatures], 4),
      layers: [
        { type: 'line', x: t, y: values, color: '--text-muted', silence: silenceOf(t) },
        { type: 'line', x: t, y: corrected, color: '--c1', silence: silenceOf(t) },
      ],
      right: [{ type: 'line', x: t, y: temperatures, color: '--c5', pale: true, silence: silenceOf(t) }],
      title: titles.curve,
      showX: true,
    },
  };
}

function TemperatureRail(props: {
  readonly fit: TemperatureFit;
  readonly looked: LensLook;
  readonly isSure: boolean;
}) {
  const { fit, looked, isSure } = props;
  const { unit, digits } = looked.movement;
  const text = useText();
  const format = useFormat();
  const fine = (value: number) => format.number(value, digits + 1);
  const share = format.number(fit.explained * 100, 0);
  return (
    <>
      <Answer
        head={text('analysis.temperature.head')}
        answer={`${fine(fit.coefficient)} ${unit}/°C`}
        note={text('analysis.temperature.note', { uncertainty: fine(fit.uncertainty), share })}
      />
      <section>
        <Facts
          facts={[
            [text('calibration.lag'), fit.lag === 0 ? text('calibration.noLag') : format.duration(fit.lag)],
            [text('calibration.before'), `${fine(fit.before)} ${unit}`],
            [text('calibration.after'), `${fine(fit.after)} ${unit}`],
            [text('calibration.trend'), `${fine(fit.trend)} ${unit}`],
            [text('calibration.mean'), `${format.number(fit.mean, 1)} °C`],
            [text('calibration.count'), format.number(fit.count, 0)],
          ]}
        />
      </section>
      <KeepCorrected fit={fit} looked={looked} />
      <section>
        <p className="dim text-12">{text(isSure ? 'calibration.sure' : 'calibration.unsure')}</p>
        <p className="dim text-12">{text('analysis.temperature.loop')}</p>
        <p className="dim text-12">{text('calibration.method')}</p>
        <LensSources of="temperature" />
      </section>
    </>
  );
}

/** The lens *temperature*. Readings stay as they are. */
export function useTemperature(looked: LensLook): LensShown {
  const { movement, zone, theme, of } = looked;
  const text = useText();
  const format = useFormat();
  const can = hasTemperature(looked);
  const pairs = usePairs(looked, can);
  const input = can ? (pairs.data ?? null) : null;
  const lens = useLens('temperature', `${of} ${pairs.dataUpdatedAt}`, input);
  const answer = lens.answer;
  const fit = answer === undefined || typeof answer.fit === 'string' ? null : answer.fit;
  const { unit } = movement;
  const specs = useMemo(
    () =>
      input === null || answer === undefined || fit === null
        ? null
        : specsOf(input, answer, fit, zone, {
            before: text('analysis.temperature.beforeTitle', { unit }),
            after: text('analysis.temperature.afterTitle', { unit }),
            curve: text('analysis.temperature.curveTitle', { name: movement.label, unit }),
          }),
    [input, answer, fit, zone, unit, movement.label, text],
  );
  const shared = progressOf(lens, pairs.refetch, pairs.error);
  const empty = (title: string, why: string) => ({ ...shared, ...instead('thermometer', title, why) });
  if (!can) return empty(text('analysis.temperature.none'), text('analysis.temperature.none.why'));
  if (answer === undefined || input === null) return { ...shared, ...unanswered };
  if (fit === null || specs === null)
    return empty(
      text('calibration.noFit'),
      typeof answer.fit !== 'string'
        ? ''
        : text(`calibration.noFit.${answer.fit}`, {
            readings: leastFit.readings,
            range: leastFit.range,
            hours: leastFit.span / 3_600_000,
          }),
    );
  const share = format.number(fit.explained * 100, 0);
  // A coefficient that may as well be 0 is no reason to correct anything.
  const isSure = Math.abs(fit.coefficient) > fit.uncertainty;
  return {
    ...shared,
    answer: text(isSure ? 'analysis.temperature.removes' : 'analysis.temperature.unsure', { share }),
    picture: specs.curve,
    main: (
      <div className="analysis__lanes column paper">
        <div className="analysis__pair">
          <Plot spec={specs.before} theme={theme} label={specs.before.title ?? ''} />
          <Plot spec={specs.after} theme={theme} label={specs.after.title ?? ''} />
        </div>
        <Plot
          spec={specs.curve}
          theme={theme}
          label={specs.curve.title ?? ''}
          className="analysis__lane--tall"
        />
      </div>
    ),
    rail: <TemperatureRail {...{ fit, looked, isSure }} />,
    file: {
      heads: [
        text('table.time'),
        text('calibration.raw'),
        text('calibration.corrected'),
        text('calibration.temperature'),
      ],
      units: [zone, unit, unit, '°C'],
      rows: Array.from(input.t, (at, i) => [
        { at, zone },
        ...[input.values[i], answer.corrected[i], input.temperatures[i]].map((one) =>
          one === undefined || Number.isNaN(one) ? null : one,
        ),
      ]),
    },
  };
}
