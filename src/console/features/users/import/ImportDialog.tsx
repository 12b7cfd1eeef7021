import { useState } from 'react';
import { users as userCommands } from '../../../../../commands/users.ts';
import type { MessageId } from '../../../../base/messages.ts';
import { mostUsersImported, type UserImportRow } from '../../../../contract/company/users.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import { ImportFrame } from '../../../components/sheets/ImportFrame.tsx';
import { SheetChoice } from '../../../components/sheets/SheetChoice.tsx';
import { longestCell, userColumns } from './columns.ts';
import { useImport } from './use-import.ts';
import type { ReadUsers } from './user-file.ts';

/** The rows of a sheet and what becomes of each; a first password that was made stands there once. */
function Rows(props: {
  readonly read: ReadUsers;
  readonly report: readonly UserImportRow[];
  readonly heads: readonly string[];
}) {
  const { read, report, heads } = props;
  const text = useText();
  const given = new Map(read.rows.map((row) => [row.row, row]));
  const headOf = (field: string | null) =>
    heads[userColumns.indexOf(field as (typeof userColumns)[number])] ?? '';
  const said = ({ result, field, messageId, params }: UserImportRow) => {
    if (result !== 'bad') return text(result === 'good' ? 'users.import.wouldAdd' : 'users.import.added');
    const sentence = messageId === null ? '' : text(messageId as MessageId, params);
    return field === null ? sentence : `${headOf(field)}: ${sentence}`;
  };
  const lines = [
    ...report.map((row) => ({
      row: row.row,
      name: row.accountName,
      isBad: row.result === 'bad',
      said: said(row),
      password: row.password,
    })),
    ...read.wrong.map(({ row, accountName, field, value }) => ({
      row,
      name: accountName,
      isBad: true,
      said:
        field === 'language'
          ? `${headOf('language')}: ${text('users.import.language', { value })}`
          : text('users.import.long', { most: longestCell }),
      password: null,
    })),
  ].toSorted((a, b) => a.row - b.row);
  const hasPasswords = lines.some(({ password }) => password !== null);
  return (
    <ScrollRegion className="sheet-import__rows" label={text('users.import')}>
      <table className="text-12">
        <thead>
          <tr className="dim">
            <th scope="col">{text('users.import.rowHead')}</th>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
            <th scope="col">{heads[3]}</th>
            <th scope="col">{text('users.import.result')}</th>
            {hasPasswords && <th scope="col">{heads[6]}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ row, name, isBad, said: result, password }) => (
            <tr key={row}>
              <td className="num">{row}</td>
              <td>{name}</td>
              <td>{given.get(row)?.fullName}</td>
              <td>{given.get(row)?.role}</td>
              <td className={isBad ? 'refused' : ''}>{result}</td>
              {hasPasswords && <td className="num">{password}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Users; first passwords that were made are asked about before they are gone. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const own = useImport();
  const { chosen, read, bad, count, passwords, isDone } = own;
  const [isWarned, setWarned] = useState(false);
  const close = () => {
    if (own.isUnsaved && !isWarned) setWarned(true);
    else onClose();
  };
  const good = isDone ? count('added') : count('good');
  const problem = typeof chosen?.read === 'string' ? chosen.read : null;
  return (
    <ImportFrame
      title={text('users.import')}
      text={text('users.import.text')}
      commands={{ ...userCommands, take: userCommands.takeImport }}
      file={own.file}
      fileLabel={text('command.users.chooseFile')}
      onFile={(event) => void own.onFile(event)}
      pasted={own.pasted}
      onTyped={(typed) => void own.takeText(typed)}
      problem={problem === null ? null : text(`users.import.problem.${problem}`, { most: mostUsersImported })}
      status={
        chosen === null || read === null
          ? null
          : isDone
            ? text('users.import.done', { good, bad })
            : text('users.import.counts', { name: chosen.name, good, bad })
      }
      isDone={isDone}
      good={good}
      bad={bad}
      takeLabel={text('users.import.take', { count: good })}
      takeGoodLabel={text('users.import.takeGood', { count: good })}
      refused={own.refused}
      onClose={close}
    >
      {chosen !== null && !isDone && (
        <SheetChoice name={chosen.sheet} names={chosen.names} onChoose={own.chooseSheet} />
      )}
      {passwords.length > 0 && (
        <div className="row gap-8 wrap">
          <p className="strong grow">{text('users.import.passwords', { count: passwords.length })}</p>
          <CommandButton
            command={userCommands.savePasswords}
            icon="download"
            label={text('users.import.savePasswords')}
          />
        </div>
      )}
      {read !== null && <Rows read={read} report={own.report} heads={own.heads} />}
      {isWarned && own.isUnsaved && (
        <p className="refused" role="alert">
          {text('users.import.unsaved')}
        </p>
      )}
    </ImportFrame>
  );
}
