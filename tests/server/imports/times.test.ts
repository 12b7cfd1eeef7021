/** R10: times as loggers write them, in every zone; hours that clocks skip or repeat are reported as such. */
import { describe, expect, test } from 'vitest';
import { type Mapping, parseMapping } from '../../../src/server/imports/mapping.ts';
import { columnResolver } from '../../../src/server/imports/plan.ts';
import { type TimeResult, timeReader } from '../../../src/server/imports/time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Some = Partial<Pick<Mapping, 'timeZone' | 'pivot' | 'repeated'>>;
function read(time: Mapping['time'], rows: readonly (readonly string[])[], more: Some = {}): TimeResult[] {
  const mapping: Mapping = { format: 'delimited', timeZone: 'UTC', time, sensors: [], ...more };
  const reader = timeReader(
    mapping,
    columnResolver(['date', 'clock', 'c', 'd', 'e', 'f']),
    Date.UTC(2027, 0, 1),
  );
  return rows.map((cells) => reader.read(cells));
}
const one = (
  time: Mapping['time'],
  cells: readonly string[],
  more: Some = {},
): number | string | undefined => {
  const [result] = read(time, [cells], more);
  return result === undefined ? undefined : 't' in result ? result.t : result.problem;
};
const utc = (...parts: Parameters<typeof Date.UTC>) => Date.UTC(...parts);

describe('R10 one column', () => {
  test.each([
    ['2015-12-18 00:15:00', utc(2015, 11, 18, 0, 15)],
    ['2015/12/8 0:15', utc(2015, 11, 8, 0, 15)],
    ['2015.12.18', utc(2015, 11, 18)],
    ['2015-12-18T00:15:01Z', utc(2015, 11, 18, 0, 15, 1)],
    ['2015-12-18T00:15:01.25+08:00', utc(2015, 11, 17, 16, 15, 1, 250)],
    ['2015-12-18T00:15:01-0330', utc(2015, 11, 18, 3, 45, 1)],
    ['2015-12-18 00:15:01 +05', utc(2015, 11, 17, 19, 15, 1)],
    ['2015年12月18日 4時05分', utc(2015, 11, 18, 4, 5)],
    ['2015年12月18日 4时05分06秒', utc(2015, 11, 18, 4, 5, 6)],
    ['2015-12-18 24:00', utc(2015, 11, 19)],
    ['2022-03-07 16:35:15.611', utc(2022, 2, 7, 16, 35, 15, 611)],
  ])('%s needs no pattern', (cell, expected) => {
    expect(one({ column: 0 }, [cell])).toBe(expected);
  });

  test.each([
    ['DD.MM.YYYY HH:mm', '07.03.2022 16:05', utc(2022, 2, 7, 16, 5)],
    ['D/M/YYYY H:m:s', '7/3/2022 6:05:09', utc(2022, 2, 7, 6, 5, 9)],
    ['M/D/YYYY h:mm:ss A', '3/7/2022 4:05:09 PM', utc(2022, 2, 7, 16, 5, 9)],
    ['M/D/YYYY h:mm A', '3/7/2022 12:05 AM', utc(2022, 2, 7, 0, 5)],
    ['M/D/YYYY h:mm A', '3/7/2022 12:05 PM', utc(2022, 2, 7, 12, 5)],
    ['YYYY/M/D A h:m:s', '2022/3/7 下午 4:05:09', utc(2022, 2, 7, 16, 5, 9)],
    ['YYYY/M/D A h:m', '2022/3/7 午前 4:05', utc(2022, 2, 7, 4, 5)],
    ['YYYYMMDDHHmmss', '20220307160509', utc(2022, 2, 7, 16, 5, 9)],
    ['YYYYMMDDTHHmmssZ', '20220307T160509+0900', utc(2022, 2, 7, 7, 5, 9)],
    ['D-MMM-YYYY HH:mm', '7-Mar-2022 16:05', utc(2022, 2, 7, 16, 5)],
    ['YYYY DDD HHmm', '2016 366 0005', utc(2016, 11, 31, 0, 5)],
    ['YYYY年M月D日 H時m分', '2022年3月7日 16時5分', utc(2022, 2, 7, 16, 5)],
    ["'t='YYYY-MM-DD'h'HH", 't=2022-03-07h16', utc(2022, 2, 7, 16)],
    ['DD.MM.YYYY HH:mm:ss.SSS', '07.03.2022 16:05:09,611', utc(2022, 2, 7, 16, 5, 9, 611)],
  ])('its own pattern %s', (pattern, cell, expected) => {
    expect(one({ column: 0, pattern }, [cell])).toBe(expected);
  });

  test('seconds and milliseconds since 1970', () => {
    expect(one({ column: 0, pattern: 'epoch-s' }, ['1450397700'])).toBe(1_450_397_700_000);
    expect(one({ column: 0, pattern: 'epoch-s' }, ['1450397700.25'])).toBe(1_450_397_700_250);
    expect(one({ column: 0, pattern: 'epoch-ms' }, ['1450397700250'])).toBe(1_450_397_700_250);
    // One for the other is no time that a recording can have.
    expect(one({ column: 0, pattern: 'epoch-s' }, ['1450397700250'])).toBe('timeRange');
    expect(one({ column: 0, pattern: 'epoch-ms' }, ['-5'])).toBe('time');
  });

  test.each([
    '2022-13-07 16:00',
    '2022-02-29 16:00',
    '2022-03-07 25:00',
    '2022-03-07 24:01',
    '2022-03-07 16:60',
    '0022-03-07 16:00',
    '07.03.2022 16:00',
    '',
    'TIMESTAMP',
  ])('%j is no time', (cell) => {
    expect(one({ column: 0 }, [cell])).toBe('time');
  });

  test('times in the future or before the first loggers are reported as out of range', () => {
    expect(one({ column: 0 }, ['2027-01-01 00:00'])).toBe(utc(2027, 0, 1));
    expect(one({ column: 0 }, ['2027-01-01 00:01'])).toBe('timeRange');
    expect(one({ column: 0 }, ['1899-12-31 23:59'])).toBe('timeRange');
    expect(one({ column: 0 }, ['1900-01-01 00:00'])).toBe(utc(1900, 0, 1));
  });
});

