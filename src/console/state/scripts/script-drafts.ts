/** Edits of scripts that were not saved: kept while the console is open, whatever page is shown. */

import { proxy, ref, useSnapshot } from 'valtio';
import { addressOf } from '../../../contract/pages.ts';
import { keepUnsaved } from '../tabs.ts';

/** What a script was edited to, and the revision that it was begun on (0 = it was never kept). */
export interface ScriptDraft {
  readonly text: string;
  readonly revision: number;
}

const drafts = proxy<{ of: Readonly<Record<string, ScriptDraft>> }>({ of: {} });

function keep(of: Readonly<Record<string, ScriptDraft>>): void {
  drafts.of = ref(of);
  const pages = Object.keys(of).length === 0 ? [] : [[addressOf('scripts', {}), () => keep({})] as const];
  keepUnsaved('scripts', new Map(pages));
}

/** Keeps an edit; a text that is as it was saved is none. `name`: state/scripts nameOf. */
export function setScriptDraft(name: string, text: string, saved: string, revision: number): void {
  const { [name]: before, ...others } = drafts.of;
  if (text === saved && before === undefined) return;
  if (text === saved) keep(others);
  else keep({ ...drafts.of, [name]: { text, revision: before?.revision ?? revision } });
}

export function clearScriptDraft(name: string): void {
  const { [name]: own, ...others } = drafts.of;
  if (own !== undefined) keep(others);
}

/** Goes on with an edit as of a newer revision: what others saved meanwhile is known. */
export function rebaseScriptDraft(name: string, revision: number): void {
  const own = drafts.of[name];
  if (own !== undefined) keep({ ...drafts.of, [name]: { ...own, revision } });
}

/** The edit of a script as it is now; null = as it was saved. */
export const scriptDraft = (name: string): ScriptDraft | null => drafts.of[name] ?? null;

/** The edit of a script; null = as it was saved. */
export function useScriptDraft(name: string): ScriptDraft | null {
  // At once: an editor that is drawn a turn later loses its cursor's place.
  const { of } = useSnapshot(drafts, { sync: true });
  return (of as Readonly<Record<string, ScriptDraft>>)[name] ?? null;
}
