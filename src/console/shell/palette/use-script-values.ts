import { useMemo } from 'react';
import type { Language, MessageId } from '../../../base/messages.ts';
import { useRuns } from '../../state/runs.ts';
import { nameOf, useScripts } from '../../state/scripts.ts';
import type { ValueItem } from './pages.ts';
import { spellings } from './readings.ts';
import type { Page } from './use-pages.ts';

/** Scripts or runs where a page asks for one, whatever screen is open; null where it asks for neither. */
export function useScriptValues(page: Page | undefined, language: Language): readonly ValueItem[] | null {
  const name = page?.entry.command.id.startsWith('scripts.') ? page.step.name : '';
  const { data: scripts } = useScripts(name === 'script');
  const { data: runs } = useRuns(name === 'run');
  return useMemo(() => {
    if (name === 'run')
      return (runs?.runs ?? []).map(({ id, title, createdBy }) => ({
        key: id,
        value: id,
        fields: [{ kind: 'title' as const, text: title }],
        note: createdBy,
      }));
    if (name !== 'script') return null;
    const own = (scripts?.scripts ?? []).map(({ id, name: title, owner, version }) => ({
      key: id,
      value: id,
      fields: [{ kind: 'title' as const, text: title }],
      note: `${owner} · v${version}`,
    }));
    const library = (scripts?.library ?? []).map(({ id, title }) => ({
      key: id,
      value: nameOf({ type: 'library', id }),
      fields: [
        { kind: 'title' as const, text: title?.[language] ?? title?.en ?? id },
        ...Object.values(title ?? {}).map((text) => ({ kind: 'reading' as const, text })),
        ...spellings(`library.${id}` as MessageId),
      ],
    }));
    return [...own, ...library];
  }, [name, scripts, runs, language]);
}
