/** Limits of single sensors as a spreadsheet gives them, bad rows by row and reason. */
import { describe, expect, it } from 'vitest';
import { columnsOf, parseRows } from '../../../../../src/console/features/alarm-rules/editor/paste.ts';
import { presets } from '../../../../../src/console/features/alarm-rules/presets.ts';
import { levelsOf } from '../../../../../src/domain/alarms/edits.ts';

const columns = columnsOf(levelsOf(presets.waterLevel));
const target = (targetId: number, stationCode: string, slot: number | null) => ({
  targetId,
  stationId: targetId,
  stationCode,
  stationName: stationCode,
  slot,
  kind: null,
});
const targets = [target(7, 'YN-0217', 0), target(8, 'YN-0217', 2), target(9, 'YN-0345', 0)];
const read = (...lines: string[]) => parseRows(lines.join('\n'), 'sensor', columns, targets);

describe('pasted rows', () => {
  it('are limits by level; an empty cell leaves that of the ladder', () => {
    expect(read('yn-0217\t2\t1.5\t\t2,75', 'YN-0345\t0\toff')).toEqual({
      overrides: [
        {
          targetId: 8,
          limits: [
            { level: 'yellow', at: 0, limit: 1.5 },
            { level: 'red', at: 0, limit: 2.75 },
          ],
        },
        { targetId: 9, off: true, limits: [] },
      ],
      wrong: [],
      count: 2,
    });
  });
  it('may have a heading; the last of several for a target counts', () => {
    const { overrides, count } = read('Station\tSlot\tYellow', 'YN-0217\t0\t1', '', 'YN-0217\t0\t2');
    expect(count).toBe(2);
    expect(overrides).toEqual([{ targetId: 7, limits: [{ level: 'yellow', at: 0, limit: 2 }] }]);
  });
  it.each([
    ['YN-9999\t0\t1', 'rules.paste.noStation'],
    ['YN-0217\t5\t1', 'rules.paste.noSlot'],
    ['YN-0217\t0\thigh', 'rules.paste.noNumber'],
    ['YN-0217\t0', 'rules.paste.noLimit'],
    ['YN-0217\t0\t1\t2\t3\t4', 'rules.paste.tooMany'],
  ])('are refused: %j', (line, message) => {
    const { overrides, wrong } = read('YN-0345\t0\t1', line);
    expect(overrides).toHaveLength(1);
    expect(wrong).toMatchObject([{ row: 2, message }]);
  });
  it('of a rule on RTUs have no slot', () => {
    const own = columnsOf(levelsOf(presets.battery));
    expect(parseRows('YN-1\t11.9', 'rtu', own, [target(3, 'YN-1', null)]).overrides).toEqual([
      { targetId: 3, limits: [{ level: 'blue', at: 0, limit: 11.9 }] },
    ]);
  });
});
