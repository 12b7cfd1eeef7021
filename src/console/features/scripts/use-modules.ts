import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { workflowModules } from '../../../contract/workflows.ts';
import { moduleImports, modulePrefix } from '../../../script/modules.ts';
import type { EditorModule } from '../../components/editor/CodeEditor.tsx';
import { request } from '../../state/connection/client.ts';
import { scriptsKey, useScripts } from '../../state/scripts/scripts.ts';

/** Scripts that the text on screen may import, those that it imports with their texts as a run would find them now. */
export function useModules(text: string): readonly EditorModule[] {
  const { data: known } = useScripts();
  const names = useMemo(
    () => [...new Set((known?.scripts ?? []).map(({ name }) => name))].toSorted(),
    [known],
  );
  // While a name is typed it is none yet, and nothing is asked.
  const imported = useMemo(() => {
    const found = new Set(moduleImports(text).map(({ name }) => name));
    return names.filter((name) => found.has(name));
  }, [text, names]);
  const { data } = useQuery({
    queryKey: [scriptsKey, 'modules', ...imported],
    queryFn: ({ signal }) => {
      const script = imported.map((name) => `import '${modulePrefix}${name}';`).join('\n');
      return request(workflowModules, { body: { script }, signal });
    },
    enabled: imported.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  return useMemo(() => {
    const texts = new Map((imported.length === 0 ? [] : (data?.modules ?? [])).map((one) => [one.name, one]));
    const all = [...new Set([...names, ...texts.keys()])];
    return all.map((name) => ({
      name: `${modulePrefix}${name}`,
      id: texts.get(name)?.script ?? null,
      text: texts.get(name)?.text ?? '',
    }));
  }, [names, data, imported]);
}
