import { useEffect, useRef, useState } from 'react';
import { scripts } from '../../../../../commands/scripts/index.ts';
import { type ArgumentStep, argumentSteps } from '../../../../command/arguments.ts';
import type { Args as CommandArgs, CommandCall } from '../../../../command/command.ts';
import type { CommandContext } from '../../../../command/context.ts';
import type { WorkflowArgument } from '../../../../contract/workflows.ts';
import type { RunArgument, RunArguments } from '../../../components/arguments/argument-value.ts';
import { lastArgs } from '../../../features/scripts/last-args.ts';
import { declaredBy, scriptName } from '../../../state/scripts/scripts.ts';
import type { CommandEntry } from '../entries.ts';
import { shownFor } from '../shown-for.ts';
import { askedField } from './device-values.ts';
import { type AskedArgument, askedAt, stepOf } from './script-pages.ts';

/** A page that asks for an argument of a command. */
export interface PalettePage {
  readonly entry: CommandEntry;
  readonly args: CommandArgs;
  readonly step: ArgumentStep;
  /** Of a script: what it declares, what was given so far, and the argument that this page asks for. */
  readonly script?: {
    readonly declared: readonly WorkflowArgument[];
    readonly given: RunArguments;
    readonly asked: AskedArgument;
  };
}

/** The pages that ask for what a command lacks, one over the other. */
export function usePages(options: {
  /** The station on screen: the one that is meant where a command wants one and none is ticked. */
  readonly station: number | undefined;
  readonly ticked: readonly number[];
  readonly context: CommandContext;
  /** The row of a script: it stands over the pages of its arguments. */
  readonly scriptRow: (script: string) => CommandEntry | undefined;
  /** A page was opened. */
  readonly opened: () => void;
  readonly run: (call: CommandCall) => void;
}) {
  const { station, ticked, context } = options;
  const [pages, setPages] = useState<readonly PalettePage[]>([]);
  const [isLoading, setLoading] = useState(false);
  // A new turn: what still waits for a script's declaration is ignored.
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );
  const page = pages.at(-1);
  const push = (next: PalettePage) => {
    setPages([...pages, next]);
    options.opened();
  };
  const askOrRun = (
    entry: CommandEntry,
    script: string,
    declared: readonly WorkflowArgument[],
    given: RunArguments,
  ) => {
    const asked = askedAt(declared, Object.keys(given).length, lastArgs(script));
    if (asked === null) options.run({ command: entry.command, args: { script, args: given } });
    else push({ entry, args: { script }, step: stepOf(asked), script: { declared, given, asked } });
  };
  /** Asks for the arguments of a script; where they are not known, its panel says why. */
  const askScript = async (entry: CommandEntry, script: string) => {
    turn.current += 1;
    const own = turn.current;
    setLoading(true);
    const declared = await declaredBy(scriptName(script)).catch(() => null);
    if (turn.current !== own) return;
    setLoading(false);
    const row = options.scriptRow(script) ?? entry;
    if (declared === null) options.run({ command: entry.command, args: { script } });
    else askOrRun(row, script, declared, {});
  };
  /** Runs the command, or asks for the first argument that is missing. */
  const go = (entry: CommandEntry, args: CommandArgs) => {
    const filled = { ...args };
    for (const step of argumentSteps(entry.command)) {
      if (step.name in filled) continue;
      const shown = page === undefined ? shownFor(step, context) : null;
      // What is ticked is meant, and no other: of several, one is asked for.
      const meant = ticked.length === 0 ? station : ticked.length === 1 ? ticked[0] : undefined;
      if (step.ask === 'station' && meant !== undefined && page === undefined) filled[step.name] = meant;
      else if (step.ask === 'stations' && ticked.length > 0) filled[step.name] = ticked;
      else if (shown !== null) filled[step.name] = shown;
      // A secret is typed where it is confirmed: no list of what ran keeps it.
      else if (step.ask === 'value' && askedField(filled)?.type === 'secret') filled[step.name] = null;
      else {
        push({ entry, args: filled, step });
        return;
      }
    }
    const { script } = filled;
    if (entry.command === scripts.run && typeof script === 'string') void askScript(entry, script);
    else options.run({ command: entry.command, args: filled });
  };
  return {
    page,
    depth: pages.length,
    /** What a script declares is on its way. */
    isLoading,
    go,
    answer(value: unknown): void {
      if (page === undefined) return;
      const { script, entry, args, step } = page;
      if (script === undefined) go(entry, { ...args, [step.name]: value });
      else {
        const given = { ...script.given, [step.name]: value as RunArgument };
        askOrRun(entry, String(args['script']), script.declared, given);
      }
    },
    back(): void {
      turn.current += 1;
      if (isLoading) setLoading(false);
      else setPages(pages.slice(0, -1));
    },
  };
}
