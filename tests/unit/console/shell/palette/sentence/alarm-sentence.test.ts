/** Sentences about alarms in three languages: which alarms they mean, and why they do nothing. */
import { describe, expect, it } from 'vitest';
import { stationItems } from '../../../../../../src/console/shell/palette/entries.ts';
import { SearchIndex } from '../../../../../../src/console/shell/palette/search/index.ts';
import { parseAlarmSentence } from '../../../../../../src/console/shell/palette/sentence/alarm-sentence.ts';
import type { StationSummary } from '../../../../../../src/contract/sites/stations.ts';
import { alarm } from '../../../features/alarms/alarms.ts';

const station = (id: number, code: string, name: string) =>
  ({ id, code, name, kinds: [4], sn: `26010${id}`, reading: '', level: 0 }) as unknown as StationSummary;
const entries = stationItems([
  station(1, 'YN-0123', '莲花滑坡3号'),
  station(2, 'YN-0124', '大坪裂缝'),
  station(3, 'YN-0125', '静かな斜面'),
]);
const stations = { entries, index: new SearchIndex(entries) };
const answer = { userId: 1, accountName: 'op.lin', at: 5, note: '' };
const shelf = { userId: 1, accountName: 'op.lin', at: 5, until: 9, reason: 'x' };
const closed = { userId: 1, accountName: 'op.lin', at: 5, why: 'answered' as const, finding: null, note: '' };
const known = [
  alarm({ id: 10, stationId: 1, present: 1, peak: 1 }),
  alarm({ id: 11, stationId: 1, present: 3, peak: 3 }),
  alarm({ id: 12, stationId: 1, present: 2, peak: 2, answer }),
  alarm({ id: 13, stationId: 1, present: 1, peak: 1, closed }),
  alarm({ id: 20, stationId: 2, present: 1, peak: 1, answer, shelf }),
];
const parse = (text: string) => parseAlarmSentence(text, stations, known);
const meant = (text: string) => parse(text)?.alarms.map(({ id }) => id);

describe('a sentence about alarms', () => {
  it.each([
    'ack @YN-0123',
    'Acknowledge @yn-0123',
    'ack @260101',
    '确认 @YN-0123',
    '确认@YN-0123的报警',
    '@YN-0123 确认',
    '確認 @YN-0123',
    '@YN-0123を確認',
    '@YN-0123の警報を確認',
    '@YN-0123 確認する',
    'ack @莲花滑坡3号',
  ])('%s: acknowledges what nobody has answered, the worst first', (text) => {
    expect(parse(text)).toMatchObject({ act: 'acknowledge', note: '', problem: null });
    expect(meant(text)).toEqual([11, 10]);
  });
  it.each([
    ['ack @YN-0123 rain began', 'rain began'],
    ['ack @YN-0123: alarm was false', 'alarm was false'],
    ['确认 @YN-0123 已派人', '已派人'],
    ['@YN-0123を確認 巡視中', '巡視中'],
    ['comment @YN-0123 team called', 'team called'],
    ['备注 @YN-0123 已派人', '已派人'],
    ['@YN-0123 コメント 巡視中', '巡視中'],
  ])('%s: its note', (text, note) => expect(parse(text)?.note).toBe(note));
  it.each([
    ['shelve @YN-0123 for 2h grouting', 2, 'grouting'],
    ['shelve @YN-0123 30min', 0.5, ''],
    ['shelve @YN-0123 for 2 hours', 2, ''],
    ['暂挂 @YN-0123 2小时 注浆', 2, '注浆'],
    ['@YN-0123を2時間保留 注入工事', 2, '注入工事'],
    ['保留 @YN-0123 1日', 24, ''],
  ])('%s: for %d h', (text, hours, note) => {
    expect(parse(text)).toMatchObject({ act: 'shelve', span: hours * 3_600_000, note, problem: null });
    expect(meant(text)).toEqual([11, 12, 10]);
  });
  it('a shelf without a length is asked for it; what follows is the reason', () => {
    expect(parse('shelve @YN-0123 grouting')).toMatchObject({ span: null, note: 'grouting', problem: null });
  });
  it.each([
    ['ack @', { type: 'noStation' }],
    ['ack @nowhere', { type: 'unknownStation', named: 'nowhere' }],
    [
      'ack @YN-012',
      { type: 'ambiguous', named: 'YN-012', codes: ['YN-0124', 'YN-0125', 'YN-0123'], total: 3 },
    ],
    ['ack @YN-0125', { type: 'noAlarm', act: 'acknowledge', open: 0 }],
    ['ack @YN-0124', { type: 'noAlarm', act: 'acknowledge', open: 1 }],
    ['shelve @YN-0124 1h', { type: 'noAlarm', act: 'shelve', open: 1 }],
  ])('%s does nothing, and says why', (text, problem) => {
    expect(parse(text)?.problem).toMatchObject(problem);
    expect(meant(text)).toEqual([]);
  });
  it.each([
    ['shelve @YN-0123 for tomorrow', 'tomorrow'],
    ['shelve @YN-0123 for', ''],
    ['shelve @YN-0123 12 parsecs', '12'],
    ['shelve @YN-0123 0h', '0h'],
  ])('%s: no length of time', (text, said) =>
    expect(parse(text)?.problem).toEqual({ type: 'badSpan', said }));
  it('a shelf is bounded by the worst of the alarms, both sides', () => {
    expect(parse('shelve @YN-0123 24h x')?.problem).toBeNull();
    expect(parse('shelve @YN-0123 24.1h x')?.problem).toEqual({
      type: 'tooLong',
      rank: 3,
      longest: 86_400_000,
    });
  });
  it.each([
    'ack',
    'acknowledge',
    '确认',
    'ackn @YN-0123',
    'set @YN-0123 send cycle 10m',
    '@YN-0123',
    'note that',
    '',
  ])('“%s” is none', (text) => expect(parse(text)).toBeNull());
  it.each([
    'ack @@@',
    'ack \u0000@ \ud800',
    `ack @${'x'.repeat(5000)}`,
    '確認',
    '@確認',
    '@@確認@',
  ])('takes %j without harm', (text) => expect(() => parse(text)).not.toThrow());
});
