import { useEffect, useRef, useState } from 'react';
import { scripts as scriptCommands } from '../../../../../commands/scripts/index.ts';
import type { RunArguments } from '../../../components/arguments/argument-value.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useOffer } from '../../../components/screen.ts';
import type { useChoices } from '../Bar.tsx';
import type { OpenScript } from '../use-script.ts';

/** Offers to open another script, and to run one. */
export function useOpenOffers(options: {
  readonly script: OpenScript;
  readonly choices: ReturnType<typeof useChoices>;
  /** Leaves the script on screen for another one. */
  readonly go: (key: string) => void;
  readonly runWith: (args: RunArguments) => Promise<void>;
}): void {
  const { script, choices, go, runWith } = options;
  const commands = useCommands();
  const all = () => choices.flatMap(({ items }) => items);
  useOffer(scriptCommands.open, ({ script: key }) => go(key), { choices: all });
  // A script that is not on screen is opened first; what it runs is what is then seen.
  const [wanted, setWanted] = useState<{ key: string; args: RunArguments | undefined } | null>(null);
  const isWanted = wanted !== null && wanted.key === script.key && script.source !== undefined;
  const runWanted = useRef(runWith);
  runWanted.current = runWith;
  useEffect(() => {
    if (!isWanted) return;
    setWanted(null);
    if (wanted.args === undefined) commands.run(scriptCommands.check, {}, 'button');
    else void runWanted.current(wanted.args);
  }, [isWanted, wanted, commands]);
  useOffer(
    scriptCommands.run,
    ({ script: key, args }) => {
      if (key !== script.key) go(key);
      setWanted({ key, args: args as RunArguments | undefined });
    },
    { choices: all },
  );
}
