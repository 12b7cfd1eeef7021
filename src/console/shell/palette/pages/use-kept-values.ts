import { useMemo } from 'react';
import type { Language } from '../../../../base/messages.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { usePlans } from '../../../state/plans/plans.ts';
import { useRuns } from '../../../state/scripts/runs.ts';
import { useScripts } from '../../../state/scripts/scripts.ts';
import { scriptItems } from '../script-entries.ts';
import type { ValueItem } from './pages.ts';
import type { PalettePage } from './use-pages.ts';

/** What the server keeps, listed where a page asks for one of it. */
export interface KeptValues {
  readonly values: readonly ValueItem[];
  /** `failed`: why is in `error`. */
  readonly state: 'loading' | 'failed' | 'there';
  readonly error: unknown;
}

const none = { data: undefined, error: null };

/** Plans, runs or scripts where a page asks for one, whatever screen is open; null where it asks for none of them. */
export function useKeptValues(
  page: PalettePage | undefined,
  language: Language,
  now: number,
): KeptValues | null {
  const text = useText();
  const format = useFormat();
  const { ask, states } = page?.step ?? {};
  const kind = ask === 'plan' || ask === 'run' || ask === 'script' ? ask : null;
  const plans = usePlans(kind === 'plan');
  const runs = useRuns(kind === 'run');
  const scripts = useScripts(kind === 'script');
  const { data, error } = kind === null ? none : { plan: plans, run: runs, script: scripts }[kind];
  const kept = scripts.data;
  const listed = kind === 'plan' ? plans.data?.plans : kind === 'run' ? runs.data?.runs : undefined;
  const minute = Math.floor(now / 60_000);
  const values = useMemo((): readonly ValueItem[] => {
    if (kind === 'script')
      return scriptItems(kept, language).map(({ script, fields, note }) => ({
        key: script,
        value: script,
        fields,
        note: note ?? text('scripts.is.library'),
      }));
    const fits = ({ state }: { readonly state: string }) => states === undefined || states.includes(state);
    return (listed ?? []).filter(fits).map((one) => {
      const { id, title, createdAt, createdBy } = one;
      const state = text('planId' in one ? `runState.${one.state}` : `planState.${one.state}`);
      const age = format.duration(Math.max(0, (minute + 1) * 60_000 - createdAt));
      const note = [state, createdBy, age].filter((part) => part !== null).join(' · ');
      const fields = [
        { kind: 'title' as const, text: title },
        { kind: 'alias' as const, text: note },
      ];
      return { key: id, value: id, fields, note };
    });
  }, [kind, kept, listed, states, language, minute, text, format]);
  const state = data !== undefined ? 'there' : error === null ? 'loading' : 'failed';
  return useMemo(() => (kind === null ? null : { values, state, error }), [kind, values, state, error]);
}
