import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { loginCode } from '../../../contract/session.ts';
import { Button } from '../../components/Button.tsx';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { TextField } from '../../components/fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { ApiError } from '../../state/api-error.ts';
import { request } from '../../state/client.ts';
import { refusal } from '../../state/refused.ts';
import { signIn } from '../../state/session.ts';
import { relief } from './relief.ts';
import './login.css';

interface Problem {
  readonly field: 'accountName' | 'password' | 'code' | 'otp' | null;
  readonly sentence: string;
}
interface Picture {
  readonly codeId: string;
  readonly svg: string;
}

function Relief() {
  const lines = useMemo(() => relief(7, 960, 900), []);
  return (
    <svg
      className="login__relief"
      viewBox="0 0 960 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {lines.map((line) => (
        <path key={line.path.slice(0, 40)} d={line.path} className={line.index ? 'is-index' : ''} />
      ))}
    </svg>
  );
}

/** Login: account, password, and a verification code once it is asked for. */
export default function LoginPage(props: {
  readonly logo: ReactNode;
  readonly languageMenu: ReactNode;
  readonly onDone: () => void;
}) {
  const text = useText();
  const commands = useCommands();
  const [accountName, setAccountName] = useState('');
  const [password, setPassword] = useState('');
  const [visible, setVisible] = useState(false);
  const [code, setCode] = useState('');
  const [otp, setOtp] = useState<string | null>(null);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const account = useRef<HTMLInputElement>(null);
  const title = text('page.login');

  useEffect(() => account.current?.focus(), []);
  useEffect(() => {
    document.title = `${title} · ${text('app.title')}`;
  }, [title, text]);

  const newPicture = async () => {
    setCode('');
    setPicture(await request(loginCode, { body: { accountName } }).catch(() => null));
  };

  const submit = async () => {
    if (busy) return;
    if (accountName.trim() === '')
      return setProblem({ field: 'accountName', sentence: text('login.needAccount') });
    if (password === '') return setProblem({ field: 'password', sentence: text('login.needPassword') });
    if (picture !== null && code.trim() === '')
      return setProblem({ field: 'code', sentence: text('login.needCode') });
    setBusy(true);
    setProblem(null);
    try {
      await signIn({
        accountName: accountName.trim(),
        password,
        ...(picture ? { code, codeId: picture.codeId } : {}),
        ...(otp === null ? {} : { otp }),
      });
      props.onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { field, sentence } = refusal(error, text);
      setProblem({ field: field === 'code' || field === 'otp' ? field : null, sentence });
      const { needCode, needOtp } = (error.data ?? {}) as { needCode?: boolean; needOtp?: boolean };
      if (needOtp) setOtp('');
      if (needCode) await newPicture();
    } finally {
      setBusy(false);
    }
  };

  useOffer('session.signIn', submit);
  useOffer('session.anotherCode', newPicture, { available: picture !== null });
  useOffer('form.reveal', () => setVisible((before) => !before));

  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.sentence : null);
  return (
    <main className="login">
      <Relief />
      <div className="login__side">
        <header className="login__top">
          {props.logo}
          <b>{text('app.name')}</b>
          {props.languageMenu}
        </header>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            commands.run('session.signIn');
          }}
          noValidate
          aria-label={title}
        >
          <div>
            <h1>{title}</h1>
            <p className="dim">{text('login.subtitle')}</p>
          </div>
          <TextField
            ref={account}
            large
            label={text('login.account')}
            name="username"
            autoComplete="username"
            value={accountName}
            onChange={setAccountName}
            error={errorOf('accountName')}
          />
          <TextField
            large
            label={text('login.password')}
            name="password"
            type={visible ? 'text' : 'password'}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={errorOf('password')}
            after={
              <button
                type="button"
                className="login__eye"
                aria-label={text(visible ? 'login.hide' : 'login.show')}
                aria-pressed={visible}
                onClick={() => commands.run('form.reveal')}
              >
                <Icon name={visible ? 'eye-off' : 'eye'} />
              </button>
            }
          />
          {otp !== null && (
            <TextField
              large
              label={text('totp.code')}
              name="otp"
              autoComplete="one-time-code"
              value={otp}
              onChange={setOtp}
              error={errorOf('otp')}
            />
          )}
          {picture && (
            <div className="login__code">
              <TextField
                large
                label={text('login.verification')}
                autoComplete="off"
                value={code}
                onChange={setCode}
                error={errorOf('code')}
              />
              <img
                alt={text('login.picture')}
                src={`data:image/svg+xml;utf8,${encodeURIComponent(picture.svg)}`}
              />
              <CommandButton
                command="session.anotherCode"
                large
                iconOnly
                icon="refresh"
                label={text('login.newPicture')}
              />
            </div>
          )}
          {problem?.field === null && (
            <p className="login__problem" role="alert">
              <Icon name="circle-alert" />
              {problem.sentence}
            </p>
          )}
          <Button submit large look="primary" label={title} keys="Enter" disabled={busy} />
        </form>
        <footer className="login__foot num">
          <span>{__VERSION__}</span>
          <span>{location.host}</span>
        </footer>
      </div>
    </main>
  );
}
