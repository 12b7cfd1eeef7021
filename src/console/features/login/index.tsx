import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { form } from '../../../../commands/form.ts';
import { session } from '../../../../commands/session/index.ts';
import { Button } from '../../components/Button.tsx';
import { useCommands } from '../../components/commands.tsx';
import { TextField } from '../../components/fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { refusal } from '../../state/connection/refused.ts';
import { signIn } from '../../state/connection/session.ts';
import { dismissSaid, notifySaid } from '../../state/notices.ts';
import { usePlatformLook } from '../../state/session/platform-look.ts';
import { relief } from './relief.ts';
import { type ProofState, useProof } from './use-proof.ts';
import './login.css';

interface Problem {
  readonly field: 'accountName' | 'password' | 'otp' | null;
  readonly sentence: string;
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

/** How the browser's work stands, in a sentence that is also read out, and as a bar. */
function ProofLine({ state }: { readonly state: ProofState }) {
  const text = useText();
  if (state.is === 'none') return null;
  const isBad = state.is === 'failed';
  return (
    <div
      className={`login__proof text-12 ${isBad ? 'login__problem flex gap-8 padded refused' : 'grid gap-4'}`}
    >
      <p className="row gap-8" role={isBad ? 'alert' : 'status'}>
        <Icon name={isBad ? 'circle-alert' : state.is === 'ready' ? 'shield-check' : 'refresh'} />
        {text(`login.proof.${state.is}`)}
      </p>
      {state.is === 'working' && (
        <progress max={state.parts} value={state.done} aria-label={text('login.proof.working')} />
      )}
      {!isBad && <p className="dim">{text('login.proof.why')}</p>}
    </div>
  );
}

/**
 * Login: account, password, and once they are asked for a one-time code and the work of the browser that stands for a
 * verification code. The work is done by itself; pressing the button waits for its end.
 */
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
  const [otp, setOtp] = useState<string | null>(null);
  const [passesWait, setPassesWait] = useState(false);
  const proof = useProof();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const account = useRef<HTMLInputElement>(null);
  const title = text('page.login');
  const { name } = usePlatformLook();

  useEffect(() => account.current?.focus(), []);
  useEffect(() => {
    document.title = `${title} · ${name || text('app.title')}`;
  }, [title, name, text]);

  const send = async (isAgain = false): Promise<void> => {
    const account = accountName.trim();
    const brought = proof.isAsked || isAgain ? await proof.take(account) : undefined;
    // The line of the work says why.
    if (brought === null) return;
    try {
      await signIn({
        accountName: account,
        password,
        ...brought,
        ...(otp === null ? {} : { otp }),
      });
      dismissSaid();
      props.onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { field, sentence } = refusal(error, text);
      const { needCode, needOtp } = (error.data ?? {}) as { needCode?: boolean; needOtp?: boolean };
      if (needOtp) setOtp((before) => before ?? '');
      setPassesWait(needOtp === true && field !== 'otp');
      // The password was not looked at: the work is done, and the same is sent once more.
      if (field === 'code' && !isAgain) return send(true);
      if (needCode) proof.begin(account);
      setProblem({ field: field === 'otp' ? field : null, sentence });
      notifySaid(sentence);
    }
  };

  const submit = async () => {
    if (busy) return;
    if (accountName.trim() === '')
      return setProblem({ field: 'accountName', sentence: text('login.needAccount') });
    if (password === '') return setProblem({ field: 'password', sentence: text('login.needPassword') });
    setBusy(true);
    setProblem(null);
    try {
      await send();
    } finally {
      setBusy(false);
    }
  };

  useOffer(session.signIn, submit);
  useOffer(form.reveal, () => setVisible((before) => !before));

  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.sentence : null);
  return (
    <main className="login paper grid">
      <Relief />
      <div className="login__side column">
        <header className="login__top row gap-8">
          {props.logo}
          <b className="ellipsis">{name || text('app.name')}</b>
          {props.languageMenu}
        </header>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            commands.run(session.signIn);
          }}
          noValidate
          aria-label={title}
        >
          <div>
            <h1 className="stressed">{title}</h1>
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
                className="login__eye dim flex"
                aria-label={text(visible ? 'login.hide' : 'login.show')}
                aria-pressed={visible}
                onClick={() => commands.run(form.reveal)}
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
          {otp !== null && passesWait && <p className="dim">{text('login.otpPasses')}</p>}
          <ProofLine state={proof.state} />
          {problem?.field === null && (
            <p className="login__problem flex gap-8 padded refused text-12" role="alert">
              <Icon name="circle-alert" />
              {problem.sentence}
            </p>
          )}
          <Button submit large look="primary" label={title} keys="Enter" disabled={busy} />
        </form>
        <footer className="num between text-11 faint flex">
          <span>{__VERSION__}</span>
          <span>{location.host}</span>
        </footer>
      </div>
    </main>
  );
}
