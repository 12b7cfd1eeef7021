import { useText } from '../../../components/i18n.ts';
import type { SheetData } from '../use-sheet.ts';
import type { CellRange, Geometry } from './geometry.ts';
import type { CellWords } from './use-cell-words.ts';

/** The heads of the columns in sight: field, unit, the standard's value, and how many devices differ from it. */
export function HeadCells(props: {
  readonly data: SheetData;
  readonly words: CellWords;
  readonly geometry: Geometry;
  readonly columns: readonly [first: number, last: number];
  readonly chosen: CellRange;
}) {
  const { data, words, geometry, columns, chosen } = props;
  const { model, comparison, counts, lines } = data;
  const text = useText();
  const [first, last] = columns;
  const whole = chosen.row === 0 && chosen.toRow === lines.length - 1 && lines.length > 0;
  const shown = model.fields.map((field, column) => ({ field, column })).slice(first, last + 1);
  return (
    <div
      className="mx__head raised"
      role="row"
      tabIndex={-1}
      aria-rowindex={1}
      style={{ width: geometry.width }}
    >
      <span
        role="columnheader"
        tabIndex={-1}
        aria-colindex={1}
        className="mx__corner"
        style={{ width: geometry.frozen }}
      >
        <b>{text('matrix.station')}</b>
        <small className="num">{text('table.showing', { shown: lines.length, total: model.count })}</small>
      </span>
      {shown.map(({ field, column }) => {
        const left = geometry.lefts[column] ?? 0;
        const standard = comparison.wanted(column);
        const { differ, of } = counts[column] ?? { differ: 0, of: 0 };
        const isChosen = whole && column + 1 >= chosen.column && column + 1 <= chosen.toColumn;
        const isNumber = field.type === 'number' || field.type === 'date';
        return (
          <span
            key={field.id}
            role="columnheader"
            tabIndex={-1}
            aria-colindex={column + 2}
            className={`mx__field column pickable ${isNumber ? 'mx__field--number' : ''} ${isChosen ? 'is-chosen' : ''}`}
            style={{ left, width: (geometry.lefts[column + 1] ?? 0) - left }}
            data-head={column + 1}
            title={words.field(column)}
          >
            <b>{words.field(column)}</b>
            {field.own !== undefined && (
              <small className="mx__own" title={text('matrix.ownHint')}>
                {text(`parameterClass.${field.own}`)}
              </small>
            )}
            {standard !== undefined && (
              <small className={`num ${differ > 0 ? 'mx__differ' : ''}`}>
                {differ > 0 ? text('matrix.differ', { count: differ, of }) : text('matrix.agree')}
              </small>
            )}
          </span>
        );
      })}
    </div>
  );
}
