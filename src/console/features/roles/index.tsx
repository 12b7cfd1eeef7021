import { useId, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation, useSearch } from 'wouter';
import { roles as roleCommands } from '../../../../commands/roles.ts';
import { isKnownPermission } from '../../../base/permissions.ts';
import type { Role } from '../../../contract/company/users.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { SearchField, Segmented, Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import { refusal } from '../../state/connection/refused.ts';
import { session } from '../../state/connection/session.ts';
import { type Accounts, useUsers } from '../../state/session/users.ts';
import { Comparison } from './Comparison.tsx';
import { allowedBy, listed, type RoleDrafts, type ShownPermissions, toggled } from './draft.ts';
import { RoleMatrix } from './RoleMatrix.tsx';
import { RolePanel } from './RolePanel.tsx';
import { Versions } from './Versions.tsx';
import '../../components/form/form.css';
import './roles.css';

const shownOptions = ['all', 'differing', 'changed'] as const;
const newRole: Role = { id: 0, name: '', permissions: [], users: 0, version: 0 };

/** What roles allow, in words, and who has them. The chosen role is in the address. */
export default function RolesPage() {
  const text = useText();
  const { data, error, refetch } = useUsers();
  if (error !== null && data === undefined)
    return (
      <FailedState
        title={text('roles.failed')}
        reason={refusal(error, text).sentence}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <LoadingRows rows={14} />;
  return <Roles data={data} />;
}

function Roles({ data }: { readonly data: Accounts }) {
  const text = useText();
  const commands = useCommands();
  const narrow = useNarrow();
  const mine = useSnapshot(session);
  const compareId = useId();
  const [path, navigate] = useLocation();
  const id = Number(new URLSearchParams(useSearch()).get('id') ?? data.roles[0]?.id ?? 0);
  const [drafts, setDrafts] = useState<RoleDrafts>(new Map());
  const [shown, setShown] = useState<ShownPermissions>('all');
  const [wanted, setWanted] = useState('');
  const [otherId, setOtherId] = useState<number | null>(null);
  const all = useMemo(
    () => (id === 0 || drafts.has(0) ? [...data.roles, newRole] : data.roles),
    [data.roles, drafts, id],
  );
  const chosen = all.find((role) => role.id === id) ?? all[0];
  const open = (roleId: number) => navigate(`${path}?${new URLSearchParams({ id: String(roleId) })}`);
  const setDraft = (role: Role, allowed: readonly string[] | null) =>
    setDrafts((before) => {
      const next = new Map(before);
      const isSame = allowed !== null && role.id !== 0 && sameSet(allowed, role.permissions);
      if (allowed === null || isSame) next.delete(role.id);
      else next.set(role.id, allowed);
      return next;
    });
  const toCompare = () => document.getElementById(compareId)?.focus();

  useOffer(roleCommands.choose, ({ roleId }) => open(roleId), {
    choices: () => data.roles.map((role) => ({ value: role.id, label: role.name })),
  });
  useOffer(roleCommands.add, () => open(0));
  useOffer(roleCommands.show, ({ which }) => setShown(which));
  useOffer(roleCommands.compare, ({ roleId }) => setOtherId(roleId), {
    choices: () => data.roles.map((role) => ({ value: role.id, label: role.name })),
  });
  useOffer(
    roleCommands.toggle,
    ({ permission }) => {
      // What one does not hold oneself one cannot give; role 1 gives what there is.
      const mayGive = mine.roleId === 1 || mine.permissions.includes(permission);
      if (chosen !== undefined && mayGive && isKnownPermission(permission))
        setDraft(chosen, toggled(allowedBy(chosen, drafts), permission));
    },
    { available: chosen !== undefined },
  );
  if (chosen === undefined) return <EmptyState icon="shield-check" title={text('roles.choose')} />;
  const lines = listed(all, drafts, shown, wanted, (permission) => text(`permission.${permission}`));
  return (
    <div className="roles">
      <section className="panel column roles__main" aria-label={text('page.roles')}>
        <header className="panel__head between">
          <h2>{text('page.roles')}</h2>
          <CommandButton command={roleCommands.add} icon="plus" />
        </header>
        <div className="roles__tools row wrap gap-8 padded underlined">
          {narrow && (
            <Select
              label={text('users.role')}
              value={String(chosen.id)}
              options={all.map((role) => ({
                value: String(role.id),
                label: role.name || text('users.newRole'),
              }))}
              onChange={(value) => commands.run(roleCommands.choose, { roleId: Number(value) }, 'button')}
            />
          )}
          <SearchField label={text('roles.find')} value={wanted} onChange={setWanted} />
          <Segmented
            label={text('command.roles.show')}
            value={shown}
            options={shownOptions.map((value) => ({ value, label: text(`roles.show.${value}`) }))}
            onChange={(which) => commands.run(roleCommands.show, { which }, 'button')}
          />
        </div>
        {lines.length === 0 ? (
          <EmptyState icon="search" title={text('roles.noMatch')} />
        ) : (
          <RoleMatrix
            roles={all}
            columns={narrow ? [chosen] : all}
            users={data.users}
            drafts={drafts}
            listed={lines}
            chosen={chosen}
            onCompare={toCompare}
          />
        )}
        <footer className="roles__foot row wrap gap-12 text-11 dim">
          <span>
            {text('roles.footer', { permissions: data.permissions.length, accounts: data.users.length })}
          </span>
          <span className="roles__keys row gap-6">
            <kbd>Space</kbd> {text('roles.keySpace')}
            <kbd>=</kbd> {text('roles.keyCompare')}
          </span>
        </footer>
      </section>
      <RolePanel
        key={`${chosen.id} ${chosen.version}`}
        role={chosen}
        roles={all}
        users={data.users}
        drafts={drafts}
        onSaved={(roleId) => {
          setDraft(chosen, null);
          open(roleId);
        }}
        onDiscard={() => {
          setDraft(chosen, null);
          if (chosen.id === 0 && data.roles[0] !== undefined) open(data.roles[0].id);
        }}
        onGone={() => data.roles[0] !== undefined && open(data.roles[0].id)}
      />
      <div className="column gap-8 roles__side">
        <Comparison
          role={chosen}
          roles={data.roles}
          drafts={drafts}
          other={data.roles.find((role) => role.id === otherId && role.id !== chosen.id) ?? null}
          selectId={compareId}
        />
        <Versions role={chosen} onCopy={(permissions) => setDraft(chosen, permissions)} />
      </div>
    </div>
  );
}

const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((entry) => b.includes(entry));
