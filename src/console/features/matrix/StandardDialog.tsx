import { Suspense, useId, useState } from 'react';
import { parameters } from '../../../../commands/parameters/index.ts';
import type { ParameterField, ParameterValue } from '../../../catalogue/model.ts';
import { createStandard, type Standard, updateStandard } from '../../../contract/devices/standards.ts';
import { fieldMessage, sectionMessage } from '../../../derive/messages.ts';
import { ownFields } from '../../../domain/parameters/own-fields.ts';
import { draftValue, fieldSections } from '../../../domain/parameters/parameter-edits.ts';
import { checkGroup } from '../../../domain/parameters/parameter-rules.ts';
import { useCommands } from '../../components/commands.tsx';
import { FieldEditor } from '../../components/fields/FieldEditor.tsx';
import { useBoundsText } from '../../components/fields/use-bounds-text.ts';
import { useProblemText } from '../../components/fields/use-problem-text.ts';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { chooseStandard, standardsKey } from '../../state/devices/standards.ts';
import { notify } from '../../state/notices.ts';
import { type Sheet, sheetTitle } from './sheets.ts';
import './dialogs.css';

type Values = Readonly<Record<string, ParameterValue>>;
export interface StandardDraft {
  /** The one that is changed; null = a new one. */
  readonly standard: Standard | null;
  readonly name: string;
  readonly companyId: number;
  readonly companies: readonly (readonly [id: number, name: string])[];
  readonly values: Values;
  /** Code of the station whose values it begins with. */
  readonly from: string | null;
}

const plain = (value: ParameterValue) => (typeof value === 'object' && value !== null ? [...value] : value);
const boxed = (field: ParameterField, value: ParameterValue): ParameterValue =>
  field.type === 'number' && typeof value === 'number' ? String(value) : value;
/** What a field begins with when it is taken into the set. */
const startOf = (field: ParameterField): ParameterValue => {
  if ('default' in field) return boxed(field, field.default ?? '');
  return field.type === 'date' ? Date.now() : '';
};

