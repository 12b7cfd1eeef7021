/** Sentences in three languages, as they are typed and as they are half typed. */
import { describe, expect, it } from 'vitest';
import en from '../../../../../../locales/en.json' with { type: 'json' };
import ja from '../../../../../../locales/ja.json' with { type: 'json' };
import zh from '../../../../../../locales/zh-chs.json' with { type: 'json' };
import { parameterItems, stationItems } from '../../../../../../src/console/shell/palette/entries.ts';
import { SearchIndex } from '../../../../../../src/console/shell/palette/search/index.ts';
import { parseSentence } from '../../../../../../src/console/shell/palette/sentence/parse.ts';
import type { StationSummary } from '../../../../../../src/contract/sites/stations.ts';

const words = { 'zh-chs': zh, en, ja };
const station = (id: number, code: string, name: string, kinds: number[]) =>
  ({ id, code, name, kinds, sn: `26010${id}`, reading: '', level: 0 }) as unknown as StationSummary;
const tilt = station(1, 'YN-0123', '莲花滑坡3号', [4]);
const crack = station(2, 'YN-0124', '大坪裂缝', [8]);
const stationEntries = stationItems([tilt, crack]);
const stations = { entries: stationEntries, index: new SearchIndex(stationEntries) };
const parameterEntries = parameterItems('en', words);
const parameters = { entries: parameterEntries, index: new SearchIndex(parameterEntries) };
const parse = (text: string, here: StationSummary | null = null) =>
  parseSentence(text, stations, parameters, words, here);
const said = (text: string, here: StationSummary | null = null) => {
  const sentence = parse(text, here);
  const [best] = sentence?.readings ?? [];
  return sentence === null
    ? null
    : [
        sentence.station?.code ?? null,
        best === undefined ? null : `${best.entry.group}/${best.field.id}`,
        best?.value,
      ];
};

describe('a sentence', () => {
  it.each([
    'set @YN-0123 send cycle 10m',
    'Set send cycle @yn0123 600',
    'change @260101 send cycle 600s',
    '设置 @YN-0123 上报周期 10分钟',
    '设置@YN-0123 上报周期 600秒',
    '@YN-0123 送信周期 10分 設定',
    '設定 @YN-0123 送信周期 0.1666666666667h',
    '@YN-0123の送信周期を10分に設定',
    '@YN-0123 送信周期を10分に変更',
    '设置 @YN-0123 上报周期为10分钟',
    '设置 @YN-0123 上报周期10分钟',
    '把 @YN-0123 上报周期设为10分钟',
    '@YN-0123 上报周期改为 600',
  ])('%s', (text) => expect(said(text)).toEqual(['YN-0123', 'rtu/sendCycle', 600]));

  it('without a station means the one on screen, or none', () => {
    expect(said('set send cycle 60', crack)).toEqual(['YN-0124', 'rtu/sendCycle', 60]);
    expect(said('set send cycle 60')).toEqual([null, 'rtu/sendCycle', 60]);
  });
  it.each([
    ['送信周期を10分に設定', 600],
    ['将上报周期设置为10分钟', 600],
    ['高頻度計測をオンに設定', true],
    ['把加密采集设为开', true],
  ])('%s: on the station on screen', (text, value) => expect(said(text, tilt)?.[2]).toBe(value));
  it('half typed has what it has so far', () => {
    expect(parse('set ')).toMatchObject({ verb: 'set', station: null, readings: [] });
    expect(said('set @YN-0123')).toEqual(['YN-0123', null, undefined]);
    expect(said('set @YN-0123 send cycle')).toEqual(['YN-0123', 'rtu/sendCycle', undefined]);
  });
  it('reports a value that the field cannot have', () => {
    const [best] = parse('set @YN-0123 send cycle 5s')?.readings ?? [];
    expect(best?.problem).toMatchObject({ field: 'sendCycle', reason: 'range' });
  });
  it('offers only what the station has', () => {
    const groups = (text: string) => new Set(parse(text)?.readings.map(({ entry }) => entry.group));
    expect(groups('set @YN-0124 alarm value 5mm').has('rain')).toBe(false);
  });
  it.each(['settle', 'send cycle 10m', '', '@YN-0123', 'setsend cycle'])('“%s” is none', (text) =>
    expect(parse(text)).toBeNull());
  it.each([
    'set @',
    'set @@@ 5',
    'set \u0000 \ud800',
    `set ${'x'.repeat(5000)} 5`,
    '設定',
    'set set set',
  ])('takes %j without harm', (text) => expect(() => parse(text)).not.toThrow());
});
