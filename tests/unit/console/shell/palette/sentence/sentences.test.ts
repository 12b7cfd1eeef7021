/** The kept list of sentences: what people type, in three languages, and what it has to be read as. */
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
  commandItems,
  type Entry,
  parameterItems,
  stationItems,
} from '../../../../../../src/console/shell/palette/entries.ts';
import { type Searched, search } from '../../../../../../src/console/shell/palette/results.ts';
import { SearchIndex } from '../../../../../../src/console/shell/palette/search/index.ts';
import { parseAlarmSentence } from '../../../../../../src/console/shell/palette/sentence/alarm-sentence.ts';
import { parseCommandSentence } from '../../../../../../src/console/shell/palette/sentence/command-sentence.ts';
import { parseSentence } from '../../../../../../src/console/shell/palette/sentence/parse.ts';
import type { StationSummary } from '../../../../../../src/contract/sites/stations.ts';
import { alarm } from '../../../features/alarms/alarms.ts';
import sentences from './sentences.json';

const words = { 'zh-chs': zh, en, ja };
const commands = createRegistry([...commandsOf(first), ...commandsOf(later)]).all;
const stations = [
  [1, 'YN-0001', '莲花滑坡1号', 'lian hua hua po 1 hao'],
  [2, 'YN-0002', '莲花滑坡2号', 'lian hua hua po 2 hao'],
  [3, 'YN-0003', 'Zhaotong slope', ''],
  [4, 'YN-0123', '大坪裂缝', 'da ping lie feng'],
  [5, 'JP-0007', '白川トンネル', 'しらかわ トンネル'],
].map(([id, code, name, reading]) => ({
  ...{ id, code, name, reading, sn: `26010${id}`, kinds: [4] },
})) as unknown as StationSummary[];
const alarms = stations.map(({ id }) => alarm({ id: 10 + id, stationId: id, present: 2, peak: 2 }));
const searchable = <E extends Entry>(entries: readonly E[]) => ({ entries, index: new SearchIndex(entries) });
const none = { entries: [], index: new SearchIndex([]) };
const searchedIn = (language: Language): Searched => ({
  commands: searchable(commandItems(commands, [], language, words)),
  parameters: searchable(parameterItems(language, words)),
  stations: searchable(stationItems(stations)),
  ...{ devices: none, alarms: none, openAlarms: none, scripts: none },
});
const all = { en: searchedIn('en'), 'zh-chs': searchedIn('zh-chs'), ja: searchedIn('ja') };

const onStation = /^(chart|commands|parameters|remarks)\.|^stations\.(tab|page)$/;
function contextOf(where: string): CommandContext {
  const isStation = where === 'station';
  return {
    navigation: { address: isStation ? '/station/1/curve' : '/index' },
    session: {
      signedIn: true,
      roleId: 1,
      permissions: commands.flatMap(({ permission }) => permission ?? []),
    },
    screen: {
      situation: ({ id }: { id: string }) => (isStation && onStation.test(id) ? true : null),
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

function readAs({ language, where, text }: (typeof sentences)[number]): string {
  const searched = all[language as Language];
  const context = contextOf(where);
  const ofAlarms = parseAlarmSentence(text, searched.stations, alarms);
  if (ofAlarms !== null) {
    const { act, station, span, note, problem } = ofAlarms;
    if (problem !== null) return problem.type;
    const hours = span === null ? '' : ` ${span / 3_600_000}h`;
    return `${act} ${station?.code}${hours}${note === '' ? '' : ` | ${note}`}`;
  }
  const here = where === 'station' ? (stations[0] ?? null) : null;
  const spoken = parseSentence(text, searched.stations, searched.parameters, words, here);
  if (spoken !== null) {
    if (spoken.unclear !== null) return spoken.unclear.found.length > 1 ? 'ambiguous' : 'unknown';
    const [best] = spoken.readings;
    if (best === undefined) return 'set nothing';
    return `set ${spoken.station?.code} ${best.entry.group}/${best.field.id} ${best.value}`;
  }
  const order = parseCommandSentence(text, searched.stations, searched.commands, words);
  if (order !== null) {
    const [{ entry, args } = { entry: null, args: {} }] = order.readings;
    const { command, tab } = args as { command?: string; tab?: string };
    const what = command !== undefined ? 'order' : tab !== undefined ? 'tab' : 'command';
    return `${what} ${order.station?.code} ${command ?? tab ?? entry?.command.id}`;
  }
  const [row] = search(searched, null, text, context, () => undefined, false).flatMap(({ rows }) => rows);
  return `row ${row?.entry.key ?? ''}`;
}

describe('the kept sentences', () => {
  it('are each asked for once', () => {
    const asked = sentences.map(({ where, text }) => `${where} ${text}`);
    expect(new Set(asked).size).toBe(asked.length);
  });
  it.each(['en', 'zh-chs', 'ja'])('%s: at least 55 of 60 are understood', (language) => {
    const own = sentences.filter((one) => one.language === language);
    expect(own.length).toBeGreaterThanOrEqual(60);
    const wrong = own.flatMap((one) => {
      const read = readAs(one);
      return read === one.reads ? [] : [`${one.text}: ${read}, not ${one.reads}`];
    });
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(own.length - 55);
  });
});
