import { describe, expect, it } from 'vitest';
import en from '../../../../../../locales/en.json';
import ja from '../../../../../../locales/ja.json';
import zh from '../../../../../../locales/zh-chs.json';
import type { MessageId } from '../../../../../../src/base/messages.ts';
import { spellings } from '../../../../../../src/console/shell/palette/readings.ts';
import {
  type SearchField,
  SearchIndex,
  type SearchItem,
  totalCap,
} from '../../../../../../src/console/shell/palette/search/index.ts';

const word = (id: MessageId): SearchItem => ({
  key: id,
  fields: [
    { kind: 'title', text: en[id] },
    { kind: 'zh-chs', text: zh[id] },
    { kind: 'en', text: en[id] },
    { kind: 'ja', text: ja[id] },
    ...spellings(id),
  ],
});
const ids: readonly MessageId[] = [
  'deviceCommand.readAll',
  'deviceCommand.restart',
  'deviceCommand.readParameters',
  'command.session.changePassword',
  'command.preferences.theme',
  'command.navigation.home',
  'command.stations.open',
  'channel.horn.codingRate',
  'field.rtu.sendCycle',
  'kind.crackRs485',
];
const station = (code: string, name: string, reading: string): SearchItem => ({
  key: `station:${code}`,
  fields: [
    { kind: 'title', text: name },
    { kind: 'code', text: code },
    ...(reading === '' ? [] : [{ kind: 'reading', text: reading } as const]),
  ],
});
const items = [
  ...ids.map(word),
  station('YN-0123', '重庆三号边坡', 'chong qing san hao bian po'),
  station('YN-0456', '昭通 大坝', 'zhao tong da ba'),
  station('JP-7', '中央トンネル', 'ちゅうおうトンネル'),
];
const index = new SearchIndex(items);
const find = (query: string) => index.search(query, { limit: 10 }).hits;
const first = (query: string) => items[find(query)[0]?.index ?? -1]?.key;
/** The first hit's shown text with what matched in brackets. */
function shown(query: string): string | undefined {
  const [hit] = find(query);
  if (hit === undefined) return undefined;
  const text = items[hit.index]?.fields[hit.field]?.text ?? '';
  return hit.ranges.reduceRight(
    (marked, [start, end]) => `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`,
    text,
  );
}

describe('three languages and their spellings', () => {
  it.each([
    ['read all', 'deviceCommand.readAll'],
    ['all read', 'deviceCommand.readAll'],
    ['一键读取', 'deviceCommand.readAll'],
    ['读取 一键', 'deviceCommand.readAll'],
    ['yjdq', 'deviceCommand.readAll'],
    ['yi jian du qu', 'deviceCommand.readAll'],
    ['yijianduqu', 'deviceCommand.readAll'],
    ['duqu yijian', 'deviceCommand.readAll'],
    ["yi'jian", 'deviceCommand.readAll'],
    ['一括', 'deviceCommand.readAll'],
    ['いっかつ', 'deviceCommand.readAll'],
    ['イッカツ', 'deviceCommand.readAll'],
    ['ｲｯｶﾂ', 'deviceCommand.readAll'],
    ['ikkatsu', 'deviceCommand.readAll'],
    ['ikkatu', 'deviceCommand.readAll'],
    ['いっk', 'deviceCommand.readAll'],
    ['ikkatsuyomidashi', 'deviceCommand.readAll'],
    ['yomidasi ikkatu', 'deviceCommand.readAll'],
    ['ＲＥＡＤ ＡＬＬ', 'deviceCommand.readAll'],
    ['chongqishebei', 'deviceCommand.restart'],
    ['saikidou', 'deviceCommand.restart'],
    ['saikido', 'deviceCommand.restart'],
    ['bianmalv', 'channel.horn.codingRate'],
    ['bian ma lü', 'channel.horn.codingRate'],
    ['te-ma', 'command.preferences.theme'],
    ['tēma', 'command.preferences.theme'],
    ['soushin', 'field.rtu.sendCycle'],
    ['sousin shuki', 'field.rtu.sendCycle'],
    ['rs485', 'kind.crackRs485'],
    ['cqsh', 'station:YN-0123'],
    ['chongqing bianpo', 'station:YN-0123'],
    ['边坡 yn', 'station:YN-0123'],
    ['tyuuou', 'station:JP-7'],
    ['chuo tonneru', 'station:JP-7'],
  ])('%s finds %s first', (query, key) => expect(first(query)).toBe(key));
});

