import { useState } from 'react';
import type { Text } from '../../components/i18n.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { useChange } from '../../state/connection/change.ts';
import { foldersKey } from '../../state/folders/folders.ts';

/** A change of folders. @param unwatch the user has said that rules may watch no more what leaves a folder */
export type FolderChange = (unwatch: boolean) => Promise<unknown>;

/** What is asked before rules watch something no more. */
export interface UnwatchQuestion {
  /** Which rules, and which stations. */
  readonly sentence: string;
  readonly answer: (yes: boolean) => void;
}

/** Runs changes of folders; one by which rules would watch stations no more is done once the user has said so. */
export function useAsking(text: Text) {
  const [question, setQuestion] = useState<UnwatchQuestion | null>(null);
  const plain = useChange(foldersKey, text);
  const ask = (sentence: string) =>
    new Promise<boolean>((resolve) =>
      setQuestion({
        sentence,
        answer: (yes) => {
          setQuestion(null);
          resolve(yes);
        },
      }),
    );
  const change = (work: FolderChange) =>
    plain(async () => {
      try {
        await work(false);
      } catch (error) {
        if (!(error instanceof ApiError) || error.messageId !== 'folders.unwatches') throw error;
        if (await ask(error.message)) await work(true);
      }
    });
  return { change, question };
}
