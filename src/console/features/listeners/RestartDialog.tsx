import { restartListener } from '../../../contract/listeners.ts';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, ProofFields } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { confirm } from '../../state/connection/confirm.ts';
import { type ListenerView, listenersKey } from '../../state/listeners.ts';
import { notify } from '../../state/notices.ts';

/** Says what a restart ends, and asks for the password of who wants it. */
export function RestartDialog({
  listener,
  onClose,
}: {
  readonly listener: ListenerView;
  readonly onClose: () => void;
}) {
  const text = useText();
  const change = useChange(listenersKey, text);
  const name = text(`listeners.id.${listener.id}`);
  const form = useForm({ password: '', code: '' }, async (proof) => {
    const refused = await change(async () => {
      const { id } = listener;
      const confirmation = await confirm({ restartListener: id }, proof);
      const done = await request(restartListener, { params: { listener: id }, body: { confirmation } });
      if (done.listener.state === 'failed')
        notify('error', text('listeners.notRestarted', { name, code: done.listener.problem ?? '' }));
      else notify('success', text('listeners.restarted', { name }));
    });
    if (refused === null) onClose();
    return refused;
  });
  return (
    <FormDialog
      form={form}
      title={text('listeners.restart.title', { name })}
      label={text('listeners.restart')}
      onClose={onClose}
    >
      <p>{text('listeners.restart.text', { count: listener.open ?? 0 })}</p>
      <div className="form">
        <ProofFields form={form} />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
