import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipBytes } from '../../../../src/console/state/clip.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;

describe('clipBytes', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 4, 'abcd'],
    ['abcde', 4, 'a…'],
    ['三四五', 9, '三四五'],
    ['三四五六', 9, '三四…'],
    ['𝒳𝒳', 7, '𝒳…'],
  ])('%s in %i bytes is %s', (text, most, clipped) => {
    expect(clipBytes(text, most)).toBe(clipped);
  });
  it('never exceeds, never cuts a character, and leaves alone what fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 3, max: 60 }), (text, most) => {
        const clipped = clipBytes(text, most);
        expect(bytes(clipped)).toBeLessThanOrEqual(most);
        if (bytes(text) <= most) expect(clipped).toBe(text);
        else expect(text.startsWith(clipped.slice(0, -1))).toBe(true);
        expect(decodeURIComponent(encodeURIComponent(clipped))).toBe(clipped);
      }),
    );
  });
});
