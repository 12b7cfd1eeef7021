import { type ChangeEvent, useRef, useState } from 'react';
import { loadChunk } from '../../../components/chunks.ts';
import { preferences } from '../../../state/preferences.ts';
import type { ListProblem, ReadList } from './list-file.ts';

/** A workbook that was chosen: what it holds, or why it holds no list. */
export interface ChosenList {
  readonly name: string;
  readonly file: File;
  /** The sheet that is read, and all of them. */
  readonly sheet: string;
  readonly names: readonly string[];
  readonly read: ReadList | ListProblem;
}

/** The workbook that was chosen, and how another one is. */
export function useChosenList() {
  const file = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ChosenList | null>(null);
  const readFile = async (given: File, wanted: string | null) => {
    const { readList } = await loadChunk(() => import('./list-file.ts'));
    const { name: sheet, read, names } = await readList(given, preferences.language, wanted);
    setChosen({ name: given.name, file: given, sheet, names, read });
  };
  const chooseSheet = (wanted: string) => {
    if (chosen !== null) void readFile(chosen.file, wanted);
  };
  const onFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [own] = event.target.files ?? [];
    event.target.value = '';
    if (own !== undefined) await readFile(own, null);
  };
  return { file, onFile, chooseSheet, chosen, setChosen };
}
