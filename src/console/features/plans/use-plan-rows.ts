import { useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { plans } from '../../../../commands/plans/index.ts';
import type { PlanItem } from '../../../contract/plans/plans.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { type Counted, counted, itemLook } from './item-state.ts';
import { linesOf, type PlanLine } from './lines.ts';
import { usePlanText } from './use-plan-text.ts';

export interface PlanRows {
  /** All of the plan's rows, by where they stand. */
  readonly counts: readonly Counted[];
  /** The state that is looked for, as the address has it; '' = any. */
  readonly wanted: string;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly shown: readonly PlanItem[];
  readonly lines: readonly PlanLine[];
}

/** The rows of a plan that are shown: those that stand so, with a text in their station, device or parameter. */
export function usePlanRows(items: readonly PlanItem[], now: number): PlanRows {
  const text = useText();
  const say = usePlanText();
  const [path, navigate] = useLocation();
  const wanted = new URLSearchParams(useSearch()).get('state') ?? '';
  const [search, onSearch] = useState('');
  const counts = useMemo(() => counted(items, now), [items, now]);
  const shown = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    if (wanted === '' && words.length === 0) return items;
    return items.filter((item) => {
      if (wanted !== '' && itemLook(item, now).key !== wanted) return false;
      if (words.length === 0) return true;
      const fields = Object.keys(item.edits).map((id) => say.field(item, id));
      const reported = [
        item.stationCode,
        item.stationName,
        item.sn,
        say.device(item),
        ...fields,
        say.why(item),
        item.reason,
      ];
      const all = reported.join(' ').toLowerCase();
      return words.every((word) => all.includes(word));
    });
  }, [items, now, wanted, search, say]);
  const lines = useMemo(() => linesOf(shown), [shown]);
  useOffer(
    plans.filter,
    ({ state }) => {
      if (state === '') onSearch('');
      navigate(state === '' ? path : `${path}?state=${state}`, { replace: true });
    },
    {
      choices: () => [
        { value: '', label: text('plans.all') },
        ...counts.map(({ key, message }) => ({ value: key, label: text(message) })),
      ],
    },
  );
  return { counts, wanted, search, onSearch, shown, lines };
}
