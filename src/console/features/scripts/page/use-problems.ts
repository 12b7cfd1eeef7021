import { useMemo, useState } from 'react';
import type { RunDetail } from '../../../../contract/workflows.ts';
import type { CodeProblem } from '../../../components/editor/CodeEditor.tsx';
import { useText } from '../../../components/i18n.ts';
import type { CheckedScript } from '../run/use-running.ts';
import { problemText } from '../words.ts';

const none: readonly CodeProblem[] = [];

/** Problems of the text on screen, and whether they are listed. */
export interface ScriptProblems {
  /** Those of a check or a run of this same text. */
  readonly found: readonly CodeProblem[];
  /** Those of the types, and those that were found. */
  readonly all: readonly CodeProblem[];
  /** How many of all are errors. */
  readonly errors: number;
  readonly isShown: boolean;
  readonly setShown: (isShown: boolean) => void;
  readonly setTypes: (types: readonly CodeProblem[]) => void;
  /** Forgets those of the types, and lists none. */
  readonly clear: () => void;
}

/** Collects the problems of the types, of the last check and of a run. */
export function useProblems(
  text: string,
  checked: CheckedScript | null,
  run: RunDetail | undefined,
): ScriptProblems {
  const words = useText();
  const [types, setTypes] = useState<readonly CodeProblem[]>(none);
  const [isShown, setShown] = useState(false);
  const found = useMemo((): readonly CodeProblem[] => {
    const reported = (
      problem: Parameters<typeof problemText>[0] & { line: number | null; column: number | null },
    ) => ({
      severity: 'error' as const,
      line: problem.line ?? 1,
      column: problem.column ?? 1,
      message: problemText(problem, words),
    });
    if (checked !== null && checked.text === text && checked.problems.length > 0)
      return checked.problems.map(reported);
    return run?.problem != null && run.script === text ? [reported(run.problem)] : none;
  }, [checked, run, text, words]);
  // The editor reports its own markers and those that were set on it.
  const all = useMemo(() => {
    const key = ({ line, message }: CodeProblem) => `${line} ${message}`;
    const known = new Set(types.map(key));
    return [...types, ...found.filter((problem) => !known.has(key(problem)))];
  }, [types, found]);
  const errors = all.filter(({ severity }) => severity === 'error').length;
  const clear = () => {
    setTypes(none);
    setShown(false);
  };
  return { found, all, errors, isShown, setShown, setTypes, clear };
}