describe('station numbers', () => {
  it.each(['yn-0123', 'yn0123', 'YN 0123', '0123', 'yn–0123', 'n-0123'])('%s', (query) =>
    expect(first(query)).toBe('station:YN-0123'));
  it('distinguish an exact match from a prefix', () => {
    expect(find('yn0123')[0]?.rank).toBe('exact');
    expect(find('yn-01')[0]?.rank).toBe('prefix');
    expect(find('012')[0]?.rank).toBe('wordStart');
    expect(find('123')[0]?.rank).toBe('inside');
  });
});

describe('slips and shortened words', () => {
  it.each([
    ['a letter missing', 'pasword', 'command.session.changePassword'],
    ['a letter too many', 'passsword', 'command.session.changePassword'],
    ['a wrong letter', 'pastword', 'command.session.changePassword'],
    ['a wrong first letter', 'oassword', 'command.session.changePassword'],
    ['the first letter missing', 'assword', 'command.session.changePassword'],
    ['the first letter twice', 'ppassword', 'command.session.changePassword'],
    ['two letters swapped', 'psasword', 'command.session.changePassword'],
    ['the first two swapped', 'apssword', 'command.session.changePassword'],
    ['in pinyin', 'zhaotogn', 'station:YN-0456'],
    ['scattered', 'chpw', 'command.session.changePassword'],
  ])('%s', (_slip, query, key) => expect(first(query)).toBe(key));
  it('are not looked for in three letters, in numbers, or where enough is found', () => {
    expect(find('tob')).toEqual([]);
    expect(find('0124')).toEqual([]);
    const many = Array.from({ length: 9 }, (_, i) => station(`${i}`, `slope ${i}`, ''));
    const both = new SearchIndex([...many, station('9', 'slape', '')]);
    expect(both.search('slope', { limit: 50 }).total).toBe(9);
    const few = new SearchIndex([...many.slice(0, 3), station('9', 'slape', '')]);
    expect(
      few
        .search('slope', { limit: 50 })
        .hits.map(({ rank }) => rank)
        .at(-1),
    ).toBe('typo');
  });
  it('scattered letters are not looked for in stations', () => {
    expect(new SearchIndex([station('1', 'north slope', '')]).search('nslp', { limit: 5 }).hits).toEqual([]);
  });
});

describe('what matched', () => {
  it.each([
    ['read all', '[Read all] parameters'],
    ['all READ', '[Read all] parameters'],
    ['yn0123', '[YN-0123]'],
    ['yjdq', '[y]i [j]ian [d]u [q]u'],
    ['yijiandu', '[yi jian du] qu'],
    ['chpw', '[Ch]ange [p]ass[w]ord'],
    ['pasword', 'Change [pas]s[word]'],
    ['pastword', 'Change [password]'],
    ['ｲｯｶﾂ', '[いっかつ] よみだし'],
    ['ikk', '[いっか]つ よみだし'],
    ['tonneru', 'ちゅうおう[トンネル]'],
  ])('%s in %s', (query, text) => {
    expect(shown(query)?.replaceAll('] [', ' ')).toBe(text);
  });
  it('is marked in the characters of the original', () => {
    const odd = new SearchIndex([station('1', 'ＡＢ㍻ｶﾞ-É-x', '')]);
    const ranges = (query: string) => odd.search(query, { limit: 1 }).hits[0]?.ranges;
    expect(ranges('ab')).toEqual([[0, 2]]);
    expect(ranges('平成')).toEqual([[2, 3]]);
    expect(ranges('が')).toEqual([[3, 5]]);
    expect(ranges('e')).toEqual([[6, 7]]);
    expect(ranges('x')).toEqual([[8, 9]]);
  });
});

