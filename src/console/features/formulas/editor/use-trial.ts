import { useEffect, useMemo, useRef, useState } from 'react';
import type { FormulaDraft } from '../../../../contract/sites/formulas.ts';
import { useText } from '../../../components/i18n.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { useFormulaTrial } from '../../../state/sites/formulas.ts';
import { draftOf, isAge } from './draft.ts';
import type { FormulaEditor, FormulaFormProps } from './use-formula-form.ts';

/** Days that a draft is tried on. */
export const trialDays = 7;
/** Somebody who types has paused, ms. */
const pause = 500;

/** What a draft gives. */
export interface FormulaTrial {
  /** The one that `found` is of: the last that could be computed; null = none could yet. */
  readonly draft: FormulaDraft | null;
  /** True while what is typed is another one, which cannot be computed. */
  readonly isOld: boolean;
  readonly found: {
    readonly t: readonly number[];
    readonly value: readonly number[];
    readonly missing: number;
  } | null;
  /** Why the server does not compute it, in words. */
  readonly problem: string | null;
}

/** What is asked for after a pause: an answer for each letter that is typed would only be thrown away. */
function useRested(draft: FormulaDraft | null): FormulaDraft | null {
  const text = JSON.stringify(draft);
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return useMemo(() => JSON.parse(rested) as FormulaDraft | null, [rested]);
}

/** Tries what is typed, once it can be computed, on the last days; nothing is stored. */
export function useTrial(
  { form, read, byKey }: FormulaEditor,
  { detail, language }: FormulaFormProps,
): FormulaTrial {
  const text = useText();
  const { values } = form;
  // What it is called and how it is shown says nothing about its values.
  const nameless = { ...values, 'names.zh-chs': '', 'names.en': '', 'names.ja': '', digits: '5' };
  const isRight = read.problem === null && isAge(values);
  const rested = useRested(isRight ? draftOf(nameless, language, read.unit, byKey) : null);
  const last = useRef(rested);
  if (rested !== null) last.current = rested;
  const draft = last.current;
  const trial = useFormulaTrial(detail.summary.id, draft, trialDays);
  const isRefused = trial.error !== null && !trial.isFetching;
  return {
    draft,
    isOld: !isRight,
    found: trial.error === null ? (trial.data ?? null) : null,
    problem: isRefused && isRight ? reasonOf(trial.error, text) : null,
  };
}
