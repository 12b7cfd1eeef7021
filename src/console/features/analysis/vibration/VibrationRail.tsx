import {
  durationFrom,
  type VibrationAnswer,
  type VibrationLimitId,
  type VibrationRecord,
  vibrationLimits,
} from '../../../../domain/lenses/vibration.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { Answer, Facts } from '../Facts.tsx';
import { LensSources } from '../lens-parts.tsx';
import type { RecordCursors } from './vibration-specs.ts';

/** Events that are listed. */
const mostListed = 8;

/** The event nearest to its limit, the record that is shown, its cursors, the strongest events, and whose limits they are. */
export function VibrationRail(props: {
  readonly answer: VibrationAnswer | null;
  readonly limit: VibrationLimitId;
  readonly record: VibrationRecord | null;
  readonly recordAt: number | null;
  readonly cursors: RecordCursors;
  readonly unit: string;
  readonly zone: string;
}) {
  const { answer, limit, record, recordAt, cursors, unit, zone } = props;
  const text = useText();
  const format = useFormat();
  const worst = answer?.worst?.worst ?? null;
  const percent = (part: number) => `${format.number(part * 100, 0)} %`;
  const listed = [...(answer?.events ?? [])]
    .filter((event) => event.worst !== null)
    .sort((a, b) => (b.worst?.part ?? 0) - (a.worst?.part ?? 0))
    .slice(0, mostListed);
  const { a, b } = cursors;
  const apart = record === null || a === null || b === null ? null : Math.abs(a - b) / record.rate;
  return (
    <>
      {worst !== null && (
        <Answer
          head={text('analysis.vibration.head')}
          answer={`${format.number(worst.velocity, 2)} mm/s`}
          note={text('analysis.vibration.note', {
            axis: worst.axis.toUpperCase(),
            frequency: format.number(worst.frequency, 1),
            limit: format.number(worst.limit, 1),
            part: percent(worst.part),
          })}
        />
      )}
      {record !== null && recordAt !== null && (
        <section>
          <h2 className="num">{format.time(recordAt, zone, 'full')}</h2>
          <Facts
            facts={[
              ...record.axes.map(
                ({ axis, peak, frequency }) =>
                  [
                    axis.toUpperCase(),
                    `${format.number(Math.abs(peak?.value ?? 0), 2)} ${unit}, ${frequency === null ? '–' : `${format.number(frequency, 1)} Hz`}`,
                  ] as const,
              ),
              [text('analysis.vibration.vector'), `${format.number(record.vector, 2)} ${unit}`],
              [
                text('analysis.vibration.duration', { percent: durationFrom * 100 }),
                record.duration === null ? '–' : `${format.number(record.duration, 2)} s`,
              ],
              [text('analysis.vibration.sampling'), `${format.number(record.rate, 0)} Hz`],
              apart === null ? null : ['Δt', `${format.number(apart, 4)} s`],
              apart === null || apart === 0 ? null : ['1/Δt', `${format.number(1 / apart, 2)} Hz`],
            ]}
          />
        </section>
      )}
      {listed.length > 0 && (
        <section>
          <h2>{text('analysis.vibration.strongest')}</h2>
          <Facts
            facts={listed.map(
              (event) =>
                [
                  format.time(event.t, zone, 'dayTime'),
                  `${format.number(event.worst?.velocity ?? null, 2)} mm/s, ${percent(event.worst?.part ?? 0)}`,
                ] as const,
            )}
          />
        </section>
      )}
      <section>
        <p className="dim text-12">{text('analysis.vibration.cursors')}</p>
        {answer !== null && (
          <p className="dim text-12">
            {text('analysis.vibration.quoted', { table: vibrationLimits[limit].quoted })}
          </p>
        )}
        <LensSources of="vibration" />
      </section>
    </>
  );
}
