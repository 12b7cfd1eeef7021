/** Planted bugs follow the source: one whose text is gone would be planted nowhere, and be counted as found by luck. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plantedBugs } from '../support/planted/bugs.ts';

describe('a planted bug', () => {
  it.each(plantedBugs)('$id stands once in $file and changes it', ({ file, find, replace, tests }) => {
    expect([file, ...tests].filter((path) => !existsSync(path))).toEqual([]);
    expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
  });

  it('has an id of its own', () => {
    const ids = plantedBugs.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
