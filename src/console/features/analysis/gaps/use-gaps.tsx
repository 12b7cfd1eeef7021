import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { historyEvidence } from '../../../../contract/history-calls.ts';
import type { GapAnswer, GapInput } from '../../../../domain/lenses/gaps.ts';
import { EmptyState } from '../../../components/conditions.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { axisOf, plotWidth } from '../../../components/plot/axes.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import type { PlotSpec } from '../../../components/plot/plot-spec.ts';
import { timeAxis } from '../../../components/plot/ticks.ts';
import { quickSpans, spanOf } from '../../../components/range/range.ts';
import { spanOf as lengthOf } from '../../../components/values/span.ts';
import { request } from '../../../state/connection/client.ts';
import { Answer, Facts } from '../Facts.tsx';
import { progressOf, unanswered } from '../lens-parts.tsx';
import type { LensFile, LensLook, LensShown } from '../shown.ts';
import { useLens } from '../use-lens.ts';
import { GapTable } from './GapTable.tsx';
import { useEvidenceWords } from './use-evidence-words.ts';

/** Where each cause is drawn: ours, the link, the device, the sensor; what is late or asleep is only said. */
const colors: Readonly<Partial<Record<GapAnswer['gaps'][number]['cause'], string>>> = {
  server: '--c5',
  broker: '--c5',
  network: '--c4',
  radio: '--c4',
  silent: '--c4',
  battery: '--c2',
  restart: '--c2',
  clock: '--c2',
  sensor: '--c6',
  lost: '--c6',
};

function useEvidence({ movement, range, of }: LensLook) {
  const { sourceId, row } = movement;
  return useQuery({
    queryKey: ['analysis', 'gaps', of],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const span = spanOf(range) ?? { from: now - quickSpans.week, to: now };
      const [from, to] = [Math.floor(span.from), Math.ceil(span.to)];
      const evidence = await request(historyEvidence, {
        params: { sourceId },
        query: { row, from, to },
        signal,
      });
      return {
        input: { ...evidence, from, to: Math.min(to, evidence.now) } satisfies GapInput,
        left: evidence.left,
      };
    },
  });
}

function specOf({ series, movement, zone }: LensLook, { from, to }: GapInput, answer: GapAnswer): PlotSpec {
  const { t, values } = series ?? { t: new Float64Array(), values: new Float64Array() };
  const broken = new Set(answer.gaps.filter(({ kind }) => kind === 'silent').map((gap) => gap.from));
  // The line breaks where a gap begins.
  const [x, y]: [number[], number[]] = [[], []];
  t.forEach((at, i) => {
    x.push(at);
    y.push(values[i] as number);
    if (!broken.has(at)) return;
    x.push(at);
    y.push(Number.NaN);
  });
  return {
    x: timeAxis(from, Math.max(from + 1, to), zone, plotWidth),
    y: axisOf([values], 4),
    layers: [
      { type: 'hatch', spans: answer.gaps.filter(({ kind }) => kind === 'silent') },
      ...answer.gaps.map((gap) => ({
        type: 'band' as const,
        axis: 'x' as const,
        from: gap.from,
        to: gap.to,
        color: colors[gap.cause] ?? '--text-muted',
      })),
      { type: 'line', x, y, color: '--c1' },
    ],
    title: `${movement.label}, ${movement.unit}`,
    showX: true,
  };
}

/** The lens *gaps*: why readings are missing, each gap with what says so and what to do. */
export function useGaps(looked: LensLook): LensShown {
  const { zone, theme, of, movement } = looked;
  const text = useText();
  const format = useFormat();
  const words = useEvidenceWords(zone);
  const evidence = useEvidence(looked);
  const input = evidence.data?.input ?? null;
  const lens = useLens('gaps', `${of} ${evidence.dataUpdatedAt}`, input);
  const answer = lens.answer ?? null;
  const spec = useMemo(
    () => (input === null || answer === null ? null : specOf(looked, input, answer)),
    [looked, input, answer],
  );
  const shared = progressOf(lens, evidence.refetch, evidence.error);
  if (answer === null || input === null || spec === null) return { ...shared, ...unanswered };
  const span = Math.max(1, input.to - input.from);
  const whole = format.number(Math.max(0, 1 - answer.missing / span) * 100, 1);
  const worst = answer.causes.find(({ cause }) => cause !== 'asleep');
  const left = evidence.data?.left ?? 0;
  return {
    ...shared,
    answer:
      worst === undefined
        ? text('analysis.gaps.none')
        : `${text(`analysis.gaps.cause.${worst.cause}`)}, ${lengthOf(worst.time, format)}`,
    main: (
      <div className="gaps column paper">
        <Plot spec={spec} theme={theme} label={movement.label} className="gaps__plot" />
        {answer.gaps.length === 0 ? (
          <EmptyState icon="check" title={text('analysis.gaps.none.title')}>
            {text('analysis.gaps.none.why')}
          </EmptyState>
        ) : (
          <GapTable gaps={answer.gaps} zone={zone} />
        )}
      </div>
    ),
    rail: (
      <>
        <Answer
          head={text('analysis.gaps.head')}
          answer={`${whole} %`}
          note={text('analysis.gaps.note', { missing: lengthOf(answer.missing, format) })}
        />
        {answer.causes.length > 0 && (
          <section>
            <h2>{text('analysis.gaps.causes')}</h2>
            <Facts
              facts={answer.causes.map(
                ({ cause, gaps, time }) =>
                  [
                    `${text(`analysis.gaps.cause.${cause}`)} × ${gaps}`,
                    time === 0 ? '–' : lengthOf(time, format),
                  ] as const,
              )}
            />
          </section>
        )}
        <section>
          {left > 0 && <p className="dim text-12">{text('analysis.gaps.left', { left })}</p>}
          <p className="dim text-12">{text('analysis.gaps.method')}</p>
          <p className="dim text-12">
            {answer.countedSince === null
              ? text('analysis.gaps.uncounted')
              : text('analysis.gaps.counted', { since: format.time(answer.countedSince, zone, 'dayTime') })}
          </p>
        </section>
      </>
    ),
    file: fileOf(answer, zone, words, [
      text('analysis.rain.from'),
      text('analysis.rain.to'),
      text('analysis.gaps.count'),
      text('analysis.gaps.cause'),
      text('analysis.gaps.evidence'),
      text('analysis.gaps.do'),
    ]),
  };
}

function fileOf(
  { gaps }: GapAnswer,
  zone: string,
  words: ReturnType<typeof useEvidenceWords>,
  heads: readonly string[],
): LensFile | null {
  if (gaps.length === 0) return null;
  return {
    heads,
    units: [zone, zone, '', '', '', ''],
    rows: gaps.map((gap) => [
      { at: gap.from, zone },
      { at: gap.to, zone },
      gap.count,
      words.cause(gap),
      gap.evidence.map(words.evidence).join(' '),
      words.advice(gap),
    ]),
  };
}
