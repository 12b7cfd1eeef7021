import { useEffect } from 'react';
import {
  clearScriptDraft,
  rebaseScriptDraft,
  setScriptDraft,
  useScriptDraft,
} from '../../state/scripts/script-drafts.ts';
import { nameOf, type ScriptName, type ScriptSource, useSource } from '../../state/scripts/scripts.ts';

/** What a script that nobody has kept yet begins as. */
const fresh = `import { fleet, log, plan } from 'groundwatch';

`;

export interface OpenScript {
  readonly name: ScriptName;
  /** state/scripts nameOf. */
  readonly key: string;
  /** Undefined while it is on its way. */
  readonly source: ScriptSource | undefined;
  readonly error: unknown;
  /** As it is edited. */
  readonly text: string;
  readonly isEdited: boolean;
  /** Somebody saved it since the edit was begun. */
  readonly isBehind: boolean;
  edit(text: string): void;
  revert(): void;
  refetch(): void;
}

/** A script with what was typed into it and not saved. */
export function useScript(name: ScriptName): OpenScript {
  const key = nameOf(name);
  const { data: source, error, refetch } = useSource(name, fresh);
  const draft = useScriptDraft(key);
  const revision = source?.own?.revision ?? 0;
  const saved = source?.text ?? '';
  // The same text as was saved elsewhere is no edit any more.
  useEffect(() => {
    if (source !== undefined && draft?.text === source.text) clearScriptDraft(key);
  }, [source, draft, key]);
  return {
    name,
    key,
    source,
    error,
    text: draft?.text ?? saved,
    isEdited: draft !== null && draft.text !== saved,
    isBehind: draft !== null && draft.revision !== 0 && draft.revision < revision,
    edit: (text) => source !== undefined && setScriptDraft(key, text, saved, revision),
    revert: () => clearScriptDraft(key),
    refetch: () => void refetch(),
  };
}

export { rebaseScriptDraft };
