import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { analysis } from '../../../../../commands/analysis.ts';
import { formatNumber } from '../../../../base/number-text.ts';
import { kindByCode } from '../../../../catalogue/index.ts';
import type { StationDetail } from '../../../../contract/sites/stations.ts';
import {
  antecedentDays,
  type RainAnswer,
  type RainColumns,
  type RainInput,
  wetting,
} from '../../../../domain/lenses/rain.ts';
import { type RainLine, rainLineIds, rainLines } from '../../../../domain/lenses/rain-events.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { EmptyState } from '../../../components/conditions.tsx';
import { Select } from '../../../components/fields.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import { quickSpans, spanOf } from '../../../components/range/range.ts';
import { useOffer } from '../../../components/screen.ts';
import { useRainLines } from '../../../state/sites/rain-lines.ts';
import { fetchRaw } from '../../../state/sites/raw-columns.ts';
import { Answer, Facts } from '../Facts.tsx';
import { instead, LaneList, LensSources, progressOf, unanswered } from '../lens-parts.tsx';
import type { LensFile, LensLook, LensShown } from '../shown.ts';
import { useAddress } from '../use-address.ts';
import { useLens } from '../use-lens.ts';
import { OwnLineDialog } from './OwnLineDialog.tsx';
import { intensitySpec, lagSpec, rainLanes } from './rain-lens-specs.ts';

/** The first rain gauge of a station; null = it has none. */
export const gaugeOf = ({ sensors }: StationDetail): number | null =>
  sensors.find(({ kind }) => kindByCode(kind)?.rows.includes('rain'))?.id ?? null;

const channels = ['amount', 'interval', 'dataType'] as const;
const noValues = (t: Float64Array) => new Float64Array(t.length).fill(Number.NaN);
/** The best lag is believed below this. */
const sure = 0.05;

/** Rows of the gauge over the range and as far before it as the ground stays wet; the newest part where there are too many. */
function useRainRows(gauge: number | null, looked: LensLook) {
  const { range } = looked;
  return useQuery({
    queryKey: ['analysis', 'rain', gauge, range],
    enabled: gauge !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      if (gauge === null) return null;
      const now = Date.now();
      const { from, to } = spanOf(range) ?? { from: now - quickSpans.week, to: now };
      const of = { sourceId: gauge, row: 'rain' as const, channels };
      const raw =
        (await fetchRaw(of, { from: from - wetting, to: to + 1 }, signal)) ??
        (await fetchRaw(of, { from, to: to + 1 }, signal));
      if (raw === null) return null;
      const column = (name: (typeof channels)[number]) => raw.values[name] ?? noValues(raw.t);
      const rain: RainColumns = {
        t: raw.t,
        amount: column('amount'),
        interval: column('interval'),
        dataType: column('dataType'),
      };
      return { rain, from, to };
    },
  });
}

/** The lens *rain*. */
export function useRainLens(looked: LensLook, isOpen: boolean): LensShown {
  const { series, movement, zone, theme, of, detail } = looked;
  const gauge = gaugeOf(detail);
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const [query, change] = useAddress();
  const own = useRainLines(detail.summary.id);
  const kept = own.data?.station ?? own.data?.project ?? null;
  const [isSetting, setSetting] = useState(false);
  const choices = kept === null ? rainLineIds : ([...rainLineIds, 'own'] as const);
  // An own line is what its people hold rain against: it comes first, where there is one.
  const line = choices.find((one) => one === query.get('line')) ?? (kept === null ? 'caine' : 'own');
  const chosen = useMemo((): RainLine => {
    if (line !== 'own' || kept === null) return rainLines[line === 'own' ? 'caine' : line];
    const { factor: a, exponent: b, shortest, longest, gap } = kept.line;
    const source = `${text('analysis.rainLine.own')}: I = ${formatNumber(a, 2)} D^${formatNumber(b, 2)}`;
    return { a, b, from: shortest, to: longest, gap, source };
  }, [line, kept, text]);
  useOffer(analysis.ownLine, () => setSetting(true), { available: isOpen });
  useOffer(analysis.rainLine, ({ line: wanted }) => change({ line: wanted }), { available: isOpen });
  const rows = useRainRows(gauge, looked);
  const found = rows.data ?? null;
  const input: RainInput | null = found === null ? null : { ...found, movement: series, line: chosen };
  const lens = useLens(
    'rain',
    `${of} ${gauge} ${line} ${chosen.a} ${chosen.b} ${chosen.from} ${chosen.to} ${chosen.gap} ${rows.dataUpdatedAt}`,
    series === null ? null : input,
  );
  const answer = typeof lens.answer === 'object' ? lens.answer : null;
  const { unit } = movement;
  const words = useMemo(
    () => ({
      rain: text('analysis.rain.hourly'),
      soil: text('analysis.rain.wet'),
      velocity: text('analysis.velocityTitle', { unit }),
      lag: text('analysis.rain.lagTitle'),
      chance: text('analysis.rain.chance'),
      line: text('analysis.rain.lineTitle', { line: chosen.source }),
    }),
    [text, unit, chosen],
  );
  const specs = useMemo(
    () =>
      answer === null
        ? null
        : {
            lanes: rainLanes(answer, zone, words),
            lag: lagSpec(answer, words),
            intensity: intensitySpec(answer, { line: chosen }, words),
          },
    [answer, zone, words, chosen],
  );
  const shared = {
    ...progressOf(lens, rows.refetch, rows.error),
    controls: (
      <>
        <Select
          label={text('argument.rainLine')}
          value={line}
          options={choices.map((value) => ({ value, label: text(`analysis.rainLine.${value}`) }))}
          onChange={(value) => commands.run(analysis.rainLine, { line: value }, 'button')}
        />
        <CommandButton command={analysis.ownLine} icon="pencil" iconOnly />
        {isSetting && (
          <OwnLineDialog
            key={String(own.dataUpdatedAt)}
            stationId={detail.summary.id}
            zone={zone}
            onClose={() => setSetting(false)}
          />
        )}
      </>
    ),
  };
  const empty = (title: string, why: string) => ({ ...shared, ...instead('rain', title, why) });
  if (gauge === null) return empty(text('analysis.rain.noGauge'), text('analysis.rain.noGauge.why'));
  if (lens.answer === 'none') return empty(text('analysis.rain.none'), text('analysis.rain.none.why'));
  if (answer === null || specs === null) return { ...shared, ...unanswered };
  const soil = answer.soil.at(-1) ?? Number.NaN;
  return {
    ...shared,
    answer: text('analysis.rain.answer', { soil: format.number(soil, 0) }),
    picture: specs.lanes[0] ?? null,
    main: (
      <div className="analysis__lanes column paper">
        <LaneList specs={specs.lanes} theme={theme} />
        <div className="analysis__pair">
          {specs.lag === null ? (
            <EmptyState icon="line-chart" title={text('analysis.rain.noLag')} />
          ) : (
            <Plot spec={specs.lag} theme={theme} label={words.lag} />
          )}
          <Plot spec={specs.intensity} theme={theme} label={words.line} />
        </div>
      </div>
    ),
    rail: <RainRail answer={answer} zone={zone} />,
    file: fileOf(answer, zone, [
      text('analysis.rain.from'),
      text('analysis.rain.to'),
      text('analysis.rain.sum'),
      text('analysis.rain.duration'),
      text('analysis.rain.intensity'),
      text('analysis.rain.most1h'),
      text('analysis.rain.most24h'),
    ]),
  };
}

