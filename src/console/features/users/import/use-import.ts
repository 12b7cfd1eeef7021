import { useState } from 'react';
import { users as userCommands } from '../../../../../commands/users.ts';
import { importUsers, type UserImportRow } from '../../../../contract/company/users.ts';
import { loadChunk } from '../../../components/chunks.ts';
import { useText } from '../../../components/i18n.ts';
import { saveFile } from '../../../components/save-file.ts';
import { useOffer } from '../../../components/screen.ts';
import { useChange } from '../../../state/connection/change.ts';
import { request } from '../../../state/connection/client.ts';
import { usersKey } from '../../../state/session/users.ts';
import { userHeads } from './columns.ts';
import { type ChosenUsers, useChosenUsers } from './use-chosen-users.ts';
import type { ReadUsers } from './user-file.ts';

/** Heads of the columns, in the user's language. */
export function useHeads(): readonly string[] {
  const text = useText();
  return userHeads.map((id) => text(id));
}

async function saveSheet(name: string, heads: readonly string[], rows: readonly (readonly string[])[]) {
  const { sheetType, writeSheet } = await loadChunk(
    () => import('../../../components/sheets/write-sheet.ts'),
  );
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
  const [report, setReport] = useState<readonly UserImportRow[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [areSaved, setSaved] = useState(false);
  const ask = async (users: ReadUsers['rows'], dryRun: boolean, partial: boolean) => {
    const own = turn.current;
    const answer = await change(async () => {
      const { rows } = await request(importUsers, { body: { users: [...users], dryRun, partial } });
      if (own === turn.current) setReport(rows);
    });
    setRefused(answer?.sentence ?? null);
  };
  const onRead = async (next: ChosenUsers | null) => {
    setReport([]);
    if (next === null) return;
    setRefused(null);
    if (typeof next.read === 'object' && next.read.rows.length > 0) await ask(next.read.rows, true, false);
  };
  const { file, onFile, chooseSheet, pasted, takeText, chosen, turn } = useChosenUsers(onRead);
  const read = typeof chosen?.read === 'object' ? chosen.read : null;
  const count = (result: UserImportRow['result']) => report.filter((row) => row.result === result).length;
  const bad = count('bad') + (read?.wrong.length ?? 0);
  const passwords = report.filter((row) => row.password !== null);
  const take = async (partial: boolean) => {
    if (read === null || isBusy) return;
    setBusy(true);
    await ask(read.rows, false, partial);
    setBusy(false);
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
