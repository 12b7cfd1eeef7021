import { hunksOf, lineDiff } from '../../../base/line-diff.ts';
import { useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';

const sign = { same: ' ', gone: '−', new: '+' } as const;

/** What differs between two texts, line by line; a text that was not there is empty. */
export function TextDiff(props: { readonly name: string; readonly before: string; readonly after: string }) {
  const { name, before, after } = props;
  const text = useText();
  const hunks = hunksOf(lineDiff(before, after));
  if (hunks.length === 0) return <p className="dim text-12">{text('proposals.sameText')}</p>;
  return (
    <ScrollRegion className="proposals__diff" label={text('proposals.diff', { name })}>
      {hunks.map((hunk, at) => {
        const last = hunks[at - 1];
        const end =
          last === undefined ? 1 : last.before + last.lines.filter(({ type }) => type !== 'new').length;
        const skipped = hunk.before - end;
        return (
          <div key={`${hunk.before}.${hunk.after}`}>
            {skipped > 0 && (
              <p className="proposals__skipped dim text-11">{text('proposals.lines', { count: skipped })}</p>
            )}
            {hunk.lines.map((line, index) => (
              <div
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name, and may be equal
                key={index}
                className={`mono proposals__line proposals__line--${line.type}`}
              >
                <span aria-hidden="true">{sign[line.type]}</span>
                {line.type === 'gone' ? (
                  <del>{line.text}</del>
                ) : line.type === 'new' ? (
                  <ins>{line.text}</ins>
                ) : (
                  <span>{line.text}</span>
                )}
              </div>
            ))}
          </div>
        );
      })}
    </ScrollRegion>
  );
}
