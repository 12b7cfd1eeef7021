import { useState } from 'react';
import { scripts as scriptCommands } from '../../../../../commands/scripts/index.ts';
import { useOffer } from '../../../components/screen.ts';
import type { OpenScript } from '../use-script.ts';
import type { ComparedVersion } from './use-compared.ts';
import type { ScriptProblems } from './use-problems.ts';

/**
 * Offers to take the text that ran, to list the problems, and to go to a place of the text.
 * @param ran the text of the run on screen; undefined where there is no run
 * @returns the place to show in the editor
 */
export function useTextOffers(
  script: OpenScript,
  ran: string | undefined,
  problems: ScriptProblems,
  compared: ComparedVersion,
) {
  const [place, setPlace] = useState<{ line: number; column: number } | null>(null);
  useOffer(scriptCommands.takeRan, () => script.edit(ran ?? script.text), {
    available: ran === undefined ? 'scripts.noRun' : ran === script.text ? 'scripts.sameText' : true,
  });
  useOffer(scriptCommands.problems, () => problems.setShown(!problems.isShown));
  useOffer(
    scriptCommands.place,
    ({ line, column = 1 }) => {
      compared.compare(null);
      setPlace({ line, column });
    },
    {
      choices: () => problems.all.map(({ line, message }) => ({ value: line, label: `${line} ${message}` })),
    },
  );
  return place;
}
