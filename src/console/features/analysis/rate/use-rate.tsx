import { useMemo, useState } from 'react';
import { analysis } from '../../../../../commands/analysis.ts';
import { silenceOf } from '../../../../base/silence.ts';
import { leastWindow, type RateMethod, type Rates, rateMethods } from '../../../../domain/lenses/rate.ts';
import { hour } from '../../../../domain/lenses/series.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Select } from '../../../components/fields.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { axisOf, plotWidth } from '../../../components/plot/axes.ts';
import type { PlotSpec } from '../../../components/plot/plot-spec.ts';
import { timeAxis } from '../../../components/plot/ticks.ts';
import { useOffer } from '../../../components/screen.ts';
import { Answer, Facts } from '../Facts.tsx';
import { instead, LaneList, LensSources, progressOf, unanswered } from '../lens-parts.tsx';
import type { LensFile, LensLook, LensShown } from '../shown.ts';
import { useLens } from '../use-lens.ts';

const windows = ['6', '12', '24', '72', '168'] as const;
type Window = (typeof windows)[number];

function specsOf(rates: Rates, zone: string, titles: readonly [string, string, string]): readonly PlotSpec[] {
  const x = timeAxis(rates.t[0] ?? 0, Math.max((rates.t[0] ?? 0) + 1, rates.t.at(-1) ?? 1), zone, plotWidth);
  const lane = (
    t: Float64Array,
    values: Float64Array,
    color: string,
    title: string,
    isLast: boolean,
  ): PlotSpec => ({
    x,
    y: axisOf([values], 4, color !== '--c1'),
    layers: [{ type: 'line', x: t, y: values, color, silence: silenceOf(t) }],
    title,
    showX: isLast,
  });
  const { cumulative } = rates;
  return [
    lane(cumulative.t, cumulative.values, '--c1', titles[0], false),
    lane(rates.t, rates.rate, '--c2', titles[1], false),
    lane(rates.t, rates.acceleration, '--c3', titles[2], true),
  ];
}

/** The lens *rate*: change since the beginning, velocity and acceleration. */
export function useRate({ series, movement, zone, theme, of }: LensLook, isOpen: boolean): LensShown {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const [window, setWindow] = useState<Window>('24');
  const [method, setMethod] = useState<RateMethod>('theilSen');
  useOffer(analysis.window, ({ window: chosen }) => setWindow(chosen as Window), { available: isOpen });
  useOffer(analysis.method, ({ method: chosen }) => setMethod(chosen as RateMethod), { available: isOpen });
  const lens = useLens(
    'rate',
    `${of} ${method} ${Number(window) * hour}`,
    series === null ? null : { series, options: { method, window: Number(window) * hour } },
  );
  const rates = lens.answer;
  const known = typeof rates === 'object' ? rates : null;
  const { unit, digits } = movement;
  const specs = useMemo(
    () =>
      known === null
        ? []
        : specsOf(known, zone, [
            text('analysis.cumulativeTitle', { unit }),
            text('analysis.velocityTitle', { unit }),
            text('analysis.accelerationTitle', { unit }),
          ]),
    [known, zone, unit, text],
  );
  const shared = {
    ...progressOf(lens, lens.refetch),
    controls: (
      <>
        <Select
          label={text('argument.window')}
          value={window}
          options={windows.map((value) => ({ value, label: text(`analysis.window.${value}`) }))}
          onChange={(value) => commands.run(analysis.window, { window: value }, 'button')}
        />
        <Select
          label={text('argument.method')}
          value={method}
          options={rateMethods.map((value) => ({ value, label: text(`analysis.method.${value}`) }))}
          onChange={(value) => commands.run(analysis.method, { method: value }, 'button')}
        />
      </>
    ),
  };
  if (rates === undefined) return { ...shared, ...unanswered };
  if (known === null)
    return {
      ...shared,
      ...instead(
        'line-chart',
        text('analysis.few.title'),
        text('analysis.rate.few', { least: leastWindow.readings, hours: window }),
        text('analysis.few'),
      ),
    };
  const fine = (value: number, per: string) => `${format.number(value, digits + 1)} ${unit}/${per}`;
  const { now } = known;
  const answer = now === null ? text('analysis.rate.unknown') : fine(now.rate, 'd');
  return {
    ...shared,
    answer,
    picture: specs[1] ?? null,
    main: (
      <div className="analysis__lanes column paper">
        <LaneList specs={specs} theme={theme} />
      </div>
    ),
    rail: <RateRail {...{ movement, zone, window, method, answer, fine }} rates={known} />,
    file: fileOf(known, zone, unit, [
      text('table.time'),
      text('analysis.velocity'),
      text('analysis.acceleration'),
    ]),
  };
}

function RateRail(props: {
  readonly rates: Rates;
  readonly movement: LensLook['movement'];
  readonly zone: string;
  readonly window: Window;
  readonly method: RateMethod;
  readonly answer: string;
  /** A rate in words, `per` day or day². */
  readonly fine: (value: number, per: string) => string;
}) {
  const { rates: known, movement, zone, window, method, answer, fine } = props;
  const { unit, digits } = movement;
  const { now, peak } = known;
  const text = useText();
  const format = useFormat();
  return (
    <>
      <Answer
        head={text('analysis.rate.head', { hours: window })}
        answer={answer}
        {...(now === null
          ? {}
          : { note: text('analysis.rate.range', { low: fine(now.low, 'd'), high: fine(now.high, 'd') }) })}
      />
      <section>
        <Facts
          facts={[
            now === null || now.acceleration === null
              ? null
              : [text('analysis.acceleration'), fine(now.acceleration, 'd²')],
            peak === null
              ? null
              : [
                  text('analysis.rate.peak'),
                  `${fine(peak.rate, 'd')}, ${format.time(peak.t, zone, 'dayTime')}`,
                ],
            [
              text('analysis.change'),
              `${format.number(known.cumulative.values.at(-1) ?? null, digits)} ${unit}`,
            ],
            [text('analysis.readings'), String(known.count)],
          ]}
        />
      </section>
      <section>
        <p className="dim text-12">{text(`analysis.rate.about.${method}`)}</p>
        <LensSources of="rate" />
      </section>
    </>
  );
}

function fileOf(rates: Rates, zone: string, unit: string, heads: readonly string[]): LensFile {
  const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
  return {
    heads,
    units: [zone, `${unit}/d`, `${unit}/d²`],
    rows: Array.from(rates.t, (at, i) => [
      { at, zone },
      orNull(rates.rate[i]),
      orNull(rates.acceleration[i]),
    ]),
  };
}
