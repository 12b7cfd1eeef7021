import { useMemo, useState } from 'react';
import { analysis } from '../../../../../commands/analysis.ts';
import {
  recordOf,
  type VibrationAnswer,
  type VibrationLimitId,
  type VibrationRecord,
  vibrationLimitIds,
} from '../../../../domain/lenses/vibration.ts';
import { useCommands } from '../../../components/commands.tsx';
import { EmptyState } from '../../../components/conditions.tsx';
import { Select } from '../../../components/fields.tsx';
import { type Text, useFormat, useText } from '../../../components/i18n.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import type { PlotSpec } from '../../../components/plot/plot-spec.ts';
import { useOffer } from '../../../components/screen.ts';
import { instead, LaneList, progressOf, unanswered } from '../lens-parts.tsx';
import type { LensFile, LensLook, LensShown } from '../shown.ts';
import { useAddress } from '../use-address.ts';
import { useLens } from '../use-lens.ts';
import { useBlasts, useRecord, useRecords, vibrationSources } from './use-vibration-data.ts';
import { VibrationRail } from './VibrationRail.tsx';
import { limitSpec, type RecordCursors, spectraSpec, traceLanes } from './vibration-specs.ts';

const noCursors: RecordCursors = { a: null, b: null };

/** The cursors on the record; they, the record and the limit are offered as commands. */
function useCursors(
  looked: {
    readonly zone: string;
    readonly record: VibrationRecord | null;
    readonly change: ReturnType<typeof useAddress>[1];
  },
  records: readonly { readonly t: number }[],
  isOpen: boolean,
) {
  const { zone, record, change } = looked;
  const format = useFormat();
  const [cursors, setCursors] = useState<RecordCursors & { readonly next: 'a' | 'b' }>({
    ...noCursors,
    next: 'a',
  });
  const options = { available: isOpen };
  useOffer(analysis.vibrationLimit, ({ limit: own }) => change({ limit: own }), options);
  useOffer(
    analysis.vibrationRecord,
    ({ t }) => {
      setCursors({ ...noCursors, next: 'a' });
      change({ record: String(t) });
    },
    {
      ...options,
      choices: () => records.map(({ t }) => ({ value: String(t), label: format.time(t, zone, 'full') })),
    },
  );
  useOffer(
    analysis.vibrationCursor,
    ({ cursor, sample }) =>
      setCursors((now) => ({
        ...now,
        [cursor]: sample ?? strongestAt(record),
        next: cursor === 'a' ? 'b' : 'a',
      })),
    options,
  );
  return cursors;
}

/** The lens *vibration*: records with their spectra, and peak velocities at their frequencies against a limit. */
export function useVibration(looked: LensLook, isOpen: boolean): LensShown {
  const { detail, zone, theme, of } = looked;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const [query, change] = useAddress();
  const sources = useMemo(() => vibrationSources(detail), [detail]);
  const limit = vibrationLimitIds.find((one) => one === query.get('limit')) ?? 'dinDwelling';
  const blasts = useBlasts(sources, looked);
  const records = useRecords(sources, looked);
  const chosen = Number(query.get('record'));
  const recordAt =
    records.data?.find(({ t }) => t === chosen)?.t ??
    (records.data === undefined ? null : (records.data[0]?.t ?? null));
  const capture = useRecord(sources, recordAt).data ?? null;
  const record = useMemo(
    () => (capture === null ? null : recordOf([capture.x, capture.y, capture.z], capture.samplingRate)),
    [capture],
  );
  const cursors = useCursors({ zone, record, change }, records.data ?? [], isOpen);
  const input = useMemo(
    () => (blasts.data === undefined ? null : { events: blasts.data, limit }),
    [blasts.data, limit],
  );
  const lens = useLens('vibration', `${of} ${sources?.blast?.id} ${limit} ${blasts.dataUpdatedAt}`, input);
  const answer = sources?.blast == null ? null : (lens.answer ?? null);
  const unit = sources?.blast != null && sources.records === sources.blast ? 'mm/s' : 'mg';
  const shared = {
    ...progressOf(lens, () => [blasts.refetch(), records.refetch()], blasts.error, records.error),
    controls: <VibrationControls {...{ sources, limit, recordAt, zone }} records={records.data ?? []} />,
  };
  const isComing =
    (sources?.blast != null && answer === null) || (sources?.records != null && records.isPending);
  const shown = useMemo(
    () => ({
      traces: record === null ? [] : traceLanes(record, cursors, unit),
      spectra: record === null ? null : spectraSpec(record, text('analysis.vibration.spectrum', { unit })),
      limits:
        answer === null || answer.worst === null
          ? null
          : limitSpec(answer, limit, text('analysis.vibration.byFrequency', { count: answer.events.length })),
    }),
    [record, cursors, unit, answer, limit, text],
  );
  if (isComing) return { ...shared, ...unanswered };
  if (record === null && shown.limits === null)
    return {
      ...shared,
      ...instead('activity', text('analysis.vibration.none'), text('analysis.vibration.none.why')),
    };
  const press = (t: number) =>
    record !== null &&
    commands.run(
      analysis.vibrationCursor,
      { cursor: cursors.next, sample: Math.max(0, Math.round(t * record.rate)) },
      'button',
    );
  return {
    ...shared,
    answer: inOneLine(answer, record, unit, (value, digits) => format.number(value, digits), text),
    main: <VibrationPictures shown={shown} theme={theme} onPress={press} />,
    rail: (
      <VibrationRail
        answer={answer}
        limit={limit}
        record={record}
        recordAt={recordAt}
        cursors={cursors}
        unit={unit}
        zone={zone}
      />
    ),
    file: fileOf(answer, record, zone, unit, text),
  };
}

