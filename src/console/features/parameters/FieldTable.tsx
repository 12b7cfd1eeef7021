import { Suspense } from 'react';
import type { ParameterValue } from '../../../catalogue/model.ts';
import { sectionMessage } from '../../../derive/messages.ts';
import { fieldSections } from '../../../domain/parameters/parameter-edits.ts';
import { LoadingRows } from '../../components/conditions.tsx';
import { useProblemText } from '../../components/fields/use-problem-text.ts';
import { useText } from '../../components/i18n.ts';
import type { OrderView } from '../../state/devices/orders.ts';
import { FieldRow } from './FieldRow.tsx';
import { type PanelGroup, readAt } from './use-panel.ts';
import './field-table.css';

/** The fields of a group, cut into its sections. */
export function FieldTable(props: {
  readonly group: PanelGroup;
  readonly underWay: readonly OrderView[];
  readonly zone: string;
  readonly now: number;
  readonly canEdit: boolean;
  readonly onType: (field: string, value: ParameterValue) => void;
  /** What else is to be known of a field. */
  readonly hints?: (field: string) => readonly string[];
}) {
  const { group, underWay } = props;
  const text = useText();
  const words = useProblemText(group.definition.id, group.definition.fields);
  const problems = new Map(group.problems.map((problem) => [problem.field, words.problem(problem)]));
  const rulesOf = (id: string) =>
    id in group.edits && !problems.has(id)
      ? group.definition.rules
          .filter(
            ({ left, right }) => (left === id || right === id) && !problems.has(left === id ? right : left),
          )
          .map(words.rule)
      : [];
  return (
    <div className="scroll scroll--cards">
      <Suspense fallback={<LoadingRows rows={10} />}>
        <table className="sheet sheet--cards ptable text-12" aria-label={`${group.device} · ${group.title}`}>
          <thead>
            <tr>
              <th scope="col">{text('parameters.field')}</th>
              <th scope="col" className="r">
                {text('preview.onDevice')}
              </th>
              <th scope="col">{text('parameters.pending')}</th>
              <th scope="col">{text('parameters.new')}</th>
              <th scope="col">{text('parameters.bounds')}</th>
            </tr>
          </thead>
          {fieldSections(group.definition.fields).map(({ section, fields }) => (
            <tbody key={section ?? ''} data-section={section ?? ''}>
              {section !== null && (
                <tr className="ptable__section">
                  <th scope="colgroup" colSpan={5}>
                    {text(sectionMessage(section))}
                  </th>
                </tr>
              )}
              {fields.map((field) => {
                const state = group.states[field.id];
                return (
                  <FieldRow
                    key={field.id}
                    group={group}
                    field={field}
                    state={state}
                    pending={underWay.find(({ id }) => id === state?.pending?.orderId)}
                    readAt={readAt(group)}
                    zone={props.zone}
                    now={props.now}
                    canEdit={props.canEdit}
                    problem={problems.get(field.id)}
                    rules={[...(props.hints?.(field.id) ?? []), ...rulesOf(field.id)]}
                    onType={(value) => props.onType(field.id, value)}
                  />
                );
              })}
            </tbody>
          ))}
        </table>
      </Suspense>
    </div>
  );
}
