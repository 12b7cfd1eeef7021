/** What the palette lists first of commands, scripts and stations together. */
import { describe, expect, it } from 'vitest';
import { first } from '../../../../../commands/first.ts';
import { later } from '../../../../../commands/later.ts';
import en from '../../../../../locales/en.json';
import ja from '../../../../../locales/ja.json';
import zh from '../../../../../locales/zh-chs.json';
import { commandsOf } from '../../../../../src/command/area.ts';
import type { CommandContext } from '../../../../../src/command/context.ts';
import { createRegistry } from '../../../../../src/command/registry.ts';
import { commandItems, type Entry } from '../../../../../src/console/shell/palette/entries.ts';
import { type Searched, search } from '../../../../../src/console/shell/palette/results.ts';
import { scriptEntries } from '../../../../../src/console/shell/palette/script-entries.ts';
import { SearchIndex } from '../../../../../src/console/shell/palette/search/index.ts';

const words = { 'zh-chs': zh, en, ja };
const searchable = <E extends Entry>(entries: readonly E[]) => ({ entries, index: new SearchIndex(entries) });
const commands = createRegistry([...commandsOf(first), ...commandsOf(later)]).all;
const title = { en: 'Unify send cycles', 'zh-chs': '统一上报周期', ja: '送信周期をそろえる' };
const library = { scripts: [], library: [{ id: 'unify-send-cycle', title }] };

/** Titles of the rows in their order. `offered`: ids of commands that the screen can do now. */
function rows(language: 'en' | 'zh-chs' | 'ja', text: string, offered: readonly string[] = []): string[] {
  const searched: Searched = {
    commands: searchable(commandItems(commands, [], language, words)),
    scripts: searchable(scriptEntries(library as never, language)),
    parameters: searchable([]),
    stations: searchable([]),
    devices: searchable([]),
    alarms: searchable([]),
    openAlarms: searchable([]),
  };
  const context = {
    session: {
      signedIn: true,
      roleId: 0,
      permissions: commands.flatMap(({ permission }) => permission ?? []),
    },
    screen: {
      situation: ({ id }: { id: string }) => (offered.includes(id) ? true : null),
      choices: () => [],
    },
    chart: null,
    plans: { shown: null },
    scripts: { shown: null },
    stations: { open: null, selected: null, neighbour: () => null },
    tabs: { tabs: [], canReopen: false },
  } as unknown as CommandContext;
  return search(searched, null, text, context, () => undefined, false).flatMap(({ rows: found }) =>
    found.map(({ entry }) => entry.fields[0]?.text ?? ''),
  );
}

describe('the first of all rows', () => {
  it('begins with what was typed, before what the screen offers and has it in the midst of a word', () => {
    // かくにん: "uni" in the midst of its romaji. The bell offers the undo on every screen.
    expect(rows('en', 'uni', ['alarms.undo']).slice(0, 2)).toEqual([
      'Unify send cycles',
      'Undo the acknowledgement',
    ]);
  });
  it('is what has a word that begins so, too', () => {
    // かくにん を とりけす: "orik" stands in the midst.
    expect(rows('en', 'orik', ['alarms.undo'])[0]).toBe('Undo the acknowledgement');
    expect(rows('en', 'cycles', ['alarms.undo'])[0]).toBe('Unify send cycles');
  });
  it('is what the screen offers where both begin so', () => {
    expect(rows('en', 'un', ['alarms.undo'])[0]).toBe('Undo the acknowledgement');
  });
});
