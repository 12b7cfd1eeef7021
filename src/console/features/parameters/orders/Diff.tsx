import type { ParameterField, ParameterValue } from '../../../../catalogue/model.ts';
import { fieldMessage } from '../../../../derive/messages.ts';
import type { Draft } from '../../../../domain/parameters/parameter-edits.ts';
import { useValueText } from '../../../components/fields/use-value-text.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import type { PanelGroup } from '../use-panel.ts';

function Line(props: {
  readonly label: string;
  readonly field: ParameterField;
  readonly from: ParameterValue | undefined;
  readonly to: ParameterValue;
  readonly problem: string | undefined;
}) {
  const { field, from, to } = props;
  const text = useText();
  const valueText = useValueText();
  const isSecret = field.type === 'secret';
  const look = field.type === 'text' ? 'mono' : '';
  return (
    <tr>
      <th scope="row">
        {props.label}
        {props.problem !== undefined && (
          <span className="field__error" role="alert">
            <Icon name="circle-alert" />
            {props.problem}
          </span>
        )}
      </th>
      <td className="diff__old num dim">
        {isSecret ? (
          ''
        ) : from === undefined ? (
          text('preview.notRead')
        ) : (
          <s className={look}>{valueText(field, from)}</s>
        )}
      </td>
      <td className={`diff__new num stressed ${look}`}>
        {isSecret ? text('changes.secret') : valueText(field, to)}
      </td>
    </tr>
  );
}

/** What a set changes, old → new, field by field. */
export function Diff(props: {
  readonly group: PanelGroup;
  readonly edits: Draft;
  readonly problems: ReadonlyMap<string, string>;
}) {
  const { group, edits } = props;
  const text = useText();
  const lines = group.definition.fields.filter(({ id }) => id in edits);
  return (
    <table className="diff clips text-12">
      <thead>
        <tr>
          <th scope="col">{text('parameters.field')}</th>
          <th scope="col" className="r">
            {text('preview.onDevice')}
          </th>
          <th scope="col" className="r">
            {text('parameters.new')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((field) => {
          const state = group.states[field.id];
          return (
            <Line
              key={field.id}
              label={text(fieldMessage(group.definition.id, field.id))}
              field={field}
              from={state === undefined || state.at === null ? undefined : state.value}
              to={edits[field.id] ?? null}
              problem={props.problems.get(field.id)}
            />
          );
        })}
      </tbody>
    </table>
  );
}
