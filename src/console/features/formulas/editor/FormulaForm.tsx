import { dialog as dialogCommands } from '../../../../../commands/dialog.ts';
import { formulas as formulaCommands } from '../../../../../commands/formulas.ts';
import { languages } from '../../../../base/messages.ts';
import { units } from '../../../../base/units.ts';
import { formulaTemplates } from '../../../../domain/formula-templates.ts';
import { Button } from '../../../components/Button.tsx';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { DialogFrame } from '../../../components/dialog/DialogFrame.tsx';
import { Segmented } from '../../../components/fields.tsx';
import { FormProblem, FormSelect, FormText } from '../../../components/form/fields.tsx';
import { useText } from '../../../components/i18n.ts';
import { Check } from './Check.tsx';
import { byFormula, isTemplate } from './draft.ts';
import { Inputs } from './Inputs.tsx';
import { Preview } from './Preview.tsx';
import { type FormulaEditor, type FormulaFormProps, useFormulaForm } from './use-formula-form.ts';
import { type FormulaTrial, useTrial } from './use-trial.ts';

const digits = [0, 1, 2, 3, 4, 5].map((count) => ({ value: String(count), label: String(count) }));

/** The editor of a derived channel: what it is at the left, what comes out at the right. */
export function FormulaForm(props: FormulaFormProps) {
  const { edited, detail, language, onClose } = props;
  const text = useText();
  const editor = useFormulaForm(props);
  const trial = useTrial(editor, props);
  const { form, newer } = editor;
  const title =
    edited === null
      ? text('formulas.new', { station: detail.summary.code })
      : text('formulas.change', { name: edited.names[language] });
  return (
    <DialogFrame title={title} className="formulas__dialog" onClose={onClose}>
      <form noValidate onSubmit={form.onSubmit}>
        <h2>{title}</h2>
        <div className="formulas__editor grid">
          <div className="form yields">
            <Formula {...props} {...{ editor, trial }} />
          </div>
          <div className="formulas__aside column gap-12 yields">
            <Preview {...props} {...{ editor, trial }} />
            <p className="formulas__help text-12 dim">{text('formulas.help')}</p>
          </div>
          <div className="form yields">
            <Naming {...props} editor={editor} />
          </div>
        </div>
        {newer !== null && (
          <p className="formulas__newer text-12" role="status">
            {text('formulas.newer', {
              version: newer.version,
              name: newer.accountName ?? '–',
              formula: newer.text,
            })}
          </p>
        )}
        <div className="formulas__problem">
          <FormProblem problem={form.problem} />
        </div>
        <div className="dialog__foot">
          <CommandButton command={dialogCommands.decline} label={text('action.cancel')} />
          <Button
            submit
            look="primary"
            label={text(edited === null ? 'formulas.create' : 'formulas.save')}
            disabled={form.busy}
          />
        </div>
      </form>
    </DialogFrame>
  );
}

type PartProps = FormulaFormProps & { readonly editor: FormulaEditor };

/** Template, channels and formula, and whether it can be computed. */
function Formula(props: PartProps & { readonly trial: FormulaTrial }) {
  const { form } = props.editor;
  const text = useText();
  const commands = useCommands();
  const { template } = form.values;
  return (
    <>
      <Segmented
        label={text('argument.formulaTemplate')}
        value={isTemplate(template) ? template : null}
        options={formulaTemplates.map((value) => ({ value, label: text(`formulas.template.${value}`) }))}
        onChange={(value) => commands.run(formulaCommands.template, { template: value }, 'button')}
      />
      <Inputs {...props} />
      {template === 'compensation' && (
        <div className="form__pair gap-12 grid">
          <FormText form={form} name="k" label={text('formulas.k')} />
          <FormText form={form} name="t0" label={text('formulas.t0')} />
          <FormText form={form} name="lag" label={text('formulas.lag')} hint={text('formulas.lagHint')} />
        </div>
      )}
      <div className="formulas__text">
        <FormText form={form} name="text" label={text('formulas.formula')} autoComplete="off" />
        <Check editor={props.editor} refused={props.trial.problem} />
      </div>
    </>
  );
}

/** Name, unit, digits, age and reason. */
function Naming({ editor, edited, language }: PartProps) {
  const { form, read } = editor;
  const text = useText();
  const shown = (unit: string | null) => unit ?? text('kinds.noUnit');
  const others = languages.filter((one) => one !== language);
  return (
    <>
      <FormText form={form} name={`names.${language}`} label={text(`kinds.name.${language}`)} />
      <div className="form__pair gap-12 grid">
        {others.map((one) => (
          <FormText
            key={one}
            form={form}
            name={`names.${one}`}
            label={text(`kinds.name.${one}`)}
            hint={text('formulas.nameHint')}
          />
        ))}
      </div>
      <div className="form__pair gap-12 grid">
        {edited === null ? (
          <FormSelect
            form={form}
            name="unit"
            label={text('kinds.unit')}
            options={[
              { value: byFormula, label: text('formulas.unitBy', { unit: shown(read.proposed) }) },
              { value: '', label: text('kinds.noUnit') },
              ...units.map((unit) => ({ value: unit, label: unit })),
            ]}
          />
        ) : (
          <div>
            <p className="field__label">{text('kinds.unit')}</p>
            <p className="formulas__kept text-12 dim">
              <b className="strong">{shown(edited.unit)}</b> {text('formulas.unitKept')}
            </p>
          </div>
        )}
        <FormSelect form={form} name="digits" label={text('kinds.digits')} options={digits} />
      </div>
      <div>
        <div className="form__pair gap-12 grid">
          <FormText form={form} name="age" label={text('formulas.age')} />
          <FormSelect
            form={form}
            name="ageUnit"
            label={text('formulas.ageUnit')}
            options={(['min', 'h'] as const).map((value) => ({
              value,
              label: text(`formulas.ageUnit.${value}`),
            }))}
          />
        </div>
        <p className="form__hint text-12 dim">{text('formulas.ageHint')}</p>
      </div>
      <FormText form={form} name="reason" label={text('baselines.reason')} />
    </>
  );
}
