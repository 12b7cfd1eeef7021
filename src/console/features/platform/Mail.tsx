import { useState } from 'react';
import { platform as platformCommands } from '../../../../commands/platform.ts';
import type { DataOf } from '../../../contract/call.ts';
import { testMail } from '../../../contract/company/platform.ts';
import { FormFoot, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { request } from '../../state/connection/client.ts';
import { refusal } from '../../state/connection/refused.ts';
import type { Platform } from '../../state/session/platform.ts';

/** The mail server that is in force, and a mail to try it. */
export function Mail({ platform }: { readonly platform: Platform }) {
  const text = useText();
  const [outcome, setOutcome] = useState<DataOf<typeof testMail> | null>(null);
  const form = useForm(
    { address: '' },
    async ({ address }) => {
      setOutcome(null);
      if (!/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address.trim()))
        return { field: 'address', sentence: text('platform.badAddress') };
      try {
        setOutcome(await request(testMail, { body: { address: address.trim() } }));
        return null;
      } catch (error) {
        return refusal(error, text);
      }
    },
    platformCommands.mail,
  );
  const { mail, environment } = platform;
  const from = environment.find(({ name }) => name === 'MAIL_FROM')?.value ?? '–';
  return (
    <section className="panel" aria-label={text('platform.mail')}>
      <header className="panel__head">
        <h2>{text('platform.mail')}</h2>
      </header>
      <div className="padded">
        {mail === null ? (
          <p className="text-12">{text('platform.noMail')}</p>
        ) : (
          <>
            <dl className="terms">
              <dt>{text('platform.mail.server')}</dt>
              <dd className="num">
                {mail.host}:{mail.port}
              </dd>
              <dt>{text('platform.mail.protection')}</dt>
              <dd>{text(`platform.mail.${mail.protection}`)}</dd>
              <dt>{text('platform.mail.user')}</dt>
              <dd>{mail.user ?? '–'}</dd>
              <dt>{text('platform.mail.from')}</dt>
              <dd>{from}</dd>
            </dl>
            <p className="text-12 dim">{text('platform.mail.where')}</p>
            <form
              className="form"
              noValidate
              onSubmit={form.onSubmit}
              aria-label={text('platform.mail.test')}
            >
              <FormText form={form} name="address" label={text('platform.mail.to')} autoComplete="email" />
              <FormFoot form={form} look="plain" label={text('platform.mail.test')} />
              {outcome !== null && (
                <p className={`text-12 ${outcome.accepted ? '' : 'refused'}`} role="status">
                  {text(outcome.accepted ? 'platform.mail.accepted' : 'platform.mail.refused', {
                    answer: outcome.answer,
                  })}
                </p>
              )}
            </form>
          </>
        )}
      </div>
    </section>
  );
}
