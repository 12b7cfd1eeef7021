import { useState } from 'react';
import { users as userCommands } from '../../../../commands/users.ts';
import {
  createUser,
  disableUser,
  resetPassword,
  type User,
  updateUser,
} from '../../../contract/company/users.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { FormFoot, FormProblem, FormSelect, FormText, NewPassword } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { session } from '../../state/connection/session.ts';
import { type Accounts, usersKey } from '../../state/session/users.ts';

const languages = ['zh-chs', 'en', 'ja'] as const;

/** A user: account, name, phone, company, role and language; made with a first password. */
export function UserForm(props: {
  readonly user: User | null;
  readonly data: Accounts;
  readonly onMade: (id: number) => void;
}) {
  const { user, data, onMade } = props;
  const text = useText();
  const change = useChange(usersKey, text);
  const initial = {
    accountName: user?.accountName ?? '',
    password: '',
    fullName: user?.fullName ?? '',
    phone: user?.phone ?? '',
    companyId: user === null ? String(data.companies[0]?.id ?? '') : String(user.companyId ?? ''),
    roleId: String(user?.roleId ?? data.roles.at(-1)?.id ?? ''),
    language: user?.language ?? 'zh-chs',
  };
  const form = useForm(initial, (values) => {
    const rights = {
      fullName: values.fullName,
      phone: values.phone.normalize('NFKC').trim(),
      companyId: values.companyId === '' ? null : Number(values.companyId),
      roleId: Number(values.roleId),
      language: values.language as User['language'],
    };
    return change(async () => {
      if (user !== null) await request(updateUser, { params: { userId: user.id }, body: rights });
      else {
        const account = { accountName: values.accountName.trim(), password: values.password };
        onMade((await request(createUser, { body: { ...account, ...rights } })).id);
      }
    });
  });
  const everyCompany = session.user?.companyId === null;
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('users.user')}>
      {user === null && (
        <div className="form__pair gap-12 grid">
          <FormText form={form} name="accountName" label={text('login.account')} autoComplete="off" />
          <NewPassword
            form={form}
            name="password"
            label={text('users.firstPassword')}
            hint={text('setup.passwordHint')}
          />
        </div>
      )}
      <div className="form__pair gap-12 grid">
        <FormText form={form} name="fullName" label={text('users.fullName')} autoComplete="off" />
        <FormText
          form={form}
          name="phone"
          label={text('users.phone')}
          hint={text('users.phoneHint')}
          autoComplete="off"
        />
      </div>
      <div className="form__pair gap-12 grid">
        <FormSelect
          form={form}
          name="companyId"
          label={text('sites.company')}
          options={[
            ...(everyCompany ? [{ value: '', label: text('users.everyCompany') }] : []),
            ...data.companies.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <FormSelect
          form={form}
          name="roleId"
          label={text('users.role')}
          options={data.roles.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <FormSelect
          form={form}
          name="language"
          label={text('header.language')}
          options={languages.map((value) => ({ value, label: text(`language.${value}`) }))}
        />
      </div>
      <FormFoot
        form={form}
        label={text(user === null ? 'sites.create' : 'sites.save')}
        disabled={!form.changed}
      />
    </form>
  );
}

/** A new password for a user who lost the old one; the user's sessions end. */
export function ResetForm({ user }: { readonly user: User }) {
  const text = useText();
  const change = useChange(usersKey, text);
  const [done, setDone] = useState(false);
  const send = async ({ newPassword }: { readonly newPassword: string }) => {
    const refused = await change(() =>
      request(resetPassword, { params: { userId: user.id }, body: { newPassword } }),
    );
    setDone(refused === null);
    return refused;
  };
  const form = useForm({ newPassword: '' }, send, userCommands.resetPassword);
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('users.reset')}>
      <NewPassword
        form={form}
        name="newPassword"
        label={text('password.new')}
        hint={text('users.resetHint')}
      />
      <FormFoot
        form={form}
        label={text('users.reset')}
        look="plain"
        disabled={form.values.newPassword === ''}
      >
        {done && <output className="dim">{text('users.resetDone')}</output>}
      </FormFoot>
    </form>
  );
}

/** Keeps a user out, or lets the user in again. */
export function Disable({ user }: { readonly user: User }) {
  const text = useText();
  const change = useChange(usersKey, text);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<FormRefusal | null>(null);
  const run = async (disabled: boolean) =>
    setRefused(await change(() => request(disableUser, { params: { userId: user.id }, body: { disabled } })));
  useOffer(userCommands.disable, () => setAsked(true), { available: !user.disabled });
  useOffer(userCommands.enable, () => run(false), { available: user.disabled });
  return (
    <div className="form">
      <FormProblem problem={refused?.sentence ?? null} />
      <div className="form__foot row wrap gap-8">
        {user.disabled ? (
          <CommandButton command={userCommands.enable} label={text('users.enable')} />
        ) : (
          <CommandButton command={userCommands.disable} look="danger" label={text('users.disable')} />
        )}
      </div>
      {asked && (
        <Confirm
          question={text('users.disableAsk', { name: user.accountName })}
          confirm={text('users.disable')}
          onAnswer={(yes) => {
            setAsked(false);
            if (yes) void run(true);
          }}
        />
      )}
    </div>
  );
}
