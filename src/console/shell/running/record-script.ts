import { scripts as scriptCommands } from '../../../../commands/scripts/index.ts';
import type { MessageId } from '../../../base/messages.ts';
import { addressOf } from '../../../contract/pages.ts';
import { parametersOf } from '../../state/devices/parameters.ts';
import { preferences } from '../../state/preferences.ts';
import { type KnownStation, printRecorded } from '../../state/recording/print.ts';
import { recorded } from '../../state/recording/recorder.ts';
import { setScriptDraft } from '../../state/scripts/script-drafts.ts';
import { queries, stationListKey } from '../../state/sites/stations.ts';
import { loadWords } from '../words.ts';

const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);

const moment = (at: number) =>
  new Date(at).toLocaleString(preferences.language === 'zh-chs' ? 'zh-CN' : preferences.language);

/** Makes a script of what was done since the sign-in, as an edit of a script that nobody has kept, and opens it. */
export async function recordScript(
  open: (address: string) => void,
  notify: (message: MessageId, severity: 'info') => void,
): Promise<void> {
  const entries = recorded().filter(({ command }) => command !== scriptCommands.record);
  if (entries.every(({ steps, why, secrets }) => steps.length === 0 && why === null && secrets.length === 0))
    return notify('scripts.nothingRecorded', 'info');
  const own = await loadWords(preferences.language);
  const list = queries.getQueryData<{ stations: { id: number; code: string }[] }>(stationListKey);
  const codes = new Map((list?.stations ?? []).map(({ id, code }) => [id, code]));
  const ids = [...new Set(entries.flatMap(({ steps }) => steps.map(({ stationId }) => stationId)))].filter(
    (id) => codes.has(id),
  );
  const known = new Map<number, KnownStation>();
  for (const id of ids) {
    const { devices } = await parametersOf(id);
    const kinds = devices.flatMap(({ target: { slot }, kind }) =>
      slot === null || kind === null ? [] : [[slot, kind] as const],
    );
    known.set(id, { code: codes.get(id) ?? '', kinds: new Map(kinds) });
  }
  const text = printRecorded(entries, known, {
    heading: fill(own['scripts.recorded'] ?? '', { time: moment(Date.now()) }),
    title: ({ id, title }) => own[title] ?? id,
    why: (reason) => own[`scripts.unrecorded.${reason}`] ?? reason,
    left: (as, what) => fill(own[`scripts.record.${as}`] ?? '{what}', { what }),
    remark: (station, at, said) =>
      fill(own['scripts.record.remark'] ?? '', { station, time: moment(at), text: said }),
  });
  setScriptDraft('new', text, '', 0);
  open(addressOf('scripts', { script: 'new' }));
}
