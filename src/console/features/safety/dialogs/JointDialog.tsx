import { safety } from '../../../../../commands/safety.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { FormProblem, FormText } from '../../../components/form/fields.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { type JointAct, signAct } from '../../../state/safety.ts';
import { ActLines } from '../ActLines.tsx';
import { timeOf } from '../time.ts';
import { useSent } from './use-sent.ts';

/** Shows exactly what is signed, and takes the second person's signature: theirs here, or the own on the own console. */
export function JointDialog(props: { readonly act: JointAct; readonly onClose: () => void }) {
  const { act, onClose } = props;
  const text = useText();
  const format = useFormat();
  const now = useNow(1000);
  const isOpen = act.state === 'waiting' || act.state === 'signed';
  const form = useSent(
    { accountName: '', password: '', code: '' },
    ({ accountName, password, code }) => {
      if (act.isOwn && accountName.trim() === '')
        return { field: 'accountName', missing: text('alarms.refused.secondPerson') };
      if (password === '') return { field: 'password', missing: text('set.noPassword') };
      return signAct(act.id, {
        hash: act.hash,
        password,
        ...(act.isOwn ? { accountName: accountName.trim() } : {}),
        ...(code.trim() === '' ? {} : { code: code.trim() }),
      });
    },
    text('joint.done'),
    onClose,
  );
  const asked = { account: act.first.accountName, time: timeOf(act.first.at, now, format) };
  const needsCode = form.error('code') !== null || form.values.code !== '';
  return (
    <FormDialog
      form={form}
      title={text(`joint.kind.${act.kind}`)}
      label={text('joint.sign')}
      className="safety__dialog"
      disabled={!isOpen}
      onClose={onClose}
      aside={
        isOpen && (
          <span className="grow">
            <CommandButton
              command={safety.refuse}
              args={{ actId: act.id }}
              label={text(act.isOwn ? 'joint.takeBack' : 'joint.refuse')}
            />
          </span>
        )
      }
    >
      <div className="form safety__form">
        <p className="text-12 num">
          {isOpen
            ? text('joint.asks', { ...asked, left: format.countdown(Math.max(0, act.until - now)) })
            : text(`joint.state.${act.state}`)}
        </p>
        <ActLines act={act} now={now} />
        {isOpen && (
          <>
            <p className="text-12 dim">{text(act.isOwn ? 'joint.here' : 'joint.ownHere')}</p>
            <div className={act.isOwn ? 'form__pair grid gap-12' : ''}>
              {act.isOwn && (
                <FormText form={form} name="accountName" label={text('joint.account')} autoComplete="off" />
              )}
              <FormText
                form={form}
                name="password"
                type="password"
                label={text('joint.password')}
                autoComplete="current-password"
              />
            </div>
            {needsCode && (
              <FormText form={form} name="code" label={text('plans.code')} autoComplete="one-time-code" />
            )}
          </>
        )}
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
