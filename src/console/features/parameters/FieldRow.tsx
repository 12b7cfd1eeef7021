import { useId } from 'react';
import { commands as orderCommands } from '../../../../commands/commands/index.ts';
import { parameters } from '../../../../commands/parameters/index.ts';
import type { ParameterField, ParameterValue } from '../../../catalogue/model.ts';
import type { ParameterState } from '../../../contract/devices/parameters.ts';
import { fieldMessage } from '../../../derive/messages.ts';
import { useCommands } from '../../components/commands.tsx';
import { FieldEditor } from '../../components/fields/FieldEditor.tsx';
import { useBoundsText } from '../../components/fields/use-bounds-text.ts';
import { useValueText } from '../../components/fields/use-value-text.ts';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { orderState } from '../../components/orders/order-state.ts';
import type { OrderView } from '../../state/devices/orders.ts';
import type { PanelGroup } from './use-panel.ts';

/** A value with its unit apart, so that numbers stand above each other. */
function Value({ field, value }: { readonly field: ParameterField; readonly value: ParameterValue }) {
  const valueText = useValueText();
  const whole = valueText(field, value);
  const unit = field.type === 'number' && field.unit !== null ? ` ${field.unit}` : '';
  return unit !== '' && whole.endsWith(unit) ? (
    <>
      {whole.slice(0, -unit.length)}
      <span className="unit">{unit}</span>
    </>
  ) : field.type === 'text' && value !== '' ? (
    <span className="mono">{whole}</span>
  ) : (
    whole
  );
}

/** One parameter: on device with its time, pending with its state, new, bounds; below it what is wrong or to be known. */
export function FieldRow(props: {
  readonly group: PanelGroup;
  readonly field: ParameterField;
  readonly state: ParameterState | undefined;
  /** The order that is to bring the pending value. */
  readonly pending: OrderView | undefined;
  readonly zone: string;
  /** When the newest of the group was read: a value that is older says so. */
  readonly readAt: number | null;
  readonly now: number;
  readonly canEdit: boolean;
  readonly problem: string | undefined;
  /** Rules that the edit keeps. */
  readonly rules: readonly string[];
  readonly onType: (value: ParameterValue) => void;
}) {
  const { group, field, state, pending, zone, now, problem } = props;
  const waits = state?.pending;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const bounds = useBoundsText();
  const id = useId();
  const label = text(fieldMessage(group.definition.id, field.id));
  const changed = field.id in group.edits;
  const typed = group.draft?.draft[field.id];
  const known = group.known[field.id] ?? null;
  const shown = typed ?? (field.type === 'number' && typeof known === 'number' ? String(known) : known);
  const at = state?.at ?? null;
  const isOld = at !== null && now - at > 86_400_000;
  const isApart = at !== null && props.readAt !== null && props.readAt - at > 60_000;
  const hints = [...props.rules, ...(changed && field.stranding ? [text('parameters.alone')] : [])];
  return (
    <>
      <tr
        className={problem !== undefined || hints.length > 0 ? 'ptable__row--more' : ''}
        data-field={field.id}
      >
        <th scope="row">
          {label}
          {field.stranding && (
            <span className="ptable__alone" title={text('parameters.alone')}>
              <Icon name="warning" className="icon--small" />
              <span className="visually-hidden">{text('parameters.alone')}</span>
            </span>
          )}
        </th>
        <td className="ptable__device num" title={at === null ? undefined : format.time(at, zone, 'full')}>
          {field.type === 'secret' ? (
            <span className="faint">{text('value.secret')}</span>
          ) : at === null ? (
            <span className="faint">{text('preview.notRead')}</span>
          ) : (
            <>
              <Value field={field} value={state?.value ?? null} />
              {isApart && (
                <span className="ptable__time text-11 faint">
                  {format.time(at, zone, isOld ? 'dayTime' : 'minute')}
                </span>
              )}
            </>
          )}
        </td>
        <td className="ptable__pending num">
          {waits != null && (
            <button
              type="button"
              className="ptable__wait row wrap dim"
              onClick={() => commands.run(orderCommands.show, { orderId: waits.orderId }, 'button')}
            >
              <Icon
                name={pending === undefined ? 'clock' : orderState(pending, now).icon}
                className="icon--small"
              />
              <b className="stressed">
                <Value field={field} value={waits.value} />
              </b>
              <span>
                {text(pending === undefined ? 'orderState.waiting' : orderState(pending, now).message)}
              </span>
            </button>
          )}
        </td>
        <td className="ptable__new">
          {field.readOnly ? (
            <span className="faint">{text('bounds.readOnly')}</span>
          ) : (
            <FieldEditor
              field={field}
              value={shown}
              label={label}
              changed={changed}
              invalid={problem !== undefined}
              describedBy={problem === undefined && hints.length === 0 ? undefined : `${id}-more`}
              disabled={!props.canEdit}
              onType={props.onType}
              onChoose={(value) =>
                commands.run(parameters.edit, { of: group.path, field: field.id, value }, 'button')
              }
            />
          )}
        </td>
        <td className="ptable__bounds num dim">{bounds(group.definition.id, field)}</td>
      </tr>
      {(problem !== undefined || hints.length > 0) && (
        <tr className="ptable__more">
          <td colSpan={3} />
          <td colSpan={2} id={`${id}-more`}>
            {problem !== undefined && (
              <p className="field__error" role="alert">
                <Icon name="circle-alert" />
                {problem}
              </p>
            )}
            {hints.map((hint) => (
              <p key={hint} className="ptable__hint text-12 dim">
                {hint}
              </p>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}
