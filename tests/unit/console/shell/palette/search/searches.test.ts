/** The kept list of searches: what people type, in three languages, and what has to be found first. */
import { describe, expect, it } from 'vitest';
import { first } from '../../../../../../commands/first.ts';
import { later } from '../../../../../../commands/later.ts';
import en from '../../../../../../locales/en.json';
import ja from '../../../../../../locales/ja.json';
import zh from '../../../../../../locales/zh-chs.json';
import type { Language } from '../../../../../../src/base/messages.ts';
import { commandsOf } from '../../../../../../src/command/area.ts';
import type { CommandContext } from '../../../../../../src/command/context.ts';
import { createRegistry } from '../../../../../../src/command/registry.ts';
import {
  alarmItems,
  commandItems,
  deviceItems,
  type Entry,
  parameterItems,
  stationItems,
} from '../../../../../../src/console/shell/palette/entries.ts';
import { type Searched, search } from '../../../../../../src/console/shell/palette/results.ts';
import { SearchIndex } from '../../../../../../src/console/shell/palette/search/index.ts';
import type { StationSummary } from '../../../../../../src/contract/sites/stations.ts';
import searches from './searches.json';

const words = { 'zh-chs': zh, en, ja };
const commands = createRegistry([...commandsOf(first), ...commandsOf(later)]).all;
const stations = [
  [1, 'YN-0001', 'Zhaotong slope', ''],
  [2, 'YN-0002', '柳家坪滑坡', 'liu jia ping hua po'],
  [3, 'YN-0123', '溪洛渡大坝', 'xi luo du da ba'],
  [4, 'JP-0007', '白川トンネル', 'しらかわ トンネル'],
].map(([id, code, name, reading]) => ({ id, code, name, sn: `RTU000${id}`, reading })) as StationSummary[];
const devices = stations.map(({ id, sn }) => ({
  stationId: id,
  sn: sn ?? '',
  imei: `86000000000002${id === 2 ? 7 : id}`,
  iccid: `8986000000000000003${id === 3 ? 8 : id}`,
}));
const searchable = <E extends Entry>(entries: readonly E[]) => ({ entries, index: new SearchIndex(entries) });
const ofLanguage = new Map<Language, Searched>();
function searchedIn(language: Language): Searched {
  const known = ofLanguage.get(language) ?? {
    commands: searchable(commandItems(commands, [], language, words)),
    parameters: searchable(parameterItems(language, words)),
    stations: searchable(stationItems(stations)),
    devices: searchable(deviceItems(devices, stations)),
    alarms: searchable(alarmItems([], stations, language, words)),
    openAlarms: searchable([]),
    scripts: searchable([]),
  };
  ofLanguage.set(language, known);
  return known;
}

/** What the two screens offer themselves, by the ids of commands. */
const onStation = /^(chart|commands|parameters|remarks)\.|^stations\.(tab|page)$/;
const onHome = /^stations\.(state|level|silence|project|kind|filter|sort|export)$/;

/** The home page, or a station's page with its curve. */
function contextOf(where: string): CommandContext {
  const isStation = where === 'station';
  return {
    navigation: { address: isStation ? '/station/1/curve' : '/index' },
    session: {
      signedIn: true,
      roleId: 1,
      permissions: commands.flatMap(({ permission }) => permission ?? []),
    },
    preferences: { language: 'en', theme: 'd2', themes: [], sideCollapsed: false },
    palette: { shown: true },
    screen: {
      situation: ({ id }: { id: string }) => ((isStation ? onStation : onHome).test(id) ? true : null),
      choices: () => [],
    },
    chart: isStation ? {} : null,
    plans: { shown: null },
    scripts: { shown: null },
    stations: { open: isStation ? 1 : null, selected: null, neighbour: () => 2 },
    tabs: { tabs: [{ address: '/index' }], active: '/index', canReopen: false },
    notices: { shown: [] },
  } as unknown as CommandContext;
}

const keysOf = ({ language, where, query }: (typeof searches)[number]): string[] =>
  search(searchedIn(language as Language), null, query, contextOf(where), () => undefined, false).flatMap(
    ({ rows }) => rows.map(({ entry }) => entry.key),
  );

/** Rows above the best of those that are meant; of what nothing is meant by, all rows. */
function placeOf(one: (typeof searches)[number]): number {
  const keys = keysOf(one);
  if (one.finds.length === 0) return keys.length;
  const found = keys.findIndex((key) => one.finds.includes(key));
  return found < 0 ? Number.POSITIVE_INFINITY : found;
}

describe('the kept searches', () => {
  const places = searches.map((one) => ({ one, place: placeOf(one) }));
  const missed = (most: number) =>
    places
      .filter(({ place }) => place > most)
      .map(({ one, place }) => `${one.language} ${one.query}: ${place}`);

  it('are at least 150, in three languages, and each is asked for once', () => {
    expect(searches.length).toBeGreaterThanOrEqual(150);
    const asked = searches.map(({ language, where, query }) => `${language} ${where} ${query}`);
    expect(new Set(asked).size).toBe(asked.length);
    for (const language of ['en', 'zh-chs', 'ja'])
      expect(searches.filter((one) => one.language === language).length).toBeGreaterThan(40);
  });
  it('find what is meant first in 95 of 100', () =>
    expect(missed(0).length, missed(0).join('\n')).toBeLessThanOrEqual(searches.length * 0.05));
  it('find it among the first three in 99 of 100', () =>
    expect(missed(2).length, missed(2).join('\n')).toBeLessThanOrEqual(searches.length * 0.01));
  it('ask for rows that exist', () => {
    const known = new Set(
      (['en', 'zh-chs', 'ja'] as const).flatMap((language) =>
        Object.values(searchedIn(language)).flatMap(({ entries }) =>
          entries.map(({ key }: { key: string }) => key),
        ),
      ),
    );
    expect(searches.flatMap(({ finds }) => finds).filter((key) => !known.has(key))).toEqual([]);
  });
});
