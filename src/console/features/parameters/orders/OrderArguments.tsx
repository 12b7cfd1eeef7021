import { Suspense } from 'react';
import { parameters } from '../../../../../commands/parameters/index.ts';
import type { DeviceActionDefinition, ParameterValue } from '../../../../catalogue/model.ts';
import { argumentMessage, problemMessage } from '../../../../derive/messages.ts';
import { type Draft, draftValue } from '../../../../domain/parameters/parameter-edits.ts';
import { checkField } from '../../../../domain/parameters/parameter-rules.ts';
import { useCommands } from '../../../components/commands.tsx';
import { FieldEditor } from '../../../components/fields/FieldEditor.tsx';
import { useBoundsText } from '../../../components/fields/use-bounds-text.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { editChoices } from '../edit-choices.ts';

/** What an action's arguments begin with. */
export const firstArguments = (definition: DeviceActionDefinition | undefined): Draft =>
  Object.fromEntries(
    (definition?.arguments ?? []).map((field) => {
      const value = 'default' in field ? field.default : null;
      return [field.id, typeof value === 'number' ? String(value) : value];
    }),
  );

/** The values that typed arguments mean. */
export const argumentValues = (definition: DeviceActionDefinition | undefined, typed: Draft): Draft =>
  Object.fromEntries(
    (definition?.arguments ?? []).map((field) => [field.id, draftValue(field, typed[field.id] ?? null)]),
  );

/** True when every argument is within its bounds, and a text that is the action itself says something. */
export const areFit = (definition: DeviceActionDefinition | undefined, values: Draft): boolean =>
  (definition?.arguments ?? []).every(
    (field) => checkField(field, values[field.id] ?? null) === null && values[field.id] !== '',
  );

/** The arguments of an action of the catalogue, with bounds and what is wrong with them. */
export function OrderArguments(props: {
  readonly definition: DeviceActionDefinition;
  readonly typed: Draft;
  readonly onType: (argument: string, value: ParameterValue) => void;
}) {
  const { definition, typed, onType } = props;
  const text = useText();
  const commands = useCommands();
  const bounds = useBoundsText();
  const of = `arguments ${definition.id}`;
  useOffer(parameters.edit, ({ field, value }) => onType(field, value), {
    of,
    choices: (argument, { field }) =>
      argument === 'field'
        ? definition.arguments.map(({ id }) => ({
            value: id,
            label: text(argumentMessage(definition.id, id)),
          }))
        : editChoices(
            definition.arguments.find(({ id }) => id === field),
            text,
          ),
  });
  return (
    <Suspense fallback={null}>
      <div className="oargs gap-12 grid">
        {definition.arguments.map((field) => {
          const value = typed[field.id] ?? null;
          const problem = checkField(field, draftValue(field, value));
          const label = text(argumentMessage(definition.id, field.id));
          return (
            <div key={field.id}>
              <span className="field__label" aria-hidden="true">
                {label}
              </span>
              <FieldEditor
                field={field}
                value={value}
                label={label}
                changed={false}
                invalid={problem !== null}
                describedBy={undefined}
                disabled={false}
                onType={(next) => onType(field.id, next)}
                onChoose={(next) =>
                  commands.run(parameters.edit, { of, field: field.id, value: next }, 'button')
                }
              />
              {problem === null ? (
                <p className="form__hint num text-12 dim">{bounds(null, field)}</p>
              ) : (
                <p className="field__error" role="alert">
                  <Icon name="circle-alert" />
                  {text(problemMessage(problem.reason), problem.params)}
                </p>
              )}
            </div>
          );
        })}
      </div>
    </Suspense>
  );
}
