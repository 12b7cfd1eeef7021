import { useMemo } from 'react';
import { formatNumber } from '../../../base/number-text.ts';
import type { ChartLimit } from '../../components/chart/limits.ts';
import { usePermitted } from '../../components/Permit.tsx';
import { type StationLimit, useStationLimits } from '../../state/alarms/curves.ts';
import type { StationSeries } from './series.ts';

const mostDigits = 6;

/** The limit with the digits of its channel, or with more where it has them. */
function labelOf(limit: number, digits: number): string {
  let own = digits;
  while (own < mostDigits && Math.abs(limit * 10 ** own - Math.round(limit * 10 ** own)) > 1e-6) own += 1;
  return formatNumber(limit, own);
}

/**
 * The limits that series are held against as they are drawn: those of the value itself, or relative to initial values
 * those of the change since them. What needs other conditions too is no line of its own.
 */
export function limitsOfSeries(
  limits: readonly StationLimit[],
  chosen: readonly StationSeries[],
  relative: boolean,
): readonly ChartLimit[] {
  return chosen.flatMap(({ key, sourceId, row, element, series }): ChartLimit[] => {
    if (series.sum) return [];
    const quantity = relative && series.relative ? 'absoluteChange' : 'value';
    const own = limits.filter(
      (one) =>
        one.isAlone &&
        one.quantity === quantity &&
        one.sensorId === sourceId &&
        one.row === row &&
        one.element === element &&
        one.channel === series.channel,
    );
    return own.flatMap(({ rank, side, either, limit, from, until }) => {
      const common = { curve: key, rank, from, until };
      const one = { ...common, side, limit, label: labelOf(limit, series.digits) };
      if (!either) return [one];
      const other = side === 'above' ? ('below' as const) : ('above' as const);
      return [one, { ...common, side: other, limit: -limit, label: labelOf(-limit, series.digits) }];
    });
  });
}

/** The limits in force of what a station's curve shows; none for who may not see alarms. */
export function useLimits(
  stationId: number,
  chosen: readonly StationSeries[],
  relative: boolean,
): readonly ChartLimit[] {
  const permitted = usePermitted();
  const limits = useStationLimits(stationId, permitted('alarm:event:view'));
  return useMemo(() => limitsOfSeries(limits, chosen, relative), [limits, chosen, relative]);
}
