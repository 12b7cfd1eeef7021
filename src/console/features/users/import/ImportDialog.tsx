import { useId, useState } from 'react';
import { dialog as dialogCommands } from '../../../../../commands/dialog.ts';
import { users as userCommands } from '../../../../../commands/users.ts';
import type { MessageId } from '../../../../base/messages.ts';
import { mostUsersImported, type UserImportRow } from '../../../../contract/users.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { DialogFrame } from '../../../components/DialogFrame.tsx';
import { useText } from '../../../components/i18n.ts';
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
  const headOf = (field: string | null) => heads[userColumns.findIndex((one) => one === field)] ?? '';
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is scrolled by keys, too
    <div className="users-import__rows" tabIndex={0} role="group" aria-label={text('users.import')}>
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
    </div>
  );
}

/** Users from a workbook, a CSV file or pasted cells: what would become of each row stands there before anything is stored. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const id = useId();
  const own = useImport();
  const { chosen, read, bad, count, passwords, isDone } = own;
  const [isWarned, setWarned] = useState(false);
  const title = text('users.import');
  const close = () => {
    if (own.isUnsaved && !isWarned) setWarned(true);
    else onClose();
  };
  const good = isDone ? count('added') : count('good');
  return (
    <DialogFrame title={title} className="users-import" onClose={close}>
      <h2>{title}</h2>
      <div className="users-import__body">
        <p>{text('users.import.text')}</p>
        {!isDone && (
          <>
            <div className="row gap-8 wrap">
              <CommandButton
                command={userCommands.chooseFile}
                icon="upload"
                label={text('users.import.choose')}
              />
              <CommandButton
                command={userCommands.template}
                icon="download"
                look="ghost"
                label={text('users.import.template')}
              />
            </div>
            <label className="field__label" htmlFor={id}>
              {text('users.import.paste')}
            </label>
            <textarea id={id} value={own.pasted} onChange={({ target }) => void own.takeText(target.value)} />
          </>
        )}
        {chosen !== null && typeof chosen.read === 'string' && (
          <p role="alert">{text(`users.import.problem.${chosen.read}`, { most: mostUsersImported })}</p>
        )}
        {chosen !== null && read !== null && (
          <p role="status" className="num">
            {isDone
              ? text('users.import.done', { good, bad })
              : text('users.import.counts', { name: chosen.name, good, bad })}
          </p>
        )}
        {!isDone && bad > 0 && <p>{text('users.import.nothingYet')}</p>}
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
        {own.refused !== null && (
          <p className="refused" role="alert">
            {own.refused}
          </p>
        )}
      </div>
      <input
        ref={own.file}
        type="file"
        hidden
        accept=".xlsx,.csv,.tsv,.txt"
        aria-label={text('command.users.chooseFile')}
        onChange={(event) => void own.onFile(event)}
      />
      <div className="dialog__foot">
        <CommandButton
          command={dialogCommands.decline}
          label={text(isDone ? 'action.close' : 'action.cancel')}
        />
        {!isDone && good > 0 && bad > 0 && (
          <CommandButton
            command={userCommands.takeGood}
            label={text('users.import.takeGood', { count: good })}
          />
        )}
        {!isDone && good > 0 && bad === 0 && (
          <CommandButton
            command={userCommands.takeImport}
            look="primary"
            label={text('users.import.take', { count: good })}
          />
        )}
      </div>
    </DialogFrame>
  );
}
