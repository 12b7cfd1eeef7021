import { enumValues, kindByCode } from '../../catalogue/index.ts';
import { peaksOf } from '../../domain/readings/peaks.ts';
import { withoutMean } from '../../domain/waveform/samples.ts';
import { dominantOf, spectrumOf } from '../../domain/waveform/spectrum.ts';
import type { ReadingStore, StoredReading } from '../storage/storage.ts';

const axes = ['x', 'y', 'z'] as const;

/** Samples of an axis; none where it did not come. */
function samplesOf(reading: StoredReading, axis: string): number[] {
  const bytes = reading.values[axis];
  if (!(bytes instanceof Uint8Array)) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength >> 2 }, (_, index) => view.getFloat32(index * 4, true));
}

const factsOf = (reading: StoredReading) => ({
  t: reading.t,
  receivedAt: reading.receivedAt,
  samplingRate: Number(reading.values['samplingRate'] ?? 0),
  cause: Number(reading.values['triggerCause'] ?? enumValues.triggerCause.length - 1),
});

/** A capture with its samples: that of a time, or the newest; null where there is none. */
export async function readCapture(
  readings: Pick<ReadingStore, 'rows'>,
  sourceId: number,
  t: number | undefined,
  now: number,
) {
  // Nothing that is dated later than that is ever stored.
  if (t !== undefined && t > now + 86_400_000) return null;
  const to = t === undefined ? now + 86_400_000 : t + 1;
  const place = { sourceId, row: 'waveform' as const, element: 0, from: t ?? 0 };
  const [capture] = (await readings.rows({ ...place, to, limit: 1 })).rows;
  if (capture === undefined) return null;
  const [x, y, z] = axes.map((axis) => samplesOf(capture, axis));
  return { ...factsOf(capture), x: x ?? [], y: y ?? [], z: z ?? [] };
}

/** What a list shows of a capture: its greatest vector and the frequency of its strongest axis, gravity taken off. */
function summaryOf(reading: StoredReading, isVelocity: boolean) {
  const facts = factsOf(reading);
  const raw = axes.map((axis) => samplesOf(reading, axis));
  const [x = [], y = [], z = []] = isVelocity ? raw : raw.map(withoutMean);
  const samples = Math.max(x.length, y.length, z.length);
  const { vector, ...peaks } = peaksOf(x, y, z);
  const strongest = peaks.x >= peaks.y && peaks.x >= peaks.z ? x : peaks.y >= peaks.z ? y : z;
  const spectrum = spectrumOf(strongest, facts.samplingRate);
  return {
    ...facts,
    samples,
    axes: raw.filter((axis) => axis.length === samples && samples > 0).length,
    peak: samples === 0 ? null : vector,
    frequency: spectrum === null ? null : (dominantOf(spectrum)?.frequency ?? null),
  };
}

/** Captures of a range, newest first, and how many there are in all of it. `kind`: sensor type code. */
export async function readCaptures(
  readings: Pick<ReadingStore, 'rows'>,
  query: {
    readonly sourceId: number;
    readonly kind: number | null;
    readonly from: number;
    readonly to: number;
    readonly limit: number;
  },
) {
  const { kind, ...range } = query;
  const isVelocity = kindByCode(kind ?? -1)?.units?.['waveform/x'] === 'mm/s';
  const page = await readings.rows({ ...range, row: 'waveform', element: 0 });
  return { total: page.total, captures: page.rows.map((row) => summaryOf(row, isVelocity)) };
}
