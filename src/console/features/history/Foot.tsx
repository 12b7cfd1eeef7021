import type { KeptCurve } from '../../components/chart/dense.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import type { Loaded } from './fetch-history.ts';

/** Below a curve: how far its readings were put together, and the keys. */
export function Foot({
  loaded,
  curves,
}: {
  readonly loaded: Loaded | null;
  readonly curves: readonly KeptCurve[];
}) {
  const text = useText();
  const format = useFormat();
  const step = Math.max(0, ...[...(loaded?.columns.values() ?? [])].map((columns) => columns.step));
  const summed = curves.every((curve) => curve.look === 'bars');
  return (
    <footer className="curve__foot row between rigid clips one-line inset text-11 dim">
      <span>
        {loaded === null
          ? ''
          : step === 0
            ? text('curve.raw')
            : text(summed ? 'curve.summed' : 'curve.reduced', { step: format.duration(step) })}
      </span>
      <span className="faint">{text('chart.keys')}</span>
    </footer>
  );
}
