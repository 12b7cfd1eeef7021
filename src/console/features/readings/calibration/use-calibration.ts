import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RowId } from '../../../../catalogue/model.ts';
import {
  correctedBy,
  fitTemperature,
  type NoFit,
  type TemperatureFit,
} from '../../../../domain/readings/temperature-fit.ts';
import { spanOf } from '../../../components/range/range.ts';
import type { TabRange } from '../../../components/range/use-tab-range.ts';
import { fetchRaw } from '../../../state/sites/raw-columns.ts';

/** The newest readings that the range *latest 20* stands for are too few for a fit: it takes as many as these. */
const newestCount = 1000;

export interface Calibration {
  readonly t: Float64Array;
  readonly values: Float64Array;
  readonly temperatures: Float64Array;
  readonly fit: TemperatureFit | NoFit;
  /** Empty without a fit. */
  readonly corrected: Float64Array;
}

/** Readings of a channel and of the temperature beside it, and how one follows the other. `data` null = too many readings. */
export function useCalibration(
  of: { readonly sourceId: number; readonly row: RowId; readonly channel: string },
  { range }: TabRange,
) {
  const { sourceId, row, channel } = of;
  const query = useQuery({
    queryKey: ['station', 'calibration', sourceId, row, channel, range],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      fetchRaw(
        { sourceId, row, channels: [channel, 'temperature'] },
        spanOf(range) ?? { latest: newestCount },
        signal,
      ),
  });
  const raw = query.data;
  const calibration = useMemo((): Calibration | null => {
    if (raw === undefined || raw === null) return null;
    const { t } = raw;
    const values = raw.values[channel] ?? new Float64Array(t.length).fill(Number.NaN);
    const temperatures = raw.values['temperature'] ?? new Float64Array(t.length).fill(Number.NaN);
    const fit = fitTemperature(t, values, temperatures);
    const corrected =
      typeof fit === 'string' ? new Float64Array(0) : correctedBy(fit, t, values, temperatures);
    return { t, values, temperatures, fit, corrected };
  }, [raw, channel]);
  return { query, calibration };
}
