import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { services as commandsOf } from '../../../../commands/services.ts';
import type { ServiceAccount } from '../../../contract/company/service-accounts.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { SearchField } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { Panel } from '../../components/Panel.tsx';
import { useOffer } from '../../components/screen.ts';
import { refusal } from '../../state/connection/refused.ts';
import { type ServiceAccounts, useServiceAccounts } from '../../state/session/service-accounts.ts';
import { AccountForm } from './AccountForm.tsx';
import { Disable } from './Disable.tsx';
import { Tokens } from './Tokens.tsx';
import { isValid } from './token-state.ts';
import '../../components/form/form.css';
import './service-accounts.css';

/** The accounts in whose name, purpose or role the wanted words stand. */
function matching({ accounts, roles }: ServiceAccounts, wanted: string): readonly ServiceAccount[] {
  const folded = wanted.normalize('NFKC').toLowerCase();
  const roleOf = (id: number) => roles.find((role) => role.id === id)?.name ?? '';
  return accounts.filter(({ accountName, purpose, roleId }) =>
    `${accountName} ${purpose} ${roleOf(roleId)}`.normalize('NFKC').toLowerCase().includes(folded),
  );
}

function Line(props: {
  readonly account: ServiceAccount;
  readonly now: number;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) {
  const { account, now, isOpen, onOpen } = props;
  const text = useText();
  const count = account.tokens.filter((token) => isValid(token, now)).length;
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        className={`row between gap-12 text-12 underlined pickable ${account.disabled ? 'is-off' : ''}`}
        onClick={onOpen}
      >
        <span className="service-accounts__who ellipsis">
          <b>{account.accountName}</b>
          {account.purpose !== '' && <small className="dim ellipsis">{account.purpose}</small>}
        </span>
        <span className="faint">
          {account.disabled ? text('users.disabled') : text('serviceAccounts.count', { count })}
        </span>
      </button>
    </li>
  );
}

/** Accounts of programs and their tokens. Which one is open is in the address. */
export default function ServiceAccountsPage() {
  const text = useText();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const commands = useCommands();
  const { data, error, refetch, dataUpdatedAt: now } = useServiceAccounts();
  const [wanted, setWanted] = useState('');
  const id = new URLSearchParams(search).get('id');
  const go = (next: string) => navigate(`${path}?${new URLSearchParams({ id: next })}`);
  const lines = data === undefined ? [] : matching(data, wanted);
  const available = data !== undefined;
  useOffer(commandsOf.add, () => go('new'), { available });
  useOffer(commandsOf.choose, ({ account }) => go(String(account)), {
    available,
    choices: () => lines.map((line) => ({ value: line.id, label: line.accountName })),
  });
  if (error !== null && data === undefined)
    return (
      <FailedState
        title={text('serviceAccounts.failed')}
        reason={refusal(error, text).sentence}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <LoadingRows rows={10} />;
  const account = data.accounts.find((entry) => String(entry.id) === id);
  return (
    <div className="split">
      <section className="panel split__list service-accounts__list">
        <header className="panel__head">
          <h2>{text('page.serviceAccounts')}</h2>
          <CommandButton command={commandsOf.add} icon="plus" label={text('serviceAccounts.new')} />
        </header>
        <p className="service-accounts__about dim text-12">{text('serviceAccounts.about')}</p>
        <div className="split__tools">
          <SearchField label={text('serviceAccounts.find')} value={wanted} onChange={setWanted} />
        </div>
        <ul className="scroll">
          {lines.map((line) => (
            <Line
              key={line.id}
              account={line}
              now={now}
              isOpen={line === account}
              onOpen={() => commands.run(commandsOf.choose, { account: line.id })}
            />
          ))}
        </ul>
      </section>
      <div className="split__detail">
        {id === 'new' ? (
          <Panel title={text('serviceAccounts.new')}>
            <AccountForm key="new" account={null} data={data} onMade={(made) => go(String(made))} />
          </Panel>
        ) : account === undefined ? (
          <section className="panel split__panel">
            <EmptyState icon="terminal" title={text('serviceAccounts.choose')} />
          </section>
        ) : (
          <Panel key={account.id} title={account.accountName}>
            <Tokens account={account} now={now} />
            <AccountForm account={account} data={data} onMade={() => undefined} />
            <Disable account={account} />
          </Panel>
        )}
      </div>
    </div>
  );
}