describe('R10 several columns', () => {
  test('a date and a time of day', () => {
    const two = { date: 'date', clock: 'clock' } as const;
    expect(one(two, ['2015-12-18', '00:15:30'])).toBe(utc(2015, 11, 18, 0, 15, 30));
    expect(one(two, ['2015/12/18', '1530'])).toBe(utc(2015, 11, 18, 15, 30));
    expect(one({ ...two, pattern: 'D.M.YYYY H:m' }, ['18.12.2015', '7:05'])).toBe(utc(2015, 11, 18, 7, 5));
    expect(one(two, ['2015-12-18', 'noon'])).toBe('time');
  });

  test('the day of the year with HHMM', () => {
    const time = { year: 0, dayOfYear: 1, clock: 2 };
    expect(one(time, ['2015', '352', '5'])).toBe(utc(2015, 11, 18, 0, 5));
    expect(one(time, ['2015', '1', '0'])).toBe(utc(2015, 0, 1));
    expect(one(time, ['2015', '352', '1530'])).toBe(utc(2015, 11, 18, 15, 30));
    expect(one(time, ['2015', '365', '2400'])).toBe(utc(2016, 0, 1));
    expect(one(time, ['2016', '366', '2359'])).toBe(utc(2016, 11, 31, 23, 59));
    expect(one(time, ['2015', '366', '0'])).toBe('time');
    expect(one(time, ['2015', '0', '0'])).toBe('time');
    expect(one(time, ['2015', '352', '1560'])).toBe('time');
    expect(one(time, ['2015', '352', '2401'])).toBe('time');
  });

  test('parts, with an hour and minute or both in one', () => {
    expect(one({ year: 0, month: 1, day: 2, hour: 3, minute: 4 }, ['2015', '08', '17', '18', '15'])).toBe(
      utc(2015, 7, 17, 18, 15),
    );
    expect(one({ year: 0, month: 1, day: 2, clock: 3 }, ['2015', '8', '17', '18:15'])).toBe(
      utc(2015, 7, 17, 18, 15),
    );
    expect(one({ year: 0, month: 1, day: 2 }, ['2015.0', '8.0', '17.0'])).toBe(utc(2015, 7, 17));
    expect(one({ year: 0, month: 1, day: 2 }, ['2015', '8.5', '17'])).toBe('time');
  });

  test.each([
    [{ year: 0 }],
    [{ year: 0, month: 1 }],
    [{ year: 0, month: 1, day: 2, dayOfYear: 3 }],
    [{ year: 0, dayOfYear: 1, clock: 2, hour: 3 }],
  ])('%j makes no day', (time) => {
    expect(() => one(time, [])).toThrow(expect.objectContaining({ messageId: 'import.mapping.timeParts' }));
  });
});

describe('R10 years of two digits', () => {
  test('the pivot says the century', () => {
    const at = (cell: string, pivot: number) =>
      one({ column: 0, pattern: 'DD.MM.YY HH:mm' }, [cell], { pivot });
    expect(at('31.12.69 00:00', 70)).toBe('timeRange');
    expect(at('31.12.25 00:00', 70)).toBe(utc(2025, 11, 31));
    expect(at('01.01.70 00:00', 70)).toBe(utc(1970, 0, 1));
    expect(at('01.01.26 00:00', 26)).toBe(utc(1926, 0, 1));
    expect(at('01.01.25 00:00', 26)).toBe(utc(2025, 0, 1));
    expect(one({ year: 0, dayOfYear: 1, clock: 2 }, ['99', '1', '0'], { pivot: 70 })).toBe(utc(1999, 0, 1));
  });

  test('without one nothing is read', () => {
    expect(() => one({ column: 0, pattern: 'DD.MM.YY' }, ['31.12.25'])).toThrow(
      expect.objectContaining({ messageId: 'import.mapping.pivot' }),
    );
    expect(one({ year: 0, month: 1, day: 2 }, ['15', '8', '17'])).toBe('time');
  });
});

