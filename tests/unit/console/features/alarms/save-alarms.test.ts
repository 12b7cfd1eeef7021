/** Alarms as a file: every column has its head, and times are moments by the clocks of their stations. */
import { expect, it } from 'vitest';
import { alarmTable } from '../../../../../src/console/features/alarms/save-alarms.ts';
import { alarm } from './alarms.ts';

it('has a head for each value, and times as moments of their station', () => {
  const at = Date.UTC(2026, 10, 20, 11, 52);
  const one = alarm({ raisedAt: at, knownAt: at + 60_000 });
  const [heads = [], line = []] = alarmTable([one], {
    text: (id) => id,
    level: (rank) => `level ${rank}`,
    mark: (mark) => mark,
    zoneOf: () => 'Asia/Tokyo',
    projectOf: () => 'Slopes',
  });
  expect(heads).toHaveLength(line.length);
  const cell = (head: string) => line[heads.indexOf(`alarms.file.${head}`)];
  expect(cell('raised')).toEqual({ at, zone: 'Asia/Tokyo' });
  expect(cell('known')).toEqual({ at: at + 60_000, zone: 'Asia/Tokyo' });
  expect(cell('closedAt')).toBeNull();
  expect(cell('project')).toBe('Slopes');
});