function fileOf({ events }: RainAnswer, zone: string, heads: readonly string[]): LensFile | null {
  if (events.length === 0) return null;
  return {
    heads,
    units: [zone, zone, 'mm', 'h', 'mm/h', 'mm', 'mm'],
    rows: events.map((event) => [
      { at: event.from, zone },
      { at: event.to, zone },
      event.sum,
      event.duration,
      event.intensity,
      event.most1h,
      event.most24h,
    ]),
  };
}

function RainRail({ answer, zone }: { readonly answer: RainAnswer; readonly zone: string }) {
  const text = useText();
  const format = useFormat();
  const { events, above, lag, soil, effective, antecedent, wetted } = answer;
  const last = events.at(-1);
  const mm = (value: number | undefined) => `${format.number(value ?? null, 1)} mm`;
  const isSure = lag !== null && lag.p < sure;
  return (
    <>
      {last !== undefined && (
        <Answer
          head={text('analysis.rain.last', { since: format.time(last.from, zone, 'dayTime') })}
          answer={mm(last.sum)}
          note={text('analysis.rain.lastNote', {
            hours: last.duration,
            intensity: format.number(last.intensity, 1),
            line: text(
              `analysis.rain.line.${above.at(-1) === null ? 'outside' : above.at(-1) === true ? 'above' : 'below'}`,
            ),
          })}
        />
      )}
      <section>
        <Facts
          facts={[
            [text('analysis.rain.soil'), mm(soil.at(-1))],
            [text('analysis.rain.effective', { hours: '1.5' }), mm(effective[0].at(-1))],
            [text('analysis.rain.effective', { hours: '72' }), mm(effective[1].at(-1))],
            ...antecedentDays.map(
              (days, i) => [text('analysis.rain.antecedent', { days }), mm(antecedent[i])] as const,
            ),
            [
              text('analysis.rain.events'),
              `${events.length}, ${text('analysis.rain.aboveCount', { count: above.filter((one) => one === true).length })}`,
            ],
          ]}
        />
      </section>
      <section>
        <h2>{text('analysis.rain.toMovement')}</h2>
        {lag === null ? (
          <p className="dim text-12">{text('analysis.rain.noLag')}</p>
        ) : (
          <>
            <p className="text-12 strong">
              {isSure
                ? text('analysis.rain.follows', { lag: lag.lag, low: lag.low, high: lag.high })
                : text('analysis.rain.unsure')}
            </p>
            <Facts
              facts={[
                ['r', format.number(lag.correlation[lag.lag] ?? null, 2)],
                [text('analysis.rain.chance'), format.number(lag.chance, 2)],
                ['p', format.number(lag.p, 3)],
                [text('analysis.rain.hours'), String(lag.count)],
              ]}
            />
          </>
        )}
      </section>
      <section>
        <p className="dim text-12">{text('analysis.rain.method')}</p>
        {wetted < 0.95 && (
          <p className="dim text-12">{text('analysis.rain.dry', { share: format.number(wetted * 60, 0) })}</p>
        )}
        <LensSources of="rain" />
      </section>
    </>
  );
}
