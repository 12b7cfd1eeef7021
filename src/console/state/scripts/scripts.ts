import { useQuery } from '@tanstack/react-query';
import * as contract from '../../../contract/scripts.ts';
import { checkWorkflow, type WorkflowArgument } from '../../../contract/workflows.ts';
import { request } from '../connection/client.ts';
import { queries } from '../sites/stations.ts';
import { scriptDraft } from './script-drafts.ts';

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

const listOptions = {
  queryKey: [scriptsKey, 'list'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => request(contract.scripts, { signal }),
  staleTime: 10_000,
} as const;

/** The scripts that the user may see and the library, as of a few seconds ago. @throws ApiError */
export const knownScripts = () => queries.fetchQuery(listOptions);

/** Scripts that the user may see, and the library. */
export function useScripts(enabled = true) {
  return useQuery({ ...listOptions, enabled });
}

/** What a script declares as it is edited now; null where its text cannot be run. @throws ApiError */
export async function declaredBy(name: ScriptName): Promise<readonly WorkflowArgument[] | null> {
  const draft = scriptDraft(nameOf(name))?.text;
  if (draft === undefined && name.type === 'library') {
    const { library } = await knownScripts();
    return library.find(({ id }) => id === name.id)?.arguments ?? null;
  }
  const text = async () =>
    name.type === 'own'
      ? (await request(contract.script, { params: { scriptId: name.id } })).script.text
      : '';
  const script = draft ?? (await text());
  if (script.trim() === '') return null;
  const found = await request(checkWorkflow, { body: { script } });
  return found.problems.length > 0 ? null : found.arguments;
}

/** What a script declares; null = none is chosen, it is being read, or its text cannot be run. */
export function useDeclared(script: string): readonly WorkflowArgument[] | null {
  const { data } = useQuery({
    enabled: script !== '',
    queryKey: [scriptsKey, 'declared', script],
    queryFn: () => declaredBy(scriptName(script)),
  });
  return script === '' ? null : (data ?? null);
}

/** A script with its text: `own` or `library` holds more about it; a new one has neither. */
export interface ScriptSource {
  readonly text: string;
  readonly own: contract.ScriptDetail | null;
  readonly library: contract.LibraryScript | null;
}

/** What stands at a name. */
export function useSource(name: ScriptName, fresh: string) {
  return useQuery({
    queryKey: [scriptsKey, 'one', nameOf(name)],
    queryFn: async ({ signal }): Promise<ScriptSource> => {
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
