import { useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { table } from '../../../../commands/table.ts';
import { users as userCommands } from '../../../../commands/users.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { SearchField } from '../../components/fields.tsx';
import { type Text, useText } from '../../components/i18n.ts';
import { Panel } from '../../components/Panel.tsx';
import { usePermitted } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { refusal } from '../../state/connection/refused.ts';
import { askFile } from '../../state/overlays.ts';
import { type Accounts, useUsers } from '../../state/session/users.ts';
import { ImportDialog } from './import/ImportDialog.tsx';
import { OnDuty, Reach } from './Reach.tsx';
import { Disable, ResetForm, UserForm } from './UserForm.tsx';
import '../../components/form/form.css';
import './users.css';

interface Line {
  readonly id: number;
  readonly name: string;
  readonly detail: string;
  /** Who it is, and the number to call. */
  readonly person: string;
  readonly off: boolean;
}

/** The users that match what is looked for. */
function linesOf(data: Accounts, wanted: string, text: Text): readonly Line[] {
  const companyName = (companyId: number | null) =>
    companyId === null
      ? text('users.everyCompany')
      : (data.companies.find((company) => company.id === companyId)?.name ?? '');
  const roleName = (roleId: number) => data.roles.find((role) => role.id === roleId)?.name ?? '';
  const all: readonly Line[] = data.users.map((user) => ({
    id: user.id,
    name: user.accountName,
    person: [user.fullName, user.phone].filter((part) => part !== '').join(' · '),
    detail: `${roleName(user.roleId)} · ${companyName(user.companyId)}`,
    off: user.disabled,
  }));
  const folded = wanted.normalize('NFKC').toLowerCase();
  return all.filter((line) =>
    `${line.name} ${line.person} ${line.detail}`.normalize('NFKC').toLowerCase().includes(folded),
  );
}

/** Users. Who is open is in the address. */
export default function UsersPage() {
  const text = useText();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const commands = useCommands();
  const permitted = usePermitted();
  const { data, error, refetch } = useUsers();
  const [wanted, setWanted] = useState('');
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const id = query.get('id');
  const go = (next: Readonly<Record<string, string>>) => navigate(`${path}?${new URLSearchParams(next)}`);
  const lines = data === undefined ? [] : linesOf(data, wanted, text);
  const available = data !== undefined;
  useOffer(table.export, () => askFile({ table: 'users', query: {} }), { available });
  const [isImporting, setImporting] = useState(false);
  useOffer(userCommands.importFile, () => setImporting(true), { available });
  useOffer(userCommands.add, () => go({ id: 'new' }), { available });
  useOffer(userCommands.choose, (args) => go({ id: String(args.id) }), {
    available,
    choices: () => lines.map((line) => ({ value: line.id, label: line.name })),
  });
  if (error !== null && data === undefined)
    return (
      <FailedState
        title={text('users.failed')}
        reason={refusal(error, text).sentence}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <LoadingRows rows={10} />;
  const user = data.users.find((entry) => String(entry.id) === id);
  const detail = () => {
    if (id === 'new')
      return (
        <Panel title={text('users.newUser')}>
          <UserForm key="new" user={null} data={data} onMade={(made) => go({ id: String(made) })} />
        </Panel>
      );
    if (user !== undefined)
      return (
        <Panel title={user.accountName}>
          <UserForm key={`user ${user.id}`} user={user} data={data} onMade={() => undefined} />
          {permitted('alarm:event:view') && <Reach userId={user.id} />}
          <ResetForm key={`reset ${user.id}`} user={user} />
          <Disable user={user} />
        </Panel>
      );
    return (
      <section className="panel split__panel">
        <EmptyState icon="user" title={text('users.choose')} />
      </section>
    );
  };
  return (
    <div className="split">
      <section className="panel split__list users__list">
        <header className="panel__head">
          <h2>{text('users.title')}</h2>
          <CommandButton command={userCommands.add} icon="plus" label={text('users.newUser')} />
          <CommandButton
            command={userCommands.importFile}
            icon="upload"
            look="ghost"
            label={text('users.import.open')}
          />
          <CommandButton command={table.export} icon="download" iconOnly look="ghost" />
        </header>
        <div className="split__tools">
          <SearchField label={text('users.find')} value={wanted} onChange={setWanted} />
        </div>
        <ul className="scroll">
          {lines.map((line) => (
            <li key={line.id}>
              <button
                type="button"
                aria-current={String(line.id) === id ? 'true' : undefined}
                className={`row between gap-12 text-12 underlined pickable ${line.off ? 'is-off' : ''}`}
                onClick={() => commands.run(userCommands.choose, { id: line.id })}
              >
                <span className="users__who ellipsis">
                  <b>{line.name}</b>
                  {line.person !== '' && <small className="dim ellipsis">{line.person}</small>}
                </span>
                {!line.off && permitted('alarm:event:view') && <OnDuty userId={line.id} />}
                <span className="ellipsis faint">{line.off ? text('users.disabled') : line.detail}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <div className="split__detail">{detail()}</div>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </div>
  );
}
