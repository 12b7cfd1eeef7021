import { secondsAbove } from '../../../../domain/waveform/samples.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { causeText } from './CaptureList.tsx';
import type { ShownCapture } from './shown-capture.ts';
import type { CaptureFacts as Facts } from './use-captures.ts';

export interface Cursors {
  /** Samples. */
  readonly a: number | null;
  readonly b: number | null;
}

/** Beside the traces: peak and frequency, peaks by axis, what stands under the cursors, how it was captured. */
export function CaptureFacts(props: {
  readonly shown: ShownCapture;
  readonly facts: Facts | undefined;
  readonly cursors: Cursors;
  readonly centred: boolean;
  readonly unit: string;
  readonly digits: number;
  readonly zone: string;
  /** Of the trigger, in the unit of the samples; null where it is not known, or triggers nothing. */
  readonly threshold: number | null;
}) {
  const { shown, facts, cursors, centred, unit, digits, zone, threshold } = props;
  const text = useText();
  const format = useFormat();
  const { axes, rate, count, vector, strongest } = shown;
  const at = (sample: number) => format.number(sample / rate, 3);
  const value = (number: number | undefined) => (number === undefined ? '–' : format.number(number, digits));
  const between = cursors.a !== null && cursors.b !== null ? Math.abs(cursors.b - cursors.a) / rate : null;
  const periods =
    between === null || strongest?.dominant == null ? null : between * strongest.dominant.frequency;
  const above =
    threshold === null || !centred
      ? null
      : secondsAbove(
          axes.map(({ samples }) => samples),
          threshold,
          rate,
        );
  const pairs: readonly (readonly [string, string])[] = [
    [text('waveform.started'), format.time(shown.t, zone, 'full')],
    [text('waveform.cause'), facts === undefined ? '–' : causeText(facts.cause, text)],
    [text('waveform.duration'), `${format.number(count / rate, 2)} s`],
    ...(above === null ? [] : [[text('waveform.above'), `${format.number(above, 2)} s`] as const]),
    ...(threshold === null
      ? []
      : [[text('waveform.threshold'), `${format.number(threshold, 0)} ${unit}`] as const]),
    [text('waveform.sampling'), `${format.number(rate, 0)} Hz · ${count}`],
    [text('table.received'), facts === undefined ? '–' : format.time(facts.receivedAt, zone, 'full')],
    [text('waveform.axes'), facts === undefined ? '–' : text('waveform.axesOf', { axes: facts.axes })],
  ];
  return (
    <aside className="wave-facts paper num" aria-label={text('waveform.facts')}>
      <p className="wave-facts__main">
        <b className="strong">{vector === null ? '–' : format.number(vector.value, digits)}</b> {unit}
        {strongest?.dominant != null && ` · ${format.number(strongest.dominant.frequency, 1)} Hz`}
      </p>
      <table className="plain wave-facts__table">
        <caption className="dim text-11">
          {text('waveform.peaks')}
          {centred && ` · ${text('waveform.centred')}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{text('waveform.axis')}</th>
            <th scope="col">{unit}</th>
            <th scope="col">s</th>
            <th scope="col">Hz</th>
          </tr>
        </thead>
        <tbody>
          {axes.map(({ name, peak, dominant }, index) => (
            <tr key={name}>
              <th scope="row">
                <i className={`wave-facts__key wave-facts__key--${index}`} />
                {name.toUpperCase()}
              </th>
              <td className="strong">{value(peak?.value)}</td>
              <td>{peak === null ? '–' : at(peak.at)}</td>
              <td>{dominant === null ? '–' : format.number(dominant.frequency, 1)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{text('waveform.vector')}</th>
            <td className="strong">{value(vector?.value)}</td>
            <td>{vector === null ? '–' : at(vector.at)}</td>
            <td />
          </tr>
        </tbody>
      </table>
      {(cursors.a !== null || cursors.b !== null) && (
        <table className="plain wave-facts__table">
          <caption className="dim text-11">
            {text('waveform.cursors')}
            {between !== null && ` · Δt ${format.number(between, 3)} s`}
            {periods !== null && ` · ${text('waveform.periods', { count: format.number(periods, 1) })}`}
          </caption>
          <thead>
            <tr>
              <th scope="col">{unit}</th>
              <th scope="col">A {cursors.a === null ? '' : at(cursors.a)}</th>
              <th scope="col">B {cursors.b === null ? '' : at(cursors.b)}</th>
            </tr>
          </thead>
          <tbody>
            {axes.map(({ name, samples }) => (
              <tr key={name}>
                <th scope="row">{name.toUpperCase()}</th>
                <td className="strong">{cursors.a === null ? '' : value(samples[cursors.a])}</td>
                <td className="strong">{cursors.b === null ? '' : value(samples[cursors.b])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className="terms pairs">
        {pairs.map(([name, word]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{word}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
