import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormSelect } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';

/** Asks as what one signs. */
export function SignDialog(props: {
  readonly lines: readonly string[];
  readonly checksum: string;
  readonly onSign: (role: string) => Promise<FormRefusal | null>;
  readonly onClose: () => void;
}) {
  const { lines, checksum, onSign, onClose } = props;
  const text = useText();
  const roles =
    lines.length > 0
      ? lines
      : [text('reports.sign.made'), text('reports.sign.checked'), text('reports.sign.released')];
  const form = useForm({ role: roles[0] ?? '' }, async ({ role }) => {
    const refused = await onSign(role);
    if (refused === null) onClose();
    return refused;
  });
  return (
    <FormDialog form={form} title={text('reports.sign.ask')} label={text('reports.sign')} onClose={onClose}>
      <div className="form">
        <FormSelect
          form={form}
          name="role"
          label={text('reports.sign.role')}
          options={roles.map((role) => ({ value: role, label: role }))}
        />
        <p className="text-12 dim num">{text('reports.sign.text', { checksum: checksum.slice(0, 16) })}</p>
      </div>
    </FormDialog>
  );
}

/** Asks how a report is sent to the addresses of its project. */
export function SendDialog(props: {
  readonly addresses: number;
  readonly onSend: (isAttached: boolean) => Promise<FormRefusal | null>;
  readonly onClose: () => void;
}) {
  const { addresses, onSend, onClose } = props;
  const text = useText();
  const form = useForm({ how: 'attached' }, async ({ how }) => {
    const refused = await onSend(how === 'attached');
    if (refused === null) onClose();
    return refused;
  });
  return (
    <FormDialog
      form={form}
      title={text('reports.send.ask', { count: addresses })}
      label={text('reports.send')}
      onClose={onClose}
    >
      <div className="form">
        <FormSelect
          form={form}
          name="how"
          label={text('reports.send.how')}
          options={(['attached', 'link'] as const).map((how) => ({
            value: how,
            label: text(`reports.send.${how}`),
          }))}
        />
        <p className="text-12 dim">{text('reports.never')}</p>
      </div>
    </FormDialog>
  );
}
