import { formatNumber } from '../../../base/number-text.ts';
import type { Unit } from '../../../base/units.ts';

/** A value with its unit small behind it. */
export function ValueText(props: {
  readonly value: number | null | undefined;
  readonly digits: number;
  readonly unit: Unit | null;
}) {
  return (
    <span className="num">
      {formatNumber(props.value, props.digits)}
      {props.unit && <span className="unit">{props.unit}</span>}
    </span>
  );
}
