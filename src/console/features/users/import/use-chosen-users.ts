import { type ChangeEvent, useRef, useState } from 'react';
import { loadChunk } from '../../../components/chunks.ts';
import { useText } from '../../../components/i18n.ts';
import { everyLanguage } from '../../../state/every-language.ts';
import { preferences } from '../../../state/preferences.ts';
import { userHeads } from './columns.ts';
import type { ReadUsers, UserFileProblem } from './user-file.ts';

/** What was chosen or pasted, and what it holds. */
export interface ChosenUsers {
  readonly name: string;
  /** Of a workbook: the sheet that is read, and all of them. */
  readonly sheet: string;
  readonly names: readonly string[];
  readonly read: ReadUsers | UserFileProblem;
}

/** The same in every language: who made the sheet may have had another one. */
const everyHeads = async () => (await everyLanguage()).map((words) => userHeads.map(words));

/**
 * The file or text that was chosen, and the users that it holds.
 * @param onRead called with what was read; null = nothing is chosen any more
 */
export function useChosenUsers(onRead: (chosen: ChosenUsers | null) => Promise<void>) {
  const text = useText();
  const file = useRef<HTMLInputElement>(null);
  /** Moves with each file or text: of several that come one after the other the last one counts. */
  const turn = useRef(0);
  /** The file that was chosen last, so that another sheet of it can be read. */
  const book = useRef<File | null>(null);
  const [pasted, setPasted] = useState('');
  const [chosen, setChosen] = useState<ChosenUsers | null>(null);
  const look = async (next: ChosenUsers | null) => {
    setChosen(next);
    await onRead(next);
  };
  const readFile = async (given: File, wanted: string | null) => {
    book.current = given;
    turn.current += 1;
    const own = turn.current;
    const [{ readUserFile }, every] = await Promise.all([
      loadChunk(() => import('./user-file.ts')),
      everyHeads(),
    ]);
    const { name: sheet, read, names } = await readUserFile(given, every, preferences.language, wanted);
    if (own === turn.current) await look({ name: given.name, sheet, names, read });
  };
  const chooseSheet = (wanted: string) => {
    if (book.current !== null) void readFile(book.current, wanted);
  };
  const onFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [own] = event.target.files ?? [];
    event.target.value = '';
    if (own !== undefined) await readFile(own, null);
  };
  const takeText = async (typed: string) => {
    setPasted(typed);
    turn.current += 1;
    const own = turn.current;
    const [{ pastedUsers }, every] = await Promise.all([
      loadChunk(() => import('./user-file.ts')),
      everyHeads(),
    ]);
    if (own !== turn.current) return;
    if (typed.trim() === '') await look(null);
    else
      await look({
        ...{ name: text('users.import.pasted'), sheet: '', names: [] },
        read: pastedUsers(typed, every, preferences.language),
      });
  };
  return { file, onFile, chooseSheet, pasted, takeText, chosen, turn };
}
