import { useQuery } from '@tanstack/react-query';
import * as contract from '../../contract/scripts.ts';
import { request } from './client.ts';

export type ScriptDetail = contract.ScriptDetail;
export type ScriptView = contract.ScriptView;
export type LibraryScript = contract.LibraryScript;

/** Under what scripts are cached. */
export const scriptsKey = 'scripts';

/** A script as addresses name it: one that is kept, one of the library, or one that nobody has kept yet. */
export type ScriptName =
  | { readonly type: 'own'; readonly id: string }
  | { readonly type: 'library'; readonly id: string }
  | { readonly type: 'new' };

/** Null and what is no name = a new one. */
export function scriptName(name: string | null): ScriptName {
  if (name !== null && /^[0-9A-Z]{26}$/.test(name)) return { type: 'own', id: name };
  const library = /^library-([a-z0-9-]+)$/.exec(name ?? '')?.[1];
  return library === undefined ? { type: 'new' } : { type: 'library', id: library };
}

/** As `scriptName` reads it. */
export const nameOf = (name: ScriptName): string =>
  name.type === 'own' ? name.id : name.type === 'library' ? `library-${name.id}` : 'new';

/** Scripts that the user may see, and the library. */
export function useScripts(enabled = true) {
  return useQuery({
    enabled,
    queryKey: [scriptsKey, 'list'],
    queryFn: ({ signal }) => request(contract.scripts, { signal }),
    staleTime: 10_000,
  });
}

/** A script with its text: `own` or `library` tells more of it; a new one has neither. */
export interface Source {
  readonly text: string;
  readonly own: ScriptDetail | null;
  readonly library: LibraryScript | null;
}

/** What stands at a name. */
export function useSource(name: ScriptName, fresh: string) {
  return useQuery({
    queryKey: [scriptsKey, 'one', nameOf(name)],
    queryFn: async ({ signal }): Promise<Source> => {
      if (name.type === 'new') return { text: fresh, own: null, library: null };
      if (name.type === 'own') {
        const { script } = await request(contract.script, { params: { scriptId: name.id }, signal });
        return { text: script.text, own: script, library: null };
      }
      const { script, text } = await request(contract.libraryScript, {
        params: { library: name.id },
        signal,
      });
      return { text, own: null, library: script };
    },
    staleTime: 10_000,
  });
}

/** The text of a version; null while none is wanted. */
export function useVersionText(scriptId: string | null, version: number | null) {
  return useQuery({
    queryKey: [scriptsKey, 'version', scriptId, version],
    queryFn: ({ signal }) =>
      request(contract.scriptVersion, {
        params: { scriptId: scriptId ?? '', version: version ?? 1 },
        signal,
      }),
    enabled: scriptId !== null && version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