test.each([
  'DD.MM HH:mm',
  'YYYY',
  'YYYY-MM-DD YYYY',
  'YYYY-MM-DD hh:mm',
  'YYYY-MM-DD mm',
  'yyyy-mm-dd',
  'YYYY-MM-DD Q',
])('R10 the pattern %s is refused', (pattern) => {
  expect(() => one({ column: 0, pattern }, ['x'])).toThrow(
    expect.objectContaining({ messageId: 'import.mapping.pattern', params: { pattern } }),
  );
});

describe('R10 zones', () => {
  test.each([
    ['UTC+8', 8],
    ['+08:00', 8],
    ['UTC-03:30', -3.5],
    ['Asia/Kathmandu', 5.75],
    ['Etc/GMT+8', -8],
    ['GMT', 0],
  ])('%s', (timeZone, hours) => {
    expect(one({ column: 0 }, ['2015-12-18 00:15'], { timeZone })).toBe(
      utc(2015, 11, 18, 0, 15) - hours * HOUR,
    );
  });

  test.each(['?', 'Mars/Olympus', 'UTC+15', 'China', 'UTC+8:75'])('%s is refused by its name', (timeZone) => {
    expect(() => one({ column: 0 }, ['2015-12-18 00:15'], { timeZone })).toThrow(
      expect.objectContaining({
        messageId: 'import.mapping.zone',
        params: { zone: timeZone },
        field: 'timeZone',
      }),
    );
  });

  /** Moments at which clocks of a zone show a wall time, found by asking the runtime about each quarter of an hour. */
  function momentsOf(timeZone: string, wall: string): number[] {
    const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    const middle = Date.parse(`${wall.replace(' ', 'T')}Z`);
    const found: number[] = [];
    for (let t = middle - 15 * HOUR; t <= middle + 15 * HOUR; t += 15 * MINUTE) {
      if (format.format(t) === wall) found.push(t);
    }
    return found;
  }

  const year = Array.from({ length: 366 * 24 * 2 }, (_, half) => utc(2024, 0, 1) + half * 30 * MINUTE);
  test.each([
    'America/Los_Angeles',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Antarctica/Troll',
  ])('every half hour of a year in %s has the time that the runtime computes', (timeZone) => {
    const walls = year.map((wall) => new Date(wall).toISOString().slice(0, 16).replace('T', ' '));
    // Days on which clocks change, and some that are like any other.
    const days = walls.filter((wall) => /-(?:03|04|10|11)-\d|-(?:01|07)-0[1-3]/.test(wall));
    let odd = 0;
    const [reported, first, second] = (['none', 'first', 'second'] as const).map((repeated) =>
      read(
        { column: 0 },
        days.map((wall) => [wall]),
        {
          timeZone,
          ...(repeated === 'none' ? {} : { repeated }),
        },
      ),
    );
    for (const [at, wall] of days.entries()) {
      const moments = momentsOf(timeZone, wall);
      const answer = (list: readonly TimeResult[] | undefined) => {
        const result = list?.[at];
        return result === undefined ? undefined : 't' in result ? result.t : result.problem;
      };
      if (moments.length === 1) expect(answer(reported), wall).toBe(moments[0]);
      else {
        odd += 1;
        expect(answer(reported), wall).toBe(moments.length === 0 ? 'skippedTime' : 'doubledTime');
      }
      expect(answer(first), wall).toBe(moments[0] ?? 'skippedTime');
      expect(answer(second), wall).toBe(moments.at(-1) ?? 'skippedTime');
    }
    expect(odd).toBeGreaterThanOrEqual(2);
  }, 300_000);

  test('a repeated hour is read as its rows follow each other', () => {
    const walls = ['01:30', '02:00', '02:30', '02:00', '02:30', '03:00'].map((wall) => [
      `2024-10-27 ${wall}`,
    ]);
    const times = read({ column: 0 }, walls, { timeZone: 'Europe/Berlin', repeated: 'order' });
    expect(
      times.map((one) => ('t' in one ? (one.t - utc(2024, 9, 26, 23, 30)) / MINUTE : one.problem)),
    ).toEqual([0, 30, 60, 90, 120, 150]);
  });
});

test('R10 a mapping that names a time in two ways is refused by its field', () => {
  const mapping = { format: 'delimited', timeZone: 'UTC', time: { column: 0, date: 1 }, sensors: [] };
  expect(() => parseMapping(JSON.stringify(mapping))).toThrow(
    expect.objectContaining({ messageId: 'import.mapping.field' }),
  );
});
