import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PayloadError } from '../../../src/protocol/payload.ts';
import { decodeWaveform, encodeWaveform } from '../../../src/protocol/waveform.ts';

describe('waveform bytes', () => {
  it('give back what was captured', () => {
    const samples = fc.array(fc.float({ noNaN: true }), { minLength: 0, maxLength: 30 });
    fc.assert(
      fc.property(samples, fc.integer({ min: 0, max: 5 }), (axis, cause) => {
        const x = Float32Array.from(axis);
        const wave = { cause, samplingRate: 200, x, y: x.map((value) => -value), z: x };
        expect(decodeWaveform(encodeWaveform(wave))).toEqual(wave);
      }),
    );
  });

  it('may lie anywhere in a message', () => {
    const bytes = encodeWaveform({
      cause: 1,
      samplingRate: 50,
      x: Float32Array.of(1),
      y: Float32Array.of(2),
      z: Float32Array.of(3),
    });
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect(decodeWaveform(shifted.subarray(1)).z).toEqual(Float32Array.of(3));
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['another version', (bytes) => bytes.with(0, 9)],
    ['a missing sample', (bytes) => bytes.slice(0, -1)],
    ['no header', () => new Uint8Array(3)],
    ['a huge count', (bytes) => bytes.with(11, 255)],
    ['no sampling rate', (bytes) => bytes.map((byte, index) => (index >= 4 && index < 8 ? 0 : byte))],
  ])('%s is refused', (_, change) => {
    const one = Float32Array.of(1);
    expect(() =>
      decodeWaveform(change(encodeWaveform({ cause: 0, samplingRate: 100, x: one, y: one, z: one }))),
    ).toThrow(PayloadError);
  });
});
