import type { TemperatureFit } from '../../../../domain/readings/temperature-fit.ts';
import { useFormat, useText } from '../../../components/i18n.ts';

/** What a fit says, with how sure it is and by which method. */
export function FitFacts(props: {
  readonly fit: TemperatureFit;
  readonly unit: string;
  /** Of the channel. */
  readonly digits: number;
}) {
  const { fit, unit, digits } = props;
  const text = useText();
  const format = useFormat();
  const fine = (value: number) => format.number(value, digits + 1);
  // A coefficient that may as well be 0 is no reason to correct anything.
  const isSure = Math.abs(fit.coefficient) > fit.uncertainty;
  const facts: readonly (readonly [string, string])[] = [
    [text('calibration.lag'), fit.lag === 0 ? text('calibration.noLag') : format.duration(fit.lag)],
    [text('calibration.explained'), `${format.number(fit.explained * 100, 0)} %`],
    [text('calibration.before'), `${fine(fit.before)} ${unit}`],
    [text('calibration.after'), `${fine(fit.after)} ${unit}`],
    [text('calibration.trend'), `${fine(fit.trend)} ${unit}`],
    [text('calibration.mean'), `${format.number(fit.mean, 1)} °C`],
    [text('calibration.count'), format.number(fit.count, 0)],
  ];
  return (
    <aside className="wave-facts calibration__facts paper num" aria-label={text('calibration.facts')}>
      <p className="wave-facts__main">
        <b className="strong">{fine(fit.coefficient)}</b> ± {fine(fit.uncertainty)} {unit}/°C
      </p>
      <p className="dim">{text(isSure ? 'calibration.sure' : 'calibration.unsure')}</p>
      <dl className="terms pairs">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="dim">{text('calibration.method')}</p>
    </aside>
  );
}
