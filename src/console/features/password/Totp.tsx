import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { session } from '../../../../commands/session/index.ts';
import { beginTotp, confirmTotp, endTotp, totp } from '../../../contract/company/session.ts';
import { useCommands } from '../../components/commands.tsx';
import { CurrentPassword, FormFoot, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';

const key = 'totp';
const command = session.twoStep;

/** The password, and a code of the second factor where one is in use. */
function Prove(props: {
  readonly label: string;
  readonly look: 'plain' | 'primary';
  readonly withCode?: boolean;
  readonly send: (proof: { password: string; otp?: string }) => Promise<unknown>;
}) {
  const text = useText();
  const change = useChange(key, text);
  const { withCode = false } = props;
  const form = useForm(
    { password: '', otp: '' },
    ({ password, otp }) => change(() => props.send(withCode ? { password, otp: otp.trim() } : { password })),
    command,
  );
  const lacks = form.values.password === '' || (withCode && form.values.otp.trim() === '');
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={props.label}>
      <CurrentPassword form={form} label={text('password.current')} />
      {withCode && <FormText form={form} name="otp" label={text('totp.code')} autoComplete="one-time-code" />}
      <FormFoot form={form} look={props.look} label={props.label} disabled={lacks} />
    </form>
  );
}

function Confirm({ secret, uri, onDone }: { secret: string; uri: string; onDone: () => void }) {
  const text = useText();
  const change = useChange(key, text);
  const commands = useCommands();
  useOffer(session.authenticator, () => location.assign(uri));
  const form = useForm(
    { otp: '' },
    ({ otp }) =>
      change(async () => {
        await request(confirmTotp, { body: { otp: otp.trim() } });
        onDone();
      }),
    command,
  );
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('totp.confirm')}>
      <p>{text('totp.secret')}</p>
      <code className="password__secret">{secret}</code>
      <a
        href={uri}
        onClick={(event) => {
          event.preventDefault();
          commands.run(session.authenticator);
        }}
      >
        {text('totp.open')}
      </a>
      <FormText form={form} name="otp" label={text('totp.code')} autoComplete="one-time-code" />
      <FormFoot form={form} label={text('totp.confirm')} disabled={form.values.otp.trim() === ''} />
    </form>
  );
}

/** The second factor of the own account: set up with an authenticator, proven by its code, turned off. */
export function Totp() {
  const text = useText();
  const { data } = useQuery({ queryKey: [key], queryFn: ({ signal }) => request(totp, { signal }) });
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null);
  if (data === undefined) return null;
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>{text('totp.title')}</h2>
        {data.on && <span className="dim">{text('totp.on')}</span>}
      </header>
      <div className="split__inner password__inner">
        <p className="dim">{text('totp.text')}</p>
        {data.on ? (
          <Prove label={text('totp.end')} look="plain" withCode send={(body) => request(endTotp, { body })} />
        ) : begun === null ? (
          <Prove
            label={text('totp.begin')}
            look="primary"
            send={async (body) => setBegun(await request(beginTotp, { body }))}
          />
        ) : (
          <Confirm {...begun} onDone={() => setBegun(null)} />
        )}
      </div>
    </section>
  );
}
