import { units } from '../../../base/units.ts';
import { classOfColumn, ownColumnClasses } from '../../../catalogue/own-columns.ts';
import { Segmented } from '../../components/fields.tsx';
import { FormSelect, FormText } from '../../components/form/fields.tsx';
import type { Form } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { fieldOf, type KindValues, newChannel } from './kind-values.ts';

const digits = [0, 1, 2, 3, 4, 5].map((count) => ({ value: String(count), label: String(count) }));
const unitOptions = units.map((unit) => ({ value: unit, label: unit }));

/** One channel of a kind. What has been saved keeps what it is and its unit: its readings are in it. */
export function ChannelFields(props: {
  readonly form: Form<KindValues>;
  readonly index: number;
  readonly saved: boolean;
}) {
  const { form, index, saved } = props;
  const text = useText();
  const name = (field: string) => fieldOf(index, field);
  const column = form.values[name('column')] ?? '';
  const of = classOfColumn(column) ?? 'curve';
  const unit = form.values[name('unit')] ?? '';
  const become = (next: (typeof ownColumnClasses)[number]) => {
    const made = newChannel(index, form.values, next);
    for (const field of ['column', 'unit', 'digits'])
      if (made?.[name(field)] !== undefined) form.choose(name(field), made[name(field)] ?? '');
  };
  return (
    <fieldset className="kinds__channel grid gap-8">
      <legend className="field__label">{text('kinds.channelNumber', { number: index + 1, column })}</legend>
      <div className="kinds__names grid gap-8">
        <FormText form={form} name={name('names.zh-chs')} label={text('kinds.name.zh-chs')} />
        <FormText form={form} name={name('names.en')} label={text('kinds.name.en')} />
        <FormText form={form} name={name('names.ja')} label={text('kinds.name.ja')} />
      </div>
      {saved ? (
        <p className="dim text-12">
          {text('kinds.kept', {
            what: text(`kinds.class.${of}`),
            unit: unit === '' ? text('kinds.noUnit') : unit,
          })}
        </p>
      ) : (
        <Segmented
          label={text('kinds.class')}
          value={of}
          options={ownColumnClasses.map((one) => ({ value: one, label: text(`kinds.class.${one}`) }))}
          onChange={become}
        />
      )}
      <div className="kinds__facts grid gap-8">
        {!saved && of !== 'bearing' && (
          <FormSelect
            form={form}
            name={name('unit')}
            label={text('kinds.unit')}
            options={[{ value: '', label: text('kinds.noUnit') }, ...unitOptions]}
          />
        )}
        <FormSelect form={form} name={name('digits')} label={text('kinds.digits')} options={digits} />
        <FormText form={form} name={name('min')} label={text('kinds.min')} />
        <FormText form={form} name={name('max')} label={text('kinds.max')} />
      </div>
      {saved && (
        <label className="row gap-6 text-12">
          <input
            type="checkbox"
            checked={form.values[name('hidden')] === 'yes'}
            onChange={(event) => form.choose(name('hidden'), event.target.checked ? 'yes' : '')}
          />
          {text('kinds.hidden')}
        </label>
      )}
    </fieldset>
  );
}
