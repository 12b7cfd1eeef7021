import { Link } from 'wouter';
import { dialog as dialogCommands } from '../../../../../commands/dialog.ts';
import { notify as notifyCommands } from '../../../../../commands/notify.ts';
import { addressOf } from '../../../../contract/pages.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { DialogFrame } from '../../../components/dialog/DialogFrame.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { answerText } from '../../../components/values/answer-text.ts';
import type { MessageView } from '../../../state/notify.ts';
import { canSendAgain, MailState } from './MailState.tsx';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All that a mail said, to whom, and what became of it. Its texts are shown as text. */
export function MailDialog(props: {
  readonly mail: MessageView;
  readonly mayEdit: boolean;
  readonly onClose: () => void;
}) {
  const { mail, mayEdit, onClose } = props;
  const text = useText();
  const format = useFormat();
  const time = (t: number | null) => (t === null ? '' : format.time(t, zone, 'full'));
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [text('notify.mailAddress'), mail.name === '' ? mail.address : `${mail.name} <${mail.address}>`],
    [text('alertForm.mails.time'), time(mail.createdAt)],
    [
      text('alertForm.mails.state'),
      <MailState key="state" message={mail} time={time(mail.doneAt ?? mail.dueAt)} />,
    ],
    ...(mail.answer === ''
      ? []
      : ([[text('alertForm.mails.answer'), answerText(mail.answer, text)]] as const)),
  ];
  const title = mail.title === '' ? text('alertForm.mails.notYet') : mail.title;
  return (
    <DialogFrame title={title} className="alert-config__opened" onClose={onClose}>
      <h2>{title}</h2>
      <dl className="alert-config__facts text-12">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="dim">{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {mail.content !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <p className="alert-config__said alert-config__letter" tabIndex={0}>
          {mail.content}
        </p>
      )}
      <div className="dialog__foot">
        {mail.alarmId !== null && (
          <Link className="link grow" href={addressOf('alarms', { alarm: String(mail.alarmId) })}>
            {text('notify.alarm', { id: mail.alarmId })}
          </Link>
        )}
        {mayEdit && canSendAgain(mail) && (
          <CommandButton command={notifyCommands.again} args={{ id: mail.id }} label={text('notify.again')} />
        )}
        <CommandButton command={dialogCommands.decline} look="primary" label={text('action.close')} />
      </div>
    </DialogFrame>
  );
}
