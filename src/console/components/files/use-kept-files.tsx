import { useState } from 'react';
import type { plans } from '../../../../commands/plans/index.ts';
import type { remarks } from '../../../../commands/remarks.ts';
import type { MessageId } from '../../../base/messages.ts';
import { Confirm } from '../dialog/Confirm.tsx';
import { useText } from '../i18n.ts';
import { useOffer } from '../screen.ts';
import type { ShownFile } from './use-picture.ts';

/**
 * Files that hang on something: offers to keep those that were chosen and to remove one after a question.
 * @returns why something was refused, and the question while it is asked
 */
export function useKeptFiles(given: {
  /** Those that were chosen and are not kept yet. */
  readonly fresh: {
    readonly ids: readonly number[];
    readonly obstacle: string | null;
    readonly clear: () => void;
  };
  /** Runs a change and answers why it was refused; null = it was not. */
  readonly change: (work: () => Promise<unknown>) => Promise<{ readonly sentence: string | null } | null>;
  readonly files: readonly ShownFile[];
  /** Message that asks whether a file, `name`, is to be removed. */
  readonly ask: MessageId;
  readonly commands: Pick<typeof plans | typeof remarks, 'keepFiles' | 'removeFile'>;
  readonly add: (uploadIds: readonly number[]) => Promise<unknown>;
  readonly remove: (uploadId: number) => Promise<unknown>;
}) {
  const { fresh, change, files, ask, commands, add, remove } = given;
  const text = useText();
  const [asked, setAsked] = useState<ShownFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (work: () => Promise<unknown>) => {
    const refused = await change(work);
    setProblem(refused?.sentence ?? null);
    return refused === null;
  };
  useOffer(
    commands.keepFiles,
    async () => {
      if (await run(() => add(fresh.ids))) fresh.clear();
    },
    { available: fresh.ids.length > 0 && fresh.obstacle === null ? true : 'files.chooseFirst' },
  );
  useOffer(commands.removeFile, ({ uploadId }) => setAsked(files.find(({ id }) => id === uploadId) ?? null), {
    available: files.length > 0 ? true : 'files.none',
    choices: () => files.map(({ id, name }) => ({ value: id, label: name })),
  });
  const question = asked !== null && (
    <Confirm
      question={text(ask, { name: asked.name })}
      confirm={text('remarks.delete')}
      onAnswer={(yes) => {
        setAsked(null);
        if (yes) void run(() => remove(asked.id));
      }}
    />
  );
  return { problem, question };
}
