import { useState } from 'react';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { notify as commands } from '../../../../commands/notify.ts';
import * as contract from '../../../contract/notify/notify.ts';
import { Button } from '../../components/Button.tsx';
import { CommandButton } from '../../components/commands.tsx';
import { LoadingRows } from '../../components/conditions.tsx';
import { DialogFrame } from '../../components/dialog/DialogFrame.tsx';
import { FormProblem, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { useContacts } from '../../state/notify.ts';
import { chooseWork } from '../../state/work.ts';
import { pushObstacle, subscribe } from './browser-push.ts';
import { sayDeleted } from './say-deleted.ts';
import { useSaving } from './use-saving.ts';
import { WorkChoices } from './WorkChoices.tsx';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The code that came to an address. */
function CodeForm({ id, address }: { readonly id: number; readonly address: string }) {
  const text = useText();
  const { attempt } = useSaving(null, null, () => undefined);
  const form = useForm({ code: '' }, ({ code }) =>
    attempt(() => request(contract.confirmContact, { params: { id }, body: { code: code.trim() } })),
  );
  return (
    <form
      className="notified__code"
      noValidate
      onSubmit={form.onSubmit}
      aria-label={text('notify.codeOf', { address })}
    >
      <FormText form={form} name="code" label={text('notify.code')} autoComplete="one-time-code" />
      <Button
        submit
        look="primary"
        label={text('notify.confirm')}
        disabled={form.busy || form.values.code === ''}
      />
      <CommandButton command={commands.sendCode} args={{ id }} look="ghost" label={text('notify.sendCode')} />
      <FormProblem problem={form.problem} />
    </form>
  );
}

/** Where oneself can be reached: mail addresses, each confirmed by a code, and browsers. */
export function ContactsDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const format = useFormat();
  const { data, error } = useContacts();
  const [problem, setProblem] = useState<string | null>(null);
  const { attempt } = useSaving(null, null, () => undefined);
  const act = async (what: () => Promise<unknown>) => setProblem((await attempt(what))?.sentence ?? null);
  const form = useForm({ address: '' }, async ({ address }) => {
    const refused = await attempt(() => request(contract.addContact, { body: { address: address.trim() } }));
    if (refused === null) form.set('address', '');
    return refused;
  });
  useOffer(commands.removeContact, ({ id }) =>
    act(async () => {
      const address = data?.mails.find((one) => one.id === id)?.address ?? '';
      await request(contract.removeContact, { params: { id } });
      sayDeleted(text, 'contact', id, address);
    }),
  );
  useOffer(commands.removeBrowser, ({ id }) =>
    act(async () => {
      const label = data?.browsers.find((one) => one.id === id)?.label ?? '';
      await request(contract.removeBrowser, { params: { id } });
      sayDeleted(text, 'browser', id, label);
    }),
  );
  useOffer(commands.sendCode, ({ id }) => {
    const address = data?.mails.find((one) => one.id === id)?.address ?? '';
    return act(() => request(contract.addContact, { body: { address } }));
  });
  useOffer(commands.addBrowser, async () => {
    try {
      const found = await subscribe(data?.pushKey ?? '');
      if ('obstacle' in found) setProblem(text(`notify.push.${found.obstacle}`));
      else await act(() => request(contract.addBrowser, { body: found }));
    } catch (reason) {
      setProblem(text('notify.push.failed', { reason: reasonOf(reason, text) }));
    }
  });
  const obstacle = pushObstacle();
  const title = text('notify.myContacts');
  return (
    <DialogFrame title={title} className="notified__dialog" onClose={onClose}>
      <h2>{title}</h2>
      <div className="notified__form form text-12">
        {data === undefined ? (
          error === null ? (
            <LoadingRows rows={4} />
          ) : (
            <FormProblem problem={reasonOf(error, text)} />
          )
        ) : (
          <>
            <section className="form">
              <h3 className="field__label">{text('notify.mail')}</h3>
              {!data.canMail && <span className="dim">{text('notify.noMail')}</span>}
              <ul>
                {data.mails.map(({ id, address, confirmedAt }) => (
                  <li key={id} className="notified__contact">
                    <span className="row gap-8">
                      <b className="strong ellipsis">{address}</b>
                      <span className="dim grow num">
                        {confirmedAt === null
                          ? text('notify.unconfirmed')
                          : text('notify.confirmed', { time: format.time(confirmedAt, zone, 'dayTime') })}
                      </span>
                      <CommandButton
                        command={commands.removeContact}
                        args={{ id }}
                        icon="trash"
                        look="ghost"
                        iconOnly
                        label={text('notify.removeOf', { name: address })}
                      />
                    </span>
                    {confirmedAt === null && <CodeForm id={id} address={address} />}
                  </li>
                ))}
              </ul>
              {data.canMail && (
                <form className="notified__code" noValidate onSubmit={form.onSubmit}>
                  <FormText
                    form={form}
                    name="address"
                    label={text('notify.newAddress')}
                    autoComplete="email"
                  />
                  <Button
                    submit
                    label={text('notify.getCode')}
                    disabled={form.busy || form.values.address.trim() === ''}
                  />
                  <FormProblem problem={form.problem} />
                </form>
              )}
            </section>
            <section className="form">
              <h3 className="field__label">{text('notify.push')}</h3>
              <ul>
                {data.browsers.map(({ id, label, createdAt }) => (
                  <li key={id} className="row gap-8">
                    <b className="strong">{label}</b>
                    <span className="dim grow num">{format.time(createdAt, zone, 'dayTime')}</span>
                    <CommandButton
                      command={commands.removeBrowser}
                      args={{ id }}
                      icon="trash"
                      look="ghost"
                      iconOnly
                      label={text('notify.removeOf', { name: label })}
                    />
                  </li>
                ))}
              </ul>
              {obstacle === null ? (
                <div>
                  <CommandButton
                    command={commands.addBrowser}
                    icon="bell-ring"
                    label={text('notify.useBrowser')}
                  />
                </div>
              ) : (
                <span className="dim">{text(`notify.push.${obstacle}`)}</span>
              )}
            </section>
            <WorkChoices chosen={data.work} onChoose={(choice) => act(() => chooseWork(choice))} />
            <FormProblem problem={problem} />
          </>
        )}
      </div>
      <div className="dialog__foot">
        <CommandButton command={dialogCommands.decline} label={text('action.close')} />
      </div>
    </DialogFrame>
  );
}
