import { useMemo } from 'react';
import { analysis } from '../../../../../commands/analysis.ts';
import type { FailureResult } from '../../../../domain/lenses/failure.ts';
import { leastReadings } from '../../../../domain/lenses/failure.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { type Formatters, type Text, useFormat, useText } from '../../../components/i18n.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import { spanOf } from '../../../components/values/span.ts';
import { Answer, Facts } from '../Facts.tsx';
import { LensSources, progressOf, unanswered } from '../lens-parts.tsx';
import type { LensFile, LensLook, LensShown } from '../shown.ts';
import { useLens } from '../use-lens.ts';
import { type FitSpan, failureSpecs, pastSpec } from './failure-specs.ts';
import { useFitWindow } from './use-fit-window.ts';

const refits = 400;
const moments = 10;
/** Of the window that the drawn velocities are taken from: this part of the range, not less than six hours. */
const windowPart = 1 / 14;
const sixHours = 6 * 3_600_000;

const dates = (result: FailureResult, zone: string, format: Formatters) => {
  if (typeof result.forecast === 'string') return null;
  const { low, middle, high } = result.forecast.failure;
  return {
    low: format.time(low, zone, 'dayTime'),
    middle: format.time(middle, zone, 'dayTime'),
    high: format.time(high, zone, 'dayTime'),
  };
};

/** Why there is no time, in a sentence. */
function reasonOf(
  result: FailureResult,
  unit: string,
  digits: number,
  text: Text,
  format: Formatters,
): string {
  if (typeof result.forecast !== 'string') return '';
  return text(`analysis.failure.${result.forecast}.why`, {
    least: leastReadings,
    readings: result.trend?.count ?? 0,
    velocity: `${format.number(result.trend?.steady ?? null, digits + 1)} ${unit}`,
  });
}

function fileOf(result: FailureResult, zone: string, unit: string, text: Text): LensFile {
  const time = (at: number) => ({ at, zone });
  return {
    heads: [text('table.time'), text('analysis.failure.inverse')],
    units: [zone, `d/${unit}`],
    rows: Array.from(result.inverse.t, (at, i) => {
      const value = result.inverse.values[i] as number;
      return [time(at), Number.isNaN(value) ? null : value];
    }),
  };
}

/** The lens *failure forecast*. A drag over a lane chooses the window of the fit. */
export function useFailure(looked: LensLook, isOpen: boolean): LensShown {
  const { series, movement, zone, theme, of } = looked;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { window: byHand, fitted } = useFitWindow(series, isOpen);
  const lens = useLens(
    'failure',
    byHand === null ? of : `${of} ${byHand.from}-${byHand.to}`,
    fitted === null
      ? null
      : { series: fitted, options: { refits, moments, from: byHand === null ? null : byHand.from } },
  );
  const span = series === null ? 0 : (series.t.at(-1) ?? 0) - (series.t[0] ?? 0);
  const window = Math.max(sixHours, span * windowPart);
  const rates = useLens(
    'rate',
    `${of} theilSen ${window}`,
    series === null ? null : { series, options: { method: 'theilSen', window } },
  );
  const result = lens.answer;
  const rate = typeof rates.answer === 'object' ? rates.answer : null;
  const { unit, digits } = movement;
  const given = result === undefined ? null : dates(result, zone, format);
  const specs = useMemo(
    () =>
      series === null || result === undefined || result.trend === null
        ? null
        : failureSpecs(
            series,
            rate === null
              ? { t: series.t.subarray(0, 0), values: series.t.subarray(0, 0) }
              : { t: rate.t, values: rate.rate },
            result,
            zone,
            {
              movement: `${movement.label}, ${unit}`,
              velocity: text('analysis.velocityTitle', { unit }),
              inverse: text('analysis.failure.inverseTitle', { unit }),
              now: text('analysis.now'),
              onset: text('analysis.failure.onset'),
              middle: text('analysis.failure.median'),
            },
            byHand,
          ),
    [series, result, rate, zone, movement.label, unit, text, byHand],
  );
  const past = useMemo(() => (result === undefined ? null : pastSpec(result, zone)), [result, zone]);
  const shared = {
    ...progressOf(lens, lens.refetch),
    controls: byHand !== null && (
      <CommandButton command={analysis.fitWindow} label={text('analysis.failure.find')} />
    ),
  };
  if (result === undefined || series === null) return { ...shared, ...unanswered };
  const { forecast, trend } = result;
  const isGiven = typeof forecast !== 'string';
  const answer =
    given === null
      ? text(`analysis.failure.${forecast as string}` as 'analysis.failure.steady')
      : text('analysis.failure.range', given);
  return {
    ...shared,
    answer,
    why: reasonOf(result, `${unit}/d`, digits, text, format),
    picture: specs === null ? null : isGiven ? specs.inverse : specs.movement,
    ...(isGiven ? { level: 4 } : {}),
    main: (
      <div className="analysis__lanes column paper">
        {specs !== null && (
          <FailurePictures
            specs={specs}
            theme={theme}
            label={movement.label}
            onRange={(from, to) =>
              commands.run(analysis.fitWindow, { from: Math.round(from), to: Math.round(to) }, 'button')
            }
          />
        )}
        {!isGiven && (
          <div className="analysis__said floats" role="status">
            <h2 className="stressed">{text(`analysis.failure.${forecast}.title`)}</h2>
            <p>{reasonOf(result, `${unit}/d`, digits, text, format)}</p>
          </div>
        )}
      </div>
    ),
    rail: (
      <FailureRail {...{ result, given, unit, digits, zone, byHand }}>
        {past !== null && (
          <section>
            <h2>{text('analysis.failure.past')}</h2>
            <Plot
              spec={past}
              theme={theme}
              label={text('analysis.failure.past')}
              className="analysis__small"
            />
          </section>
        )}
      </FailureRail>
    ),
    file: trend === null ? null : fileOf(result, zone, unit, text),
  };
}

