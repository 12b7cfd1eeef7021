import { useState } from 'react';
import { type ArgumentStep, argumentSteps } from '../../../command/arguments.ts';
import { askedField } from './device-values.ts';
import type { Call, CommandEntry } from './entries.ts';

/** A page that asks for an argument of a command. */
export interface Page {
  readonly entry: CommandEntry;
  readonly args: Readonly<Record<string, unknown>>;
  readonly step: ArgumentStep;
}

/** The pages that ask for what a command lacks, one over the other. */
export function usePages(options: {
  /** The station on screen: the one that is meant where a command wants one. */
  readonly station: number | undefined;
  readonly ticked: readonly number[];
  /** A page was opened. */
  readonly opened: () => void;
  readonly run: (call: Call) => void;
}) {
  const { station, ticked } = options;
  const [pages, setPages] = useState<readonly Page[]>([]);
  const page = pages.at(-1);
  /** Runs the command, or asks for the first argument that is missing. */
  const go = (entry: CommandEntry, args: Readonly<Record<string, unknown>>) => {
    const filled = { ...args };
    for (const step of argumentSteps(entry.command)) {
      if (step.name in filled) continue;
      if (step.ask === 'station' && station !== undefined && page === undefined) filled[step.name] = station;
      else if (step.ask === 'stations' && ticked.length > 0) filled[step.name] = ticked;
      // A secret is typed where it is confirmed: no list of what ran keeps it.
      else if (step.ask === 'value' && askedField(filled)?.type === 'secret') filled[step.name] = null;
      else {
        setPages([...pages, { entry, args: filled, step }]);
        options.opened();
        return;
      }
    }
    options.run({ id: entry.call.id, args: filled });
  };
  return {
    page,
    depth: pages.length,
    go,
    answer(value: unknown): void {
      if (page !== undefined) go(page.entry, { ...page.args, [page.step.name]: value });
    },
    back: () => setPages(pages.slice(0, -1)),
  };
}
