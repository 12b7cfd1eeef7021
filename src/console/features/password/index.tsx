import { changePassword } from '../../../contract/company/session.ts';
import { CurrentPassword, FormFoot, NewPassword } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { request } from '../../state/connection/client.ts';
import { refusal } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';
import { Totp } from './Totp.tsx';
import '../../components/form/form.css';
import './password.css';

const empty = { password: '', newPassword: '', again: '' };

function PasswordForm({ onDone }: { readonly onDone: () => void }) {
  const text = useText();
  const form = useForm(empty, async ({ password, newPassword, again }) => {
    if (newPassword !== again) return { field: 'again', sentence: text('setup.different') };
    try {
      await request(changePassword, { body: { password, newPassword } });
    } catch (error) {
      return refusal(error, text);
    }
    notify('success', text('password.changed'));
    onDone();
    return null;
  });
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('password.title')}>
      <CurrentPassword form={form} label={text('password.current')} />
      <NewPassword
        form={form}
        name="newPassword"
        label={text('password.new')}
        hint={text('setup.passwordHint')}
      />
      <NewPassword form={form} name="again" label={text('setup.again')} />
      <FormFoot form={form} label={text('password.change')} disabled={!form.changed} />
    </form>
  );
}

/** The own password: changed with the current one; the account's other sessions end. */
export default function PasswordPage({ onDone }: { readonly onDone: () => void }) {
  const text = useText();
  return (
    <div className="password gap-8 grid">
      <section className="panel">
        <header className="panel__head">
          <h2>{text('password.title')}</h2>
        </header>
        <div className="split__inner password__inner">
          <p className="dim">{text('password.text')}</p>
          <PasswordForm onDone={onDone} />
        </div>
      </section>
      <Totp />
    </div>
  );
}
