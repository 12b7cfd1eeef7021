/** Bytes of a waveform metric: one capture of one sensor, little-endian. */
import { PayloadError } from './payload.ts';

/**
 * A capture: acceleration in mg (blasting: velocity in mm/s) for each axis, equally long.
 * `cause` is the index of the value in the catalogue's `triggerCause`.
 */
export interface Waveform {
  readonly cause: number;
  /** Samples a second, Hz. */
  readonly samplingRate: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
}

const version = 1;
const headerBytes = 12;
/** The most samples of an axis: three axes stay below the payload limit. */
export const maxWaveformSamples = 20_000;

/** Layout: version u8, cause u8, reserved u16, sampling rate f32, count u32, then x, y, z as f32 each. */
export function encodeWaveform({ cause, samplingRate, x, y, z }: Waveform): Uint8Array {
  const count = x.length;
  if (y.length !== count || z.length !== count)
    throw new TypeError('the axes of a waveform are equally long');
  if (count > maxWaveformSamples)
    throw new TypeError(`a waveform holds at most ${maxWaveformSamples} samples`);
  const bytes = new Uint8Array(headerBytes + 12 * count);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, version);
  view.setUint8(1, cause);
  view.setFloat32(4, samplingRate, true);
  view.setUint32(8, count, true);
  for (const [axis, samples] of [x, y, z].entries()) {
    for (let index = 0; index < count; index++) {
      view.setFloat32(headerBytes + 4 * (axis * count + index), samples[index] ?? 0, true);
    }
  }
  return bytes;
}

/** Reads a waveform; throws PayloadError `dataset` when version, length or sampling rate are not what they must be. */
export function decodeWaveform(bytes: Uint8Array): Waveform {
  if (bytes.length < headerBytes) throw new PayloadError('dataset', 'waveform without a header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samplingRate = view.getFloat32(4, true);
  const count = view.getUint32(8, true);
  if (view.getUint8(0) !== version) throw new PayloadError('dataset', `waveform version ${view.getUint8(0)}`);
  if (count > maxWaveformSamples || bytes.length !== headerBytes + 12 * count) {
    throw new PayloadError('dataset', `waveform of ${bytes.length} bytes for ${count} samples`);
  }
  if (!Number.isFinite(samplingRate) || samplingRate <= 0) throw new PayloadError('dataset', 'sampling rate');
  const axis = (number: number) => {
    const samples = new Float32Array(count);
    for (let index = 0; index < count; index++) {
      samples[index] = view.getFloat32(headerBytes + 4 * (number * count + index), true);
    }
    return samples;
  };
  return { cause: view.getUint8(1), samplingRate, x: axis(0), y: axis(1), z: axis(2) };
}
