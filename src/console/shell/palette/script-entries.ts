/** Scripts as the palette finds them: by their titles in every language, their readings, and who keeps them. */

import { scripts } from '../../../../commands/scripts/index.ts';
import type { Language, MessageId } from '../../../base/messages.ts';
import { callOf } from '../../../command/command.ts';
import type { DataOf } from '../../../contract/call.ts';
import type { scripts as scriptsCall } from '../../../contract/scripts.ts';
import { nameOf } from '../../state/scripts/scripts.ts';
import { type CommandEntry, rowKey } from './entries.ts';
import { spellings } from './readings.ts';
import type { SearchField } from './search/index.ts';

type Listed = DataOf<typeof scriptsCall>;
interface ScriptItem {
  /** As addresses name it. */
  readonly script: string;
  readonly fields: readonly SearchField[];
  /** Who keeps it, in which version; null = the library. */
  readonly note: string | null;
}

/** Kept scripts first, then the library. */
export function scriptItems(data: Listed | undefined, language: Language): readonly ScriptItem[] {
  const own = (data?.scripts ?? []).map(({ id, name, owner, version }) => ({
    script: id,
    fields: [{ kind: 'title' as const, text: name }],
    note: `${owner} · v${version}`,
  }));
  const library = (data?.library ?? []).map(({ id, title }) => ({
    script: nameOf({ type: 'library', id }),
    fields: [
      { kind: 'title' as const, text: title?.[language] ?? title?.en ?? id },
      ...Object.entries(title ?? {})
        .filter(([tongue]) => tongue !== language)
        .map(
          ([tongue, text]) =>
            ({ kind: tongue === 'en' ? 'en' : tongue === 'ja' ? 'ja' : 'zh-chs', text }) as const,
        ),
      ...spellings(`library.${id}` as MessageId),
    ],
    note: null,
  }));
  return [...own, ...library];
}

/** Rows that run a script. */
export function scriptEntries(data: Listed | undefined, language: Language): readonly CommandEntry[] {
  return scriptItems(data, language).map(({ script, fields }) => {
    const call = callOf(scripts.run, { script });
    return { type: 'command', key: rowKey(call), icon: scripts.run.icon ?? 'play', ...call, fields };
  });
}
