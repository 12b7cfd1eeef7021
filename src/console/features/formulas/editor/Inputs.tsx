import { formulas as formulaCommands } from '../../../../../commands/formulas.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { FormSelect } from '../../../components/form/fields.tsx';
import { useText } from '../../../components/i18n.ts';
import { shownLetters, usedLetters } from './draft.ts';
import type { FormulaEditor, FormulaFormProps } from './use-formula-form.ts';

/** The channels that the letters of the formula stand for; the first one gives the times. */
export function Inputs(props: FormulaFormProps & { readonly editor: FormulaEditor }) {
  const { editor, channels } = props;
  const { form } = editor;
  const text = useText();
  const letters = shownLetters(form.values);
  const used = usedLetters(form.values.text);
  const options = channels.map(({ key, label, unit }) => ({
    value: key,
    label: unit === null ? label : `${label}, ${unit}`,
  }));
  // A channel that is there no more, as of a sensor that was taken away, is named as it is stored.
  const optionsOf = (key: string) =>
    key === '' || editor.byKey.has(key) ? options : [{ value: key, label: key }, ...options];
  return (
    <fieldset className="formulas__inputs column gap-8">
      <legend className="field__label">{text('formulas.inputs')}</legend>
      {letters.map((letter, index) => {
        const name = `input.${letter}` as const;
        const key = form.values[name];
        return (
          <div key={letter} className="formulas__input row gap-8">
            <FormSelect
              form={form}
              name={name}
              label={text(index === 0 ? 'formulas.inputFirst' : 'formulas.input', { letter })}
              options={
                key === ''
                  ? [{ value: '', label: text('formulas.chooseInput', { letter }) }, ...options]
                  : optionsOf(key)
              }
            />
            {letters.length > 1 && !used.has(letter) && (
              <CommandButton
                command={formulaCommands.removeInput}
                args={{ letter }}
                icon="x"
                look="ghost"
                iconOnly
                label={text('formulas.removeInput', { letter })}
              />
            )}
          </div>
        );
      })}
      <div>
        <CommandButton command={formulaCommands.addInput} icon="plus" label={text('formulas.addInput')} />
      </div>
    </fieldset>
  );
}
