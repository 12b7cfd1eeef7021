/** Sealed readings as bytes: what comes out is what went in, to the last bit, and damage is noticed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../../src/server/storage/executor.ts';
import { encodeChunk, OpenChunk } from '../../../src/server/storage/sealed/chunk.ts';
import { encodeColumn } from '../../../src/server/storage/sealed/column-codec.ts';

const T0 = Date.UTC(2026, 4, 14);
const numberOf: Record<string, fc.Arbitrary<number>> = {
  decimals: fc.integer({ min: -4_000_000, max: 4_000_000 }).map((value) => value / 10_000),
  whole: fc.integer({ min: 0, max: 3 }),
  large: fc.constantFrom(2 ** 53 - 1, -(2 ** 53) + 1, 2 ** 50, 2 ** 50 + 1, -(2 ** 50), 1e300, 5e-324, -0, 0),
  floats: fc.float({ noNaN: true, noDefaultInfinity: true }),
  doubles: fc.double({ noNaN: true, noDefaultInfinity: true }),
  constant: fc.constant(7.25),
};
const cellOf: Record<string, fc.Arbitrary<Cell>> = {
  ...numberOf,
  text: fc.string({ unit: 'grapheme', maxLength: 12 }),
  samples: fc.uint8Array({ maxLength: 40 }),
};

/** Times ascending, of even and of uneven steps. */
const times = (rows: number): fc.Arbitrary<number[]> =>
  fc
    .array(fc.constantFrom(1, 60_000, 60_000, 60_000, 300_000, 7_200_017), {
      minLength: rows,
      maxLength: rows,
    })
    .map((steps) => {
      let t = T0;
      return steps.map((step) => {
        t += step;
        return t;
      });
    });

const read = (chunk: OpenChunk, name: string): Cell[] => {
  const cell = chunk.cellsOf(name);
  return Array.from({ length: chunk.rows }, (_, nth) => cell(nth));
};

describe('C9 a chunk holds what it was given', () => {
  test.each(Object.keys(cellOf))('%s, with and without gaps', (kind) => {
    const cells = fc.integer({ min: 1, max: 300 }).chain((rows) =>
      fc.tuple(
        times(rows),
        fc.array(fc.option(cellOf[kind] as fc.Arbitrary<Cell>, { nil: null, freq: 6 }), {
          minLength: rows,
          maxLength: rows,
        }),
        fc.array(cellOf[kind] as fc.Arbitrary<Cell>, { minLength: rows, maxLength: rows }),
      ),
    );
    fc.assert(
      fc.property(cells, ([t, gappy, whole]) => {
        const chunk = new OpenChunk(
          encodeChunk(t, [
            { name: 'gappy', cells: gappy },
            { name: 'whole', cells: whole },
            { name: 'none', cells: t.map(() => null) },
          ]),
        );
        expect([...chunk.t]).toEqual(t);
        for (const [name, expected] of [
          ['gappy', gappy],
          ['whole', whole],
          ['none', t.map(() => null)],
          ['unknown', t.map(() => null)],
        ] as const) {
          const found = read(chunk, name);
          expect(found).toHaveLength(expected.length);
          found.forEach((cell, nth) => {
            const was = expected[nth];
            if (was instanceof Uint8Array) expect([...(cell as Uint8Array)]).toEqual([...was]);
            else expect(Object.is(cell, was), `${name} ${nth}: ${cell} for ${was}`).toBe(true);
          });
        }
      }),
      { numRuns: 60 },
    );
  });

  test('changes that follow from another column cost next to nothing, and are exact where they do not follow', () => {
    const hour = 3_600_000;
    const rows = fc.integer({ min: 2, max: 200 }).chain((count) =>
      fc.tuple(
        times(count),
        fc.array(fc.option(numberOf['decimals'] as fc.Arbitrary<number>, { nil: null, freq: 9 }), {
          minLength: count,
          maxLength: count,
        }),
        fc.array(fc.integer({ min: 0, max: 11 }), { minLength: count, maxLength: count }),
      ),
    );
    fc.assert(
      fc.property(rows, ([t, base, odd]) => {
        // The obvious way: look back for each row.
        const changes = base.map((value, nth): number | null => {
          const reference = base.findLast((one, at) => one !== null && (t[at] ?? 0) <= (t[nth] ?? 0) - hour);
          if (odd[nth] === 0) return null;
          if (odd[nth] === 1) return 1 / 3 + nth;
          return value === null || reference === undefined || reference === null ? null : value - reference;
        });
        const columns = [
          { name: 'x', cells: base },
          { name: 'x1h', cells: changes, prediction: { of: 'x', lag: hour } },
          {
            name: 'same',
            cells: base.map((cell, nth) => (odd[nth] === 2 ? 0.1 : cell)),
            prediction: { of: 'x', lag: 0 },
          },
        ];
        const chunk = new OpenChunk(encodeChunk(t, columns));
        for (const { name, cells } of columns)
          read(chunk, name).forEach((cell, nth) => {
            expect(Object.is(cell, cells[nth]), `${name} ${nth}: ${cell} for ${cells[nth]}`).toBe(true);
          });
      }),
      { numRuns: 150 },
    );
    const t = Array.from({ length: 2016 }, (_, nth) => T0 + nth * 300_000);
    const x = t.map((_, nth) => ((nth * 7919) % 100_003) / 10_000);
    const cells = x.map((value, nth) => (nth < 12 ? null : value - (x[nth - 12] ?? 0)));
    const alone = encodeChunk(t, [{ name: 'x', cells: x }]).length;
    const both = encodeChunk(t, [
      { name: 'x', cells: x },
      { name: 'x1h', cells, prediction: { of: 'x', lag: hour } },
    ]).length;
    expect((both - alone) / t.length).toBeLessThan(0.2);
  });

  test('a byte that changed anywhere is noticed', () => {
    const t = Array.from({ length: 40 }, (_, nth) => T0 + nth * 60_000);
    const bytes = encodeChunk(t, [
      { name: 'x', cells: t.map((_, nth) => nth / 7) },
      { name: 'text', cells: t.map((_, nth) => (nth % 3 === 0 ? null : `版本 ${nth}`)) },
    ]);
    expect(new OpenChunk(bytes).rows).toBe(40);
    for (let at = 0; at < bytes.length; at += 1) {
      const damaged = bytes.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      expect(() => new OpenChunk(damaged), `byte ${at}`).toThrow('checksum');
    }
    for (const length of [0, 3, 4, 20, bytes.length - 1])
      expect(() => new OpenChunk(bytes.subarray(0, length)), `${length} bytes`).toThrow();
  });

  test('places are those of the first reading at or after a moment', () => {
    const t = [T0, T0 + 1, T0 + 60_000];
    const chunk = new OpenChunk(encodeChunk(t, []));
    expect([T0 - 1, T0, T0 + 1, T0 + 2, T0 + 60_000, T0 + 60_001].map((at) => chunk.placeOf(at))).toEqual([
      0, 0, 1, 2, 2, 3,
    ]);
  });

  test('short decimals take a few bits, and a column without any value none', () => {
    const slow = Array.from({ length: 1000 }, (_, nth) => Math.round(1000 * Math.sin(nth / 100)) / 1000);
    expect(encodeColumn(slow)?.length ?? 0).toBeLessThan(1200);
    expect(encodeColumn(slow.map(() => null))).toBeNull();
  });
});
