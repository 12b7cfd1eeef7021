import { messageBounds, saveMessageStore } from '../../../contract/messages.ts';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { typedNumber } from '../../components/values/typed-number.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { type MessageStore, messagesKey } from '../../state/devices/messages.ts';

/** How many days, and how many megabytes, of messages a company keeps. */
export function SettingsDialog(props: {
  readonly stores: readonly MessageStore[];
  readonly onClose: () => void;
}) {
  const { stores, onClose } = props;
  const text = useText();
  const change = useChange(messagesKey, text, onClose);
  const companies = stores.filter(({ companyId }) => companyId > 0);
  const [first] = companies;
  const form = useForm(
    {
      companyId: String(first?.companyId ?? ''),
      days: String(first?.days ?? messageBounds.days.usual),
      megabytes: String(first?.megabytes ?? messageBounds.megabytes.usual),
    },
    async ({ companyId, days, megabytes }) => {
      const values = { days: typedNumber(days), megabytes: typedNumber(megabytes) };
      for (const name of ['days', 'megabytes'] as const) {
        const { min, max } = messageBounds[name];
        const value = values[name];
        if (!Number.isInteger(value) || value < min || value > max)
          return { field: name, sentence: text('parameterProblem.range', { ranges: `${min}–${max}` }) };
      }
      return change(() =>
        request(saveMessageStore, { params: { companyId: Number(companyId) }, body: values }),
      );
    },
  );
  return (
    <FormDialog
      form={form}
      title={text('messages.settingsTitle')}
      label={text('messages.saveSettings')}
      disabled={companies.length === 0}
      onClose={onClose}
    >
      <div className="form">
        <p className="dim text-12">{text('messages.settingsText')}</p>
        {companies.length > 1 && (
          <FormSelect
            form={form}
            name="companyId"
            label={text('messages.company')}
            options={companies.map(({ companyId, name, days, megabytes }) => ({
              value: String(companyId),
              label: `${name} (${days} d, ${megabytes} MB)`,
            }))}
          />
        )}
        <FormText form={form} name="days" label={text('messages.days')} />
        <FormText form={form} name="megabytes" label={text('messages.megabytes')} />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