describe('order', () => {
  const names = ['a slope', 'slope', 'xslope', 'slopes', 'slope b', 'my slope', 'slopes'];
  const list = names.map(
    (name, at): SearchItem => ({ key: `k${at}`, fields: [{ kind: 'title', text: name }] }),
  );
  const order = (query: string, recency?: (key: string) => number | undefined) =>
    new SearchIndex(list).search(query, { limit: 50, recency }).hits.map(({ index: at }) => at);
  it('is by rank, then length, then place', () => expect(order('slope')).toEqual([1, 3, 6, 4, 0, 5, 2]));
  it('lets what was used go first among equals', () => {
    const used: Record<string, number> = { k4: 0, k6: 1, k2: 2 };
    expect(order('slope', (key) => used[key])).toEqual([1, 4, 6, 3, 0, 5, 2]);
  });
  it('shows everything for nothing: what was used, then the rest as it stands', () => {
    expect(order('')).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(order(' ', (key) => (key === 'k5' ? 0 : undefined))).toEqual([5, 0, 1, 2, 3, 4, 6]);
  });
  it('leaves out what is not included, also from the count', () => {
    const { hits, total } = new SearchIndex(list).search('slope', {
      limit: 2,
      include: (at) => at % 2 === 1,
    });
    expect([hits.map(({ index: at }) => at), total]).toEqual([[1, 3], 3]);
  });
});

describe('many items', () => {
  const many = Array.from({ length: 3000 }, (_, i) => station(`YN-${i}`, `边坡${i}`, `bian po ${i}`));
  const all = new SearchIndex(many);
  it('are counted up to the cap, the weak and late ones among them found when they were used', () => {
    expect(all.search('bianpo', { limit: 5 }).total).toBe(totalCap);
    const { hits } = all.search('坡', {
      limit: 5,
      recency: (key) => (key === 'station:YN-2999' ? 1 : undefined),
    });
    expect(hits[0]?.index).toBe(2999);
  });
  it('give the exact one although many begin alike', () => {
    expect(all.search('yn-29', { limit: 5 }).hits[0]).toMatchObject({ index: 29, rank: 'exact' });
  });
});

describe('hostile input', () => {
  const fields: readonly SearchField[] = [
    { kind: 'title', text: `.*+?^$\{}()|[]\\` },
    { kind: 'alias', text: '\ud800\udfff\ud83d' },
    { kind: 'reading', text: '' },
  ];
  const odd = new SearchIndex([{ key: 'odd', fields }, { key: 'none', fields: [] }, ...items]);
  it.each([
    ['regex characters', '(.*)[a-z]+$'],
    ['a lone surrogate', '\ud83d'],
    ['a lone surrogate in a word', 're\udc00ad'],
    ['control characters', '\u0000read\u0000'],
    ['combining marks alone', '\u0301\u0301\uff9e'],
    ['many tokens', 'a b c d e f g h i j k l m n o p q r s t u v w x y z'],
    ['right to left', '\u202eread'],
  ])('%s does no harm', (_kind, query) => {
    for (const { ranges, index: at, field } of odd.search(query, { limit: 50 }).hits)
      for (const [start, end] of ranges)
        expect(end - start).toBeLessThanOrEqual(
          [{ fields }, { fields: [] }, ...items][at]?.fields[field]?.text.length ?? 0,
        );
  });
  it('only separators are as good as nothing', () => {
    expect(odd.search(' -/. \ud83d', { limit: 3 }).total).toBe(items.length + 2);
  });
  it('a query of ten thousand characters finds nothing, at once', () => {
    for (const query of ['a'.repeat(10_000), 'a '.repeat(5_000), 'ｶﾞ'.repeat(5_000)])
      expect(odd.search(query, { limit: 50 })).toEqual({ hits: [], total: 0 });
  });
  it('no items, no limit', () => {
    expect(new SearchIndex([]).search('a', { limit: 5 })).toEqual({ hits: [], total: 0 });
    expect(index.search('read', { limit: 0 }).hits).toEqual([]);
  });
});

describe('letters in their order', () => {
  // The last of three stands at `last`; before it, and between them, are others.
  const found = (last: number) => {
    const text = `a${'z'.repeat(4)}b${'z'.repeat(last - 6)}c`;
    const one = new SearchIndex([
      {
        key: 'one',
        fields: [
          { kind: 'title', text },
          { kind: 'en', text },
        ],
      },
    ]);
    return one.search('abc', { limit: 5 }).total;
  };
  it('are found within four times their number, and not beyond', () =>
    expect([found(6), found(11), found(12), found(40)]).toEqual([1, 1, 0, 0]));
});
