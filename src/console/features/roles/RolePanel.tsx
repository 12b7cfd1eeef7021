import { useState } from 'react';
import { roles as roleCommands } from '../../../../commands/roles.ts';
import { createRole, deleteRole, type Role, type User, updateRole } from '../../../contract/company/users.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { FormFoot, FormProblem, FormText } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { usersKey } from '../../state/session/users.ts';
import { allowedBy, effectsOf, type RoleDrafts, type RoleEffect } from './draft.ts';

/** One line of what a draft means. */
function EffectLine({ effect, members }: { readonly effect: RoleEffect; readonly members: number }) {
  const text = useText();
  const permission = text(`permission.${effect.permission}`);
  return (
    <li className={`row gap-8 underlined ${effect.isLast ? 'roles__last' : ''}`}>
      <Icon name={effect.isLast ? 'warning' : effect.gains ? 'plus' : 'minus'} />
      <span>
        <b>{text(effect.gains ? 'roles.wouldGain' : 'roles.wouldLose', { permission })}</b>
        <small className="faint">
          {effect.isLast ? text('roles.lastOnes') : text('roles.whom', { count: members })}
        </small>
      </span>
    </li>
  );
}

/** The chosen role: what its draft changes and for whom; its name, the reason, and the button that saves. */
export function RolePanel(props: {
  readonly role: Role;
  readonly roles: readonly Role[];
  readonly users: readonly User[];
  readonly drafts: RoleDrafts;
  readonly onSaved: (roleId: number) => void;
  readonly onDiscard: () => void;
  readonly onGone: () => void;
}) {
  const { role, roles, users, drafts, onSaved, onDiscard, onGone } = props;
  const text = useText();
  const change = useChange(usersKey, text);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<FormRefusal | null>(null);
  const effects = effectsOf(role, drafts, roles, users);
  const members = users.filter((user) => user.roleId === role.id);
  const isNew = role.id === 0;
  const form = useForm({ name: role.name, reason: '' }, ({ name, reason }) =>
    change(async () => {
      const permissions = [...allowedBy(role, drafts)];
      const body = { name: name.trim(), permissions, reason: reason.trim() };
      if (isNew) onSaved((await request(createRole, { body })).id);
      else {
        await request(updateRole, {
          params: { roleId: role.id },
          body: { ...body, version: role.version },
        });
        onSaved(role.id);
      }
    }),
  );
  const isChanged = effects.length > 0 || form.values.name !== role.name || isNew;
  useOffer(roleCommands.discard, onDiscard, { available: effects.length > 0 || isNew });
  useOffer(roleCommands.delete, () => setAsked(true), {
    available: isNew || role.id === 1 ? false : role.users > 0 ? 'users.roleStays' : true,
  });
  const remove = async () => {
    const found = await change(() => request(deleteRole, { params: { roleId: role.id } }));
    setRefused(found);
    if (found === null) onGone();
  };
  return (
    <section className="panel column roles__panel" aria-label={role.name || text('users.newRole')}>
      <header className="panel__head">
        <h2>{role.name || text('users.newRole')}</h2>
        {effects.length > 0 && (
          <span className="roles__unsaved text-11">{text('roles.changes', { count: effects.length })}</span>
        )}
      </header>
      <div className="scroll">
        <h3 className="roles__heading text-12">
          {text('roles.effect')}
          <span className="faint">{text('roles.whom', { count: members.length })}</span>
        </h3>
        {effects.length === 0 ? (
          <p className="padded text-12 dim">{text('roles.effectNone')}</p>
        ) : (
          <ul className="roles__effects text-12">
            {effects.map((effect) => (
              <EffectLine key={effect.permission} effect={effect} members={members.length} />
            ))}
          </ul>
        )}
        <h3 className="roles__heading text-12">{text('roles.members')}</h3>
        {members.length === 0 ? (
          <p className="padded text-12 dim">{text('roles.whom', { count: 0 })}</p>
        ) : (
          <ul className="roles__members text-12">
            {members.map((user) => (
              <li key={user.id} className="row between underlined">
                <span className={user.disabled ? 'faint' : undefined}>{user.accountName}</span>
                {user.disabled && <span className="faint">{text('users.disabled')}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
      <form className="form roles__form" noValidate onSubmit={form.onSubmit} aria-label={text('users.role')}>
        <FormText form={form} name="name" label={text('users.roleName')} />
        <FormText form={form} name="reason" label={text('roles.reason')} hint={text('roles.takesEffect')} />
        <FormProblem problem={refused?.sentence ?? null} />
        <FormFoot form={form} label={text(isNew ? 'sites.create' : 'sites.save')} disabled={!isChanged}>
          <CommandButton command={roleCommands.discard} />
          {!isNew && role.id !== 1 && <CommandButton command={roleCommands.delete} />}
        </FormFoot>
      </form>
      {asked && (
        <Confirm
          question={text('users.roleDeleteAsk', { name: role.name })}
          confirm={text('users.roleDelete')}
          onAnswer={(yes) => {
            setAsked(false);
            if (yes) void remove();
          }}
        />
      )}
    </section>
  );
}
