import { type ChangeEvent, useRef, useState } from 'react';
import { users as userCommands } from '../../../../../commands/users.ts';
import { importUsers, type UserImportRow } from '../../../../contract/company/users.ts';
import { useText } from '../../../components/i18n.ts';
import { saveFile } from '../../../components/save-file.ts';
import { useOffer } from '../../../components/screen.ts';
import { useChange } from '../../../state/connection/change.ts';
import { request } from '../../../state/connection/client.ts';
import { everyLanguage } from '../../../state/every-language.ts';
import { preferences } from '../../../state/preferences.ts';
import { usersKey } from '../../../state/session/users.ts';
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

/** Heads of the columns, in the user's language. */
export function useHeads(): readonly string[] {
  const text = useText();
  return userHeads.map((id) => text(id));
}

/** The same in every language: who made the sheet may have had another one. */
const everyHeads = async () => (await everyLanguage()).map((words) => userHeads.map(words));

async function saveSheet(name: string, heads: readonly string[], rows: readonly (readonly string[])[]) {
  const { sheetType, writeSheet } = await import('../../../components/sheets/write-sheet.ts');
  const book = writeSheet({
    name: 'users',
    heads: [[...heads]],
    rows: rows.map((row) => [...row]),
    widths: heads.map(() => 20),
  });
  saveFile(`${name}.xlsx`, new Blob([book], { type: sheetType }));
}

/** Users of a sheet: read, looked at by the server, and made. */
export function useImport() {
  const text = useText();
  const change = useChange(usersKey, text);
  const heads = useHeads();
  const file = useRef<HTMLInputElement>(null);
  /** Of several texts that were pasted one after the other the last one counts. */
  const turn = useRef(0);
  /** The file that was chosen last, so that another sheet of it can be read. */
  const book = useRef<File | null>(null);
  const [pasted, setPasted] = useState('');
  const [chosen, setChosen] = useState<ChosenUsers | null>(null);
  const [report, setReport] = useState<readonly UserImportRow[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [areSaved, setSaved] = useState(false);
  const read = typeof chosen?.read === 'object' ? chosen.read : null;
  const count = (result: UserImportRow['result']) => report.filter((row) => row.result === result).length;
  const bad = count('bad') + (read?.wrong.length ?? 0);
  const passwords = report.filter((row) => row.password !== null);

  const ask = async (users: ReadUsers['rows'], dryRun: boolean, partial: boolean) => {
    const own = turn.current;
    const answer = await change(async () => {
      const { rows } = await request(importUsers, { body: { users: [...users], dryRun, partial } });
      if (own === turn.current) setReport(rows);
    });
    setRefused(answer?.sentence ?? null);
  };
  const look = async (next: ChosenUsers) => {
    setChosen(next);
    setReport([]);
    setRefused(null);
    if (typeof next.read === 'object' && next.read.rows.length > 0) await ask(next.read.rows, true, false);
  };
  const take = async (partial: boolean) => {
    if (read === null || isBusy) return;
    setBusy(true);
    await ask(read.rows, false, partial);
    setBusy(false);
  };
  const readFile = async (given: File, wanted: string | null) => {
    book.current = given;
    turn.current += 1;
    const own = turn.current;
    const [{ readUserFile }, every] = await Promise.all([import('./user-file.ts'), everyHeads()]);
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
    const [{ pastedUsers }, every] = await Promise.all([import('./user-file.ts'), everyHeads()]);
    if (own !== turn.current) return;
    if (typed.trim() === '') {
      setChosen(null);
      setReport([]);
    } else
      await look({
        ...{ name: text('users.import.pasted'), sheet: '', names: [] },
        read: pastedUsers(typed, every, preferences.language),
      });
  };
  const isDone = count('added') > 0;
  const canTake = !isDone && !isBusy && count('good') > 0;
  useOffer(userCommands.chooseFile, () => file.current?.click(), { available: !isBusy && !isDone });
  useOffer(userCommands.template, () => saveSheet(text('users.import.file'), heads, []));
  useOffer(userCommands.takeImport, () => take(false), { available: canTake && bad === 0 });
  useOffer(userCommands.takeGood, () => take(true), { available: canTake && bad > 0 });
  useOffer(
    userCommands.savePasswords,
    async () => {
      await saveSheet(
        text('users.import.passwordFile'),
        [text('login.account'), text('users.firstPassword')],
        passwords.map((row) => [row.accountName, row.password ?? '']),
      );
      setSaved(true);
    },
    { available: passwords.length > 0 },
  );
  return {
    heads,
    file,
    onFile,
    chooseSheet,
    pasted,
    takeText,
    chosen,
    read,
    report,
    refused,
    bad,
    count,
    passwords,
    /** Passwords were made that are shown here only and were not saved. */
    isUnsaved: passwords.length > 0 && !areSaved,
    isDone,
  };
}