/** A standard set: its name, and which fields are to have which values; a field that is not ticked may be as it likes. */
export function StandardDialog(props: {
  readonly draft: StandardDraft;
  readonly sheet: Sheet;
  readonly onClose: () => void;
}) {
  const { draft, sheet, onClose } = props;
  const { definition, group } = sheet;
  const text = useText();
  const commands = useCommands();
  const bounds = useBoundsText();
  const id = useId();
  const change = useChange(standardsKey, text);
  const writable = definition.fields.filter((field) => !field.readOnly);
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(
      writable.flatMap((field) => {
        const value = draft.values[field.id];
        return value === undefined ? [] : [[field.id, boxed(field, value)]];
      }),
    ),
  );
  const [refusedField, setRefusedField] = useState<{ field: string; sentence: string } | null>(null);
  const wanted = Object.fromEntries(
    writable.flatMap((field): [string, ParameterValue][] => {
      const value = values[field.id];
      return value === undefined ? [] : [[field.id, draftValue(field, value)]];
    }),
  );
  const { problem } = useProblemText(group, definition.fields);
  const problems = new Map(checkGroup(definition, wanted).map((one) => [one.field, problem(one)]));
  const put = (field: string, value: ParameterValue) => {
    setValues((before) => ({ ...before, [field]: value }));
    setRefusedField(null);
  };
  useOffer(parameters.edit, ({ field, value }) => put(field, value), {
    of: id,
  });
  useOffer(parameters.back, ({ field }) => setValues(({ [field ?? '']: _gone, ...others }) => others));
  const form = useForm(
    { name: draft.name, companyId: String(draft.companyId) },
    async ({ name, companyId }) => {
      let made: Standard | null = null;
      const body = Object.fromEntries(Object.entries(wanted).map(([field, value]) => [field, plain(value)]));
      // Each was ticked under its name.
      const own = [...ownFields(definition, Object.keys(body))];
      const refused = await change(async () => {
        const answer =
          draft.standard === null
            ? await request(createStandard, {
                body: {
                  companyId: Number(companyId),
                  name,
                  group,
                  values: body,
                  own,
                  ...(sheet.kind === null ? {} : { kind: sheet.kind }),
                },
              })
            : await request(updateStandard, {
                params: { standardId: draft.standard.id },
                body: { revision: draft.standard.revision, name, values: body, own },
              });
        made = answer.standard;
      });
      if (refused === null && made !== null) {
        chooseStandard(sheet.id, (made as Standard).id);
        notify('success', text('standards.saved', { name: (made as Standard).name }));
        onClose();
      } else if (refused?.field != null && refused.field in values)
        setRefusedField({ field: refused.field, sentence: refused.sentence });
      return refused;
    },
  );
  const count = Object.keys(values).length;
  const title =
    draft.standard === null
      ? text('standards.newTitle', { group: sheetTitle(sheet, text) })
      : text('standards.editTitle', { name: draft.standard.name });
  return (
    <FormDialog
      form={form}
      title={title}
      label={text('standards.save')}
      className="mx__dialog mx__dialog--standard"
      disabled={count === 0 || problems.size > 0}
      aside={<b className="num mx__grow grow">{text('standards.count', { count })}</b>}
      onClose={onClose}
    >
      <p className="dim">
        {draft.from === null ? text('standards.explain') : text('standards.fromDevice', { code: draft.from })}
      </p>
      <div className="form mx__named">
        <FormText form={form} name="name" label={text('standards.name')} autoComplete="off" />
        {draft.standard === null && draft.companies.length > 1 && (
          <FormSelect
            form={form}
            name="companyId"
            label={text('standards.company')}
            options={draft.companies.map(([value, label]) => ({ value: String(value), label }))}
          />
        )}
      </div>
      <div className="mx__wanted">
        <Suspense>
          {fieldSections(writable).map(({ section, fields }) => (
            <fieldset key={section ?? ''}>
              {section !== null && <legend>{text(sectionMessage(section))}</legend>}
              {fields.map((field) => {
                const isIn = field.id in values;
                const label = text(fieldMessage(group, field.id));
                const wrong =
                  problems.get(field.id) ??
                  (refusedField?.field === field.id ? refusedField.sentence : undefined);
                return (
                  <div
                    key={field.id}
                    className="mx__want gap-12 underlined text-12 grid"
                    data-field={field.id}
                  >
                    <label className="row gap-8">
                      <input
                        type="checkbox"
                        checked={isIn}
                        onChange={({ target }) =>
                          target.checked
                            ? commands.run(
                                parameters.edit,
                                { of: id, field: field.id, value: startOf(field) },
                                'button',
                              )
                            : commands.run(parameters.back, { field: field.id }, 'button')
                        }
                      />
                      {label}
                      {field.own !== undefined && (
                        <small className="pill mx__own" title={text('matrix.ownHint')}>
                          {text(`parameterClass.${field.own}`)}
                        </small>
                      )}
                    </label>
                    {isIn ? (
                      <FieldEditor
                        field={field}
                        value={values[field.id] ?? ''}
                        label={label}
                        changed={false}
                        invalid={wrong !== undefined}
                        describedBy={`${id}-${field.id}`}
                        disabled={false}
                        onType={(value) => put(field.id, value)}
                        onChoose={(value) =>
                          commands.run(parameters.edit, { of: id, field: field.id, value }, 'button')
                        }
                      />
                    ) : (
                      <span className="faint">{text('standards.any')}</span>
                    )}
                    <span
                      id={`${id}-${field.id}`}
                      className={wrong === undefined ? 'faint num text-11' : 'field__error'}
                    >
                      {wrong === undefined ? (
                        bounds(group, field)
                      ) : (
                        <>
                          <Icon name="circle-alert" />
                          {wrong}
                        </>
                      )}
                    </span>
                  </div>
                );
              })}
            </fieldset>
          ))}
        </Suspense>
      </div>
      <FormProblem problem={refusedField === null ? form.problem : null} />
    </FormDialog>
  );
}
