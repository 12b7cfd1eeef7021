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
  // Bars say their width themselves: this is about the lines, where there are any.
  const lines = curves.filter((curve) => curve.look !== 'bars' && curve.isSum !== true);
  const summed = lines.length === 0;
  const step = Math.max(0, ...(summed ? curves : lines).map((curve) => curve.step ?? 0));
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
