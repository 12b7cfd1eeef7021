import { type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { setup } from '../../../contract/company/setup.ts';
import { Button } from '../../components/Button.tsx';
import { FormProblem, FormText, NewPassword } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { request } from '../../state/connection/client.ts';
import { refusal } from '../../state/connection/refused.ts';
import { adoptToken } from '../../state/connection/session.ts';
import { preferences } from '../../state/preferences.ts';
import { usePlatformLook } from '../../state/session/platform-look.ts';
import { Devices } from './Devices.tsx';
import '../../components/form/form.css';
import './setup.css';

/** The first start: the first administrator, made with the secret that the server printed. */
export default function SetupPage(props: {
  readonly logo: ReactNode;
  readonly languageMenu: ReactNode;
  readonly onDone: () => void;
}) {
  const text = useText();
  const { language } = useSnapshot(preferences);
  const title = text('setup.title');
  const { name } = usePlatformLook();
  useEffect(() => {
    document.title = `${title} · ${name || text('app.title')}`;
  }, [title, name, text]);
  const form = useForm({ secret: '', accountName: '', password: '', again: '' }, async (values) => {
    if (values.password !== values.again) return { field: 'again', sentence: text('setup.different') };
    try {
      const { secret, accountName, password } = values;
      const { loginToken } = await request(setup, {
        body: { secret: secret.trim(), accountName: accountName.trim(), password, language },
      });
      await adoptToken(loginToken);
      props.onDone();
      return null;
    } catch (error) {
      return refusal(error, text);
    }
  });
  return (
    <main className="setup grid">
      <div className="setup__card panel grid">
        <header className="setup__top row">
          {props.logo}
          <b className="ellipsis">{name || text('app.name')}</b>
          {props.languageMenu}
        </header>
        <form className="form" noValidate onSubmit={form.onSubmit} aria-label={title}>
          <div>
            <h1>{title}</h1>
            <p className="dim">{text('setup.text')}</p>
          </div>
          <FormText
            large
            form={form}
            name="secret"
            label={text('setup.secret')}
            autoComplete="off"
            hint={text('setup.secretHint')}
          />
          <FormText
            large
            form={form}
            name="accountName"
            label={text('login.account')}
            autoComplete="username"
          />
          <NewPassword
            large
            form={form}
            name="password"
            label={text('login.password')}
            hint={text('setup.passwordHint')}
          />
          <NewPassword large form={form} name="again" label={text('setup.again')} />
          <FormProblem problem={form.problem} />
          <Button
            submit
            large
            look="primary"
            label={text('setup.create')}
            keys="Enter"
            disabled={form.busy}
          />
        </form>
        <Devices />
      </div>
    </main>
  );
}