function VibrationControls(props: {
  readonly sources: ReturnType<typeof vibrationSources>;
  readonly limit: VibrationLimitId;
  readonly records: readonly { readonly t: number }[];
  readonly recordAt: number | null;
  readonly zone: string;
}) {
  const { sources, limit, records, recordAt, zone } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  return (
    <>
      {recordAt !== null && (
        <Select
          label={text('argument.capture')}
          value={String(recordAt)}
          options={records.map(({ t }) => ({
            value: String(t),
            label: format.time(t, zone, 'full'),
          }))}
          onChange={(t) => commands.run(analysis.vibrationRecord, { t: Number(t) }, 'button')}
        />
      )}
      {sources?.blast != null && (
        <Select
          label={text('argument.limit')}
          value={limit}
          options={vibrationLimitIds.map((value) => ({
            value,
            label: text(`analysis.vibration.limit.${value}`),
          }))}
          onChange={(own) => commands.run(analysis.vibrationLimit, { limit: own }, 'button')}
        />
      )}
    </>
  );
}

function VibrationPictures(props: {
  readonly shown: {
    readonly traces: readonly PlotSpec[];
    readonly spectra: PlotSpec | null;
    readonly limits: PlotSpec | null;
  };
  readonly theme: string;
  readonly onPress: (t: number) => void;
}) {
  const { shown, theme, onPress } = props;
  const text = useText();
  return (
    <div className="analysis__lanes column paper">
      <LaneList specs={shown.traces} theme={theme} onPress={onPress} all />
      <div className="analysis__pair">
        {shown.spectra === null ? (
          <EmptyState icon="activity" title={text('waveform.noSpectrum')} />
        ) : (
          <Plot spec={shown.spectra} theme={theme} label={shown.spectra.title ?? ''} />
        )}
        {shown.limits === null ? (
          <EmptyState icon="activity" title={text('analysis.vibration.noLimit')} />
        ) : (
          <Plot spec={shown.limits} theme={theme} label={shown.limits.title ?? ''} />
        )}
      </div>
    </div>
  );
}

/** Sample of the greatest peak of a record. */
function strongestAt(record: VibrationRecord | null): number {
  const peaks = (record?.axes ?? []).flatMap(({ peak }) => (peak === null ? [] : [peak]));
  return peaks.reduce((most, own) => (Math.abs(own.value) > Math.abs(most.value) ? own : most), {
    value: 0,
    at: 0,
  }).at;
}

function inOneLine(
  answer: VibrationAnswer | null,
  record: VibrationRecord | null,
  unit: string,
  number: (value: number | null, digits: number) => string,
  text: Text,
): string {
  const worst = answer?.worst?.worst ?? null;
  if (worst !== null)
    return text('analysis.vibration.answer', {
      velocity: number(worst.velocity, 1),
      part: number(worst.part * 100, 0),
    });
  return record === null ? text('analysis.vibration.none') : `${number(record.vector, 1)} ${unit}`;
}

/** Events with what they come to; without events the samples of the record. */
function fileOf(
  answer: VibrationAnswer | null,
  record: VibrationRecord | null,
  zone: string,
  unit: string,
  text: Text,
): LensFile | null {
  const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
  if (answer !== null && answer.events.length > 0)
    return {
      heads: [
        text('table.time'),
        ...(['X', 'Y', 'Z'] as const).flatMap((axis) => [`PPV ${axis}`, `f ${axis}`]),
        text('analysis.vibration.limitThere'),
        text('analysis.vibration.part'),
      ],
      units: [zone, 'mm/s', 'Hz', 'mm/s', 'Hz', 'mm/s', 'Hz', 'mm/s', '%'],
      rows: answer.events.map(({ t, ppv, frequency, worst }) => [
        { at: t, zone },
        ...ppv.flatMap((own, i) => [orNull(own), orNull(frequency[i])]),
        worst?.limit ?? null,
        worst === null ? null : worst.part * 100,
      ]),
    };
  if (record === null) return null;
  const count = Math.max(...record.axes.map(({ samples }) => samples.length));
  return {
    heads: ['t', 'X', 'Y', 'Z'],
    units: ['s', unit, unit, unit],
    rows: Array.from({ length: count }, (_, i) => [
      i / record.rate,
      ...record.axes.map(({ samples }) => orNull(samples[i])),
    ]),
  };
}
