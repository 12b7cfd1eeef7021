import { plans } from '../../../../commands/plans/index.ts';
import { groups } from '../../../catalogue/index.ts';
import type { GroupId } from '../../../catalogue/model.ts';
import { fieldMessage, groupMessage } from '../../../derive/messages.ts';
import { useCommands } from '../../components/commands.tsx';
import { useBoundsText } from '../../components/fields/use-bounds-text.ts';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';

const fieldsOf = (own: readonly GroupId[]) =>
  own.flatMap((group) =>
    groups[group].fields
      // What belongs to one device is right for no other, and a secret is set alone.
      .filter((field) => field.own === undefined && field.readOnly !== true && field.type !== 'secret')
      .map((field) => ({ group, field })),
  );

/** True where the devices of these groups have a parameter that may be the same on several. */
export const canSetTogether = (own: readonly GroupId[]): boolean => fieldsOf(own).length > 0;

/** Asks for one parameter and its value, and proposes it for the marked devices' stations: the plan is opened. */
export function SetDialog(props: {
  readonly groups: readonly GroupId[];
  readonly stations: readonly number[];
  readonly devices: number;
  readonly onClose: () => void;
}) {
  const { stations, onClose } = props;
  const text = useText();
  const commands = useCommands();
  const bounds = useBoundsText();
  const fields = fieldsOf(props.groups);
  const several = props.groups.length > 1;
  const options = fields.map(({ group, field }) => {
    const name = text(fieldMessage(group, field.id));
    return {
      value: `${group}.${field.id}`,
      label: several ? `${text(groupMessage(group))}: ${name}` : name,
    };
  });
  const form = useForm({ parameter: options[0]?.value ?? '', value: '' }, async ({ parameter, value }) => {
    if (value.trim() === '') return { field: 'value', sentence: text('deviceViews.noValue') };
    commands.run(plans.create, { stations: [...stations], parameter, value: value.trim() }, 'button');
    onClose();
    return null;
  });
  const chosen = fields.find(({ group, field }) => `${group}.${field.id}` === form.values.parameter);
  return (
    <FormDialog
      form={form}
      title={text('deviceViews.setMarked', { count: props.devices })}
      label={text('deviceViews.makePlan')}
      onClose={onClose}
    >
      <p className="dim">{text('deviceViews.setHint', { stations: stations.length })}</p>
      <FormSelect form={form} name="parameter" label={text('argument.parameter')} options={options} />
      <FormText
        form={form}
        name="value"
        label={text('argument.value')}
        {...(chosen === undefined ? {} : { hint: bounds(chosen.group, chosen.field) })}
      />
      <FormProblem problem={form.problem} />
    </FormDialog>
  );
}
