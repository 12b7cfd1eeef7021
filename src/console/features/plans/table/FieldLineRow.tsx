import type { CSSProperties } from 'react';
import type { FieldLine } from '../lines.ts';
import type { PlanCell } from './use-plan-cells.tsx';

/** A field of a plan's set. */
export function FieldLineRow(props: {
  readonly id: string;
  readonly line: FieldLine;
  readonly cells: readonly PlanCell[];
  /** Index among all lines. */
  readonly index: number;
  readonly current: number | null;
  readonly style: CSSProperties;
}) {
  const { line, current } = props;
  const { position, excluded } = line.item;
  const classes = [
    'rows__row plans__row',
    position === current ? 'is-current' : '',
    excluded ? 'is-excluded' : '',
    line.isFirst ? '' : 'plans__row--more',
  ];
  return (
    <div
      id={props.id}
      className={classes.join(' ')}
      role="row"
      tabIndex={-1}
      aria-rowindex={props.index + 2}
      aria-selected={position === current}
      style={props.style}
      data-row={position}
    >
      {props.cells.map(({ key, look, content }) => (
        <span key={key} role="gridcell" tabIndex={-1} className={`plans__cell--${key} ${look}`}>
          {content}
        </span>
      ))}
    </div>
  );
}
