import type { DictionaryName } from '../../../../base/dictionaries.ts';
import { type DictionaryEntry, saveDictionaryEntry } from '../../../../contract/sites/dictionaries.ts';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, FormText } from '../../../components/form/fields.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { useText } from '../../../components/i18n.ts';
import { typedNumber } from '../../../components/values/typed-number.ts';
import { useChange } from '../../../state/connection/change.ts';
import { request } from '../../../state/connection/client.ts';
import { dictionariesKey } from '../../../state/dictionaries.ts';

/** Fields of the form by what the server calls them. */
const fields: Readonly<Record<string, string>> = {
  'words.zh-chs': 'chinese',
  'words.en': 'english',
  'words.ja': 'japanese',
};

/** An entry of a dictionary: its words, its place, and whether it can be chosen. */
export function EntryDialog(props: {
  readonly dictionary: DictionaryName;
  readonly companyId: number;
  /** null = a new one. */
  readonly entry: DictionaryEntry | null;
  /** Place of a new one. */
  readonly nextOrder: number;
  readonly onClose: () => void;
}) {
  const { dictionary, companyId, entry, nextOrder, onClose } = props;
  const text = useText();
  const change = useChange(dictionariesKey, text);
  const form = useForm(
    {
      code: entry?.code ?? '',
      chinese: entry?.words['zh-chs'] ?? '',
      english: entry?.words.en ?? '',
      japanese: entry?.words.ja ?? '',
      order: String(entry?.order ?? nextOrder),
      enabled: entry?.enabled === false ? 'no' : 'yes',
    },
    async (values) => {
      const order = typedNumber(values.order);
      if (!Number.isInteger(order) || order < 0 || order > 9999)
        return { field: 'order', sentence: text('dictionary.orderBound') };
      const body = {
        companyId,
        words: { 'zh-chs': values.chinese.trim(), en: values.english.trim(), ja: values.japanese.trim() },
        order,
        enabled: values.enabled === 'yes',
        revision: entry?.revision ?? 0,
      };
      const code = values.code.trim();
      if (!/^[A-Za-z][A-Za-z0-9_-]{0,39}$/.test(code))
        return { field: 'code', sentence: text('dictionary.codeForm') };
      const refused = await change(() =>
        request(saveDictionaryEntry, { params: { dictionary, code }, body }),
      );
      if (refused === null) onClose();
      return refused === null ? null : { ...refused, field: fields[refused.field ?? ''] ?? refused.field };
    },
  );
  return (
    <FormDialog
      form={form}
      title={entry === null ? text('dictionary.new') : text('dictionary.edit', { code: entry.code })}
      label={text('sites.save')}
      onClose={onClose}
    >
      <div className="form dictionary__form">
        {entry === null && (
          <FormText
            form={form}
            name="code"
            label={text('dictionary.code')}
            hint={text('dictionary.codeForm')}
          />
        )}
        <FormText form={form} name="chinese" label={text('language.zh-chs')} />
        <FormText form={form} name="english" label={text('language.en')} />
        <FormText form={form} name="japanese" label={text('language.ja')} />
        <div className="form__pair gap-12 grid">
          <FormText form={form} name="order" label={text('dictionary.order')} />
          <FormSelect
            form={form}
            name="enabled"
            label={text('dictionary.use')}
            options={[
              { value: 'yes', label: text('dictionary.on') },
              { value: 'no', label: text('dictionary.off') },
            ]}
          />
        </div>
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
