import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { FormProblem, FormText } from '../../../components/form/fields.tsx';
import { useText } from '../../../components/i18n.ts';
import { useSent } from './use-sent.ts';

/** Asks why, and does it. */
export function ReasonDialog(props: {
  readonly title: string;
  readonly label: string;
  readonly said: string;
  readonly send: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { title, label, said, send, onClose } = props;
  const text = useText();
  const form = useSent(
    { reason: '' },
    ({ reason }) =>
      reason.trim() === ''
        ? { field: 'reason', missing: text('alarms.refused.noReason') }
        : send(reason.trim()),
    said,
    onClose,
  );
  return (
    <FormDialog form={form} title={title} label={label} onClose={onClose}>
      <div className="form safety__form">
        <FormText form={form} name="reason" label={text('sirens.reason')} autoComplete="off" />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
