import type { CSSProperties } from 'react';
import { useText } from '../../../components/i18n.ts';
import type { SectionLine } from '../lines.ts';

/** The head of a section of a plan's sets, with their number. */
export function SectionRow(props: {
  readonly line: SectionLine;
  readonly columns: number;
  readonly style: CSSProperties;
}) {
  const { line, columns, style } = props;
  const text = useText();
  return (
    <div className="rows__row rows__section plans__row plans__section" role="row" tabIndex={-1} style={style}>
      <span role="gridcell" tabIndex={-1} aria-colspan={columns}>
        {text(line.message)} <small className="num">{line.count}</small>
      </span>
    </div>
  );
}
