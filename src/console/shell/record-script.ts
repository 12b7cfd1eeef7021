import type { Language, MessageId } from '../../base/messages.ts';
import { languages } from '../../base/messages.ts';
import { groups } from '../../catalogue/index.ts';
import type { ScriptDeed } from '../../command/script.ts';
import { parametersOf } from '../state/parameters.ts';
import { preferences } from '../state/preferences.ts';
import { type Recorded, recorded } from '../state/recorder.ts';
import { type KnownStation, printRecorded } from '../state/recording/print.ts';
import { setScriptDraft } from '../state/script-drafts.ts';
import { queries, stationListKey } from '../state/stations.ts';
import { readValue } from './palette/sentence/value.ts';
import { loadWords } from './words.ts';

const stationsOf = (deed: ScriptDeed): readonly number[] =>
  deed.type === 'typed' ? deed.stations : [deed.stationId];
const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);

/** A wish of one value for many stations, as sets of their devices. */
async function setsOf(
  { parameter, text, stations }: Extract<ScriptDeed, { type: 'typed' }>,
  words: Readonly<Record<Language, Readonly<Record<string, string>>>>,
): Promise<readonly ScriptDeed[]> {
  const [group = '', id = ''] = parameter.split('.');
  const field = Object.values(groups)
    .find((one) => one.id === group)
    ?.fields.find((one) => one.id === id);
  const value = field === undefined || field.type === 'secret' ? undefined : readValue(field, text, words);
  if (value === undefined) return [];
  const found = await Promise.all(
    stations.map(async (stationId) => {
      const { devices } = await parametersOf(stationId);
      return devices
        .filter((device) => device.groups.some((own) => own.group === group))
        .map(
          ({ target: { slot } }): ScriptDeed => ({
            type: 'set',
            stationId,
            slot,
            group,
            edits: { [id]: value },
          }),
        );
    }),
  );
  return found.flat();
}

/** Makes a script of what was done since the sign-in, as an edit of a script that nobody has kept, and opens it. */
export async function recordScript(
  open: (address: string) => void,
  notify: (message: MessageId, severity: 'info') => void,
  titleOf: (commandId: string) => MessageId,
): Promise<void> {
  const entries = recorded().filter(({ id }) => id !== 'scripts.record');
  if (entries.every(({ deeds, why, secrets }) => deeds.length === 0 && why === null && secrets.length === 0))
    return notify('scripts.nothingRecorded', 'info');
  const all = await Promise.all(languages.map((language) => loadWords(language)));
  const words = Object.fromEntries(languages.map((language, at) => [language, all[at] ?? {}])) as Record<
    Language,
    Readonly<Record<string, string>>
  >;
  const own = words[preferences.language];
  const list = queries.getQueryData<{ stations: { id: number; code: string }[] }>(stationListKey);
  const codes = new Map((list?.stations ?? []).map(({ id, code }) => [id, code]));
  const ids = [...new Set(entries.flatMap(({ deeds }) => deeds.flatMap(stationsOf)))].filter((id) =>
    codes.has(id),
  );
  const known = new Map<number, KnownStation>();
  for (const id of ids) {
    const { devices } = await parametersOf(id);
    const kinds = devices.flatMap(({ target: { slot }, kind }) =>
      slot === null || kind === null ? [] : [[slot, kind] as const],
    );
    known.set(id, { code: codes.get(id) ?? '', kinds: new Map(kinds) });
  }
  const resolved: Recorded[] = [];
  for (const entry of entries) {
    const deeds = await Promise.all(
      entry.deeds.map(async (deed) => (deed.type === 'typed' ? await setsOf(deed, words) : [deed])),
    );
    resolved.push({ ...entry, deeds: deeds.flat() });
  }
  const text = printRecorded(resolved, known, {
    heading: fill(own['scripts.recorded'] ?? '', {
      time: new Date().toLocaleString(preferences.language === 'zh-chs' ? 'zh-CN' : preferences.language),
    }),
    title: (id) => own[titleOf(id)] ?? id,
    why: (reason) => own[`scripts.unrecorded.${reason}`] ?? reason,
  });
  setScriptDraft('new', text, '', 0);
  open('/scripts/new');
}
