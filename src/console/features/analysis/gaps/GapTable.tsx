import type { JudgedGap } from '../../../../domain/lenses/gaps.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { spanOf } from '../../../components/values/span.ts';
import { useEvidenceWords } from './use-evidence-words.ts';

/** Each gap with its cause, what says so, and what to do; the newest first. */
export function GapTable({ gaps, zone }: { readonly gaps: readonly JudgedGap[]; readonly zone: string }) {
  const text = useText();
  const format = useFormat();
  const words = useEvidenceWords(zone);
  return (
    <section
      className="gaps__list"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled, by keys too
      tabIndex={0}
      aria-label={text('analysis.gaps.title')}
    >
      <table className="gaps__table text-12">
        <thead>
          <tr>
            <th>{text('analysis.rain.from')}</th>
            <th>{text('analysis.gaps.length')}</th>
            <th>{text('analysis.gaps.count')}</th>
            <th>{text('analysis.gaps.cause')}</th>
            <th>{text('analysis.gaps.evidence')}</th>
            <th>{text('analysis.gaps.do')}</th>
          </tr>
        </thead>
        <tbody>
          {gaps.map((gap) => (
            <tr key={`${gap.kind} ${gap.from}`}>
              <td className="num">{format.time(gap.from, zone, 'dayTime')}</td>
              <td className="num">
                {gap.isOpen
                  ? text('analysis.gaps.open', { length: spanOf(gap.to - gap.from, format) })
                  : spanOf(gap.to - gap.from, format)}
              </td>
              <td className="num">{gap.count}</td>
              <td className="strong">{words.cause(gap)}</td>
              <td>{gap.evidence.map(words.evidence).join(' ')}</td>
              <td className="dim">{words.advice(gap)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