function FailurePictures(props: {
  readonly specs: ReturnType<typeof failureSpecs>;
  readonly theme: string;
  readonly label: string;
  readonly onRange: (from: number, to: number) => void;
}) {
  const { specs, theme, label, onRange } = props;
  return (
    <>
      <Plot
        spec={specs.movement}
        theme={theme}
        label={label}
        className="analysis__lane--tall"
        onRange={onRange}
      />
      <Plot
        spec={specs.velocity}
        theme={theme}
        label={specs.velocity.title ?? ''}
        className="analysis__lane"
        onRange={onRange}
      />
      <Plot
        spec={specs.inverse}
        theme={theme}
        label={specs.inverse.title ?? ''}
        className="analysis__lane--tall"
        onRange={onRange}
      />
    </>
  );
}

function FailureRail(props: {
  readonly result: FailureResult;
  readonly given: { readonly low: string; readonly middle: string; readonly high: string } | null;
  readonly unit: string;
  readonly digits: number;
  readonly zone: string;
  readonly byHand: FitSpan | null;
  readonly children: React.ReactNode;
}) {
  const { result, given, unit, digits, zone, byHand } = props;
  const text = useText();
  const format = useFormat();
  const { forecast, trend } = result;
  const fine = (value: number | undefined) => `${format.number(value ?? null, digits + 1)} ${unit}/d`;
  const isGiven = typeof forecast !== 'string';
  return (
    <>
      {given === null || !isGiven ? (
        <Answer
          head={text('analysis.failure.title')}
          answer={text('analysis.failure.none')}
          note={text(`analysis.failure.${forecast as string}` as 'analysis.failure.steady')}
        />
      ) : (
        <Answer
          head={text('analysis.failure.head')}
          answer={text(forecast.open ? 'analysis.failure.openRange' : 'analysis.failure.fromTo', given)}
          note={text('analysis.failure.note', { refits: forecast.refits, middle: given.middle })}
        />
      )}
      {trend !== null && (
        <section>
          <Facts
            facts={[
              byHand === null
                ? null
                : [
                    text('analysis.failure.byHand'),
                    `${format.time(byHand.from, zone, 'dayTime')} – ${format.time(byHand.to, zone, 'dayTime')}`,
                  ],
              isGiven ? [text('analysis.failure.r2'), format.number(forecast.r2, 2)] : null,
              [text('analysis.readings'), text('analysis.leftOut', { count: trend.count, left: trend.left })],
              isGiven ? [text('analysis.failure.since'), String(forecast.since)] : null,
              isGiven
                ? [
                    text('analysis.failure.onset'),
                    `${format.time(forecast.onset.middle, zone, 'dayTime')} ± ${spanOf((forecast.onset.high - forecast.onset.low) / 2, format)}`,
                  ]
                : null,
              isGiven
                ? [
                    text('analysis.failure.alpha'),
                    `${format.number(forecast.free.alpha, 2)} (${format.number(forecast.alpha.low, 1)}–${format.number(forecast.alpha.high, 1)})`,
                  ]
                : null,
              [text('analysis.velocityNow'), fine(trend.velocity)],
              [text('analysis.steadyRate'), fine(trend.steady)],
            ]}
          />
        </section>
      )}
      {props.children}
      <section>
        <p className="dim text-12">{text('analysis.failure.method')}</p>
        <LensSources of="failure" />
      </section>
    </>
  );
}
