import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { users } from '../../../../commands/users.ts';
import { createRole, deleteRole, type Role, updateRole } from '../../../contract/users.ts';
import { Button } from '../../components/Button.tsx';
import { Confirm } from '../../components/Confirm.tsx';
import { useCommands } from '../../components/commands.tsx';
import { FormProblem, FormText } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import { session } from '../../state/connection/session.ts';
import { useUserChange } from './use-users.ts';

/** A role: its name and its permissions, `area:entity:action`. */
export function RoleForm(props: {
  readonly edited: Role | null;
  readonly known: readonly string[];
  readonly onMade: (id: number) => void;
  readonly onGone: () => void;
}) {
  const { edited: role, known, onMade, onGone } = props;
  const text = useText();
  const change = useUserChange();
  const mine = useSnapshot(session);
  const commands = useCommands();
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<FormRefusal | null>(null);
  const initial = { name: role?.name ?? '', permissions: (role?.permissions ?? []).join() };
  const form = useForm(initial, ({ name, permissions }) => {
    const body = { name: name.trim(), permissions: permissions.split(',').filter(Boolean) };
    return change(async () => {
      if (role !== null) await request(updateRole, { params: { roleId: role.id }, body });
      else onMade((await request(createRole, { body })).id);
    });
  });
  // What one does not hold oneself, one cannot give; role 1 gives what there is.
  const mayGive = (permission: string) => mine.roleId === 1 || mine.permissions.includes(permission);
  const held = new Set(form.values.permissions.split(',').filter(Boolean));
  const toggled = (permission: string) =>
    known.filter((entry) => (entry === permission) !== held.has(entry)).join();
  useEffect(() =>
    form.lists(
      'permissions',
      text('users.permissions'),
      known
        .filter(mayGive)
        .map((entry) => ({ value: toggled(entry), label: `${held.has(entry) ? '−' : '+'} ${entry}` })),
    ),
  );
  useOffer(users.deleteRole, () => setAsked(true), {
    available: role === null || role.id === 1 ? false : role.users > 0 ? 'users.roleStays' : true,
  });
  const remove = async () => {
    if (role === null) return;
    const found = await change(() => request(deleteRole, { params: { roleId: role.id } }));
    setRefused(found);
    if (found === null) onGone();
  };
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('users.role')}>
      <FormText form={form} name="name" label={text('users.roleName')} />
      <fieldset className="users__permissions text-12 grid">
        <legend className="field__label">{text('users.permissions')}</legend>
        {known.map((permission) => (
          <label key={permission} className="row gap-6">
            <input
              type="checkbox"
              checked={held.has(permission)}
              disabled={!mayGive(permission)}
              onChange={() => form.choose('permissions', toggled(permission))}
            />
            <code>{permission}</code>
          </label>
        ))}
      </fieldset>
      <FormProblem problem={form.problem ?? form.error('permissions') ?? refused?.sentence ?? null} />
      <div className="form__foot row wrap gap-8">
        <Button
          submit
          look="primary"
          label={text(role === null ? 'sites.create' : 'sites.save')}
          disabled={form.busy || !form.changed}
        />
        {role !== null && role.id !== 1 && (
          <Button
            label={text('users.roleDelete')}
            disabled={role.users > 0 ? text('users.roleUsed', { count: role.users }) : false}
            onPress={() => commands.run(users.deleteRole)}
          />
        )}
      </div>
      {asked && role !== null && (
        <Confirm
          question={text('users.roleDeleteAsk', { name: role.name })}
          confirm={text('users.roleDelete')}
          onAnswer={(yes) => {
            setAsked(false);
            if (yes) void remove();
          }}
        />
      )}
    </form>
  );
}
