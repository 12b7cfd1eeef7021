import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { kindByCode } from '../../../../catalogue/index.ts';
import type { RowId } from '../../../../catalogue/model.ts';
import type { SensorDetail, StationDetail } from '../../../../contract/sites/stations.ts';
import { waveform, waveformCaptures } from '../../../../contract/sites/stations.ts';
import type { VibrationEvent } from '../../../../domain/lenses/vibration.ts';
import { quickSpans, spanOf } from '../../../components/range/range.ts';
import { request } from '../../../state/connection/client.ts';
import { fetchRaw } from '../../../state/sites/raw-columns.ts';
import type { LensLook } from '../shown.ts';

const mostCaptures = 100;
const peaks = ['ppvX', 'ppvY', 'ppvZ'] as const;
const frequencies = ['dominantFrequencyX', 'dominantFrequencyY', 'dominantFrequencyZ'] as const;

const withRow = ({ sensors }: StationDetail, row: RowId): SensorDetail | null =>
  sensors.find(({ kind }) => kindByCode(kind)?.rows.includes(row) ?? false) ?? null;

export interface VibrationSources {
  /** Sends peaks of blasts. */
  readonly blast: SensorDetail | null;
  /** Sends records; those of the sensor of blasts are velocities, all others accelerations. */
  readonly records: SensorDetail | null;
}

/** The sensors of a station that measure vibration; null = it has none. */
export function vibrationSources(detail: StationDetail): VibrationSources | null {
  const blast = withRow(detail, 'blast');
  const own = blast !== null && (kindByCode(blast.kind)?.rows.includes('waveform') ?? false) ? blast : null;
  const records = own ?? withRow(detail, 'waveform');
  return blast === null && records === null ? null : { blast, records };
}

/** Blasts of the range, oldest first; reports of a quiet ground, which have no duration, are none. */
export function useBlasts(sources: VibrationSources | null, { range, of }: LensLook) {
  const id = sources?.blast?.id;
  return useQuery({
    queryKey: ['analysis', 'blasts', id, of],
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly VibrationEvent[]> => {
      if (id === undefined) return [];
      const now = Date.now();
      const span = spanOf(range) ?? { from: now - quickSpans.month, to: now };
      const channels = [...peaks, ...frequencies, 'duration'];
      const raw = await fetchRaw({ sourceId: id, row: 'blast', channels }, span, signal);
      if (raw === null) return [];
      const three = (names: readonly [string, string, string], i: number) =>
        names.map((name) => raw.values[name]?.[i] ?? Number.NaN) as unknown as VibrationEvent['ppv'];
      return Array.from(raw.t, (t, i) => ({
        t,
        ppv: three(peaks, i),
        frequency: three(frequencies, i),
      })).filter((_, i) => raw.values['duration']?.[i] !== 0);
    },
  });
}

/** Records of the range, newest first. */
export function useRecords(sources: VibrationSources | null, { range, of }: LensLook) {
  const sourceId = sources?.records?.id;
  return useQuery({
    queryKey: ['analysis', 'records', sourceId, of],
    enabled: sourceId !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      if (sourceId === undefined) return [];
      const span = spanOf(range);
      const bounds = span === null ? {} : { from: Math.floor(span.from), to: Math.ceil(span.to) };
      const query = { ...bounds, limit: mostCaptures };
      return (await request(waveformCaptures, { params: { sourceId }, query, signal })).captures;
    },
  });
}

/** One record with its samples; nothing while none is asked for. */
export function useRecord(sources: VibrationSources | null, t: number | null) {
  const sourceId = sources?.records?.id;
  return useQuery({
    queryKey: ['analysis', 'record', sourceId, t],
    enabled: sourceId !== undefined && t !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      sourceId === undefined || t === null
        ? null
        : request(waveform, { params: { sourceId }, query: { t }, signal }),
  });
}
