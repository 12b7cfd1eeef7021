import { useState } from 'react';
import { formulas as formulaCommands } from '../../../../../commands/formulas.ts';
import { inputLetters } from '../../../../base/bounds/formulas.ts';
import type { Language } from '../../../../base/messages.ts';
import { createFormula, type FormulaView, updateFormula } from '../../../../contract/sites/formulas.ts';
import type { StationDetail } from '../../../../contract/sites/stations.ts';
import { type Form, type FormRefusal, useForm } from '../../../components/form/use-form.ts';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { useChange } from '../../../state/connection/change.ts';
import { request } from '../../../state/connection/client.ts';
import { notify } from '../../../state/notices.ts';
import type { OpenedFormula } from '../../../state/overlays.ts';
import { formulaChanged, formulasKey } from '../../../state/sites/formulas.ts';
import type { InputChannel } from '../channels.ts';
import { templateFields } from './begin.ts';
import {
  type DraftProblem,
  draftOf,
  type FormulaFormValues,
  fieldOf,
  followCompensation,
  followText,
  formProblem,
  type ReadDraft,
  readDraft,
  shownLetters,
} from './draft.ts';

export interface FormulaFormProps {
  readonly begun: FormulaFormValues;
  /** Null = a new one. */
  readonly edited: OpenedFormula | null;
  readonly detail: StationDetail;
  /** Derived channels of the station as they are now. */
  readonly known: readonly FormulaView[];
  /** Channels that can be chosen. */
  readonly channels: readonly InputChannel[];
  readonly language: Language;
  readonly onClose: () => void;
}

export interface FormulaEditor {
  /** As it is typed; what follows from a field is set with it. */
  readonly form: Form<FormulaFormValues>;
  readonly byKey: ReadonlyMap<string, InputChannel>;
  readonly read: ReadDraft;
  /** The version that somebody else has saved meanwhile: the next save replaces it. Null = none. */
  readonly newer: OpenedFormula | null;
  readonly say: (problem: DraftProblem) => string;
}

/** State of the editor: its fields, what the formula is, and how it is saved. */
export function useFormulaForm(props: FormulaFormProps): FormulaEditor {
  const { begun, edited, detail, known, channels, language, onClose } = props;
  const text = useText();
  const change = useChange(formulasKey, text, formulaChanged);
  const refetch = useChange(formulasKey, text);
  const byKey = new Map(channels.map((channel) => [channel.key, channel]));
  const current = known.find(({ id }) => id === edited?.id) ?? edited;
  const [version, setVersion] = useState(edited?.version ?? 0);
  const say = ({ id, params }: DraftProblem) => text(id, params);
  const refused = (problem: DraftProblem): FormRefusal => ({
    // The unit of what is saved is no field.
    field: edited !== null && problem.field === 'unit' ? 'text' : problem.field,
    sentence: say(problem),
  });
  const own = useForm<FormulaFormValues>(begun, async (values) => {
    const { problem, unit } = readDraft(values, byKey);
    const wrong = formProblem(values, language);
    if (problem !== null) return refused(problem);
    if (wrong !== null) return refused(wrong);
    const draft = draftOf(values, language, unit, byKey);
    const reason = values.reason.trim();
    const found = await change(() =>
      edited === null
        ? request(createFormula, {
            params: { stationId: detail.summary.id },
            body: { ...draft, reason },
          })
        : request(updateFormula, {
            params: { formulaId: edited.id },
            body: { ...draft, version, reason },
          }),
    );
    if (found === null) {
      notify(
        'success',
        text(edited === null ? 'formulas.made' : 'formulas.saved', { name: draft.names[language] }),
      );
      onClose();
      return null;
    }
    // Who was refused for a newer version sees it, and may save over it.
    if (edited !== null) await refetch(async () => undefined);
    return { ...found, field: fieldOf(found.field, values, language) };
  });
  if (current !== null && own.problem !== null && current.version > version) setVersion(current.version);

  const setAll = (fields: Partial<FormulaFormValues>) => {
    for (const [field, value] of Object.entries(fields)) own.set(field as keyof FormulaFormValues, value);
  };
  const set = (name: keyof FormulaFormValues, value: string) => {
    if (name === 'text') setAll(followText(value));
    else if (name === 'k' || name === 't0' || name === 'lag')
      setAll(followCompensation(own.values, { [name]: value }));
    else own.set(name, value);
  };
  const letters = shownLetters(own.values);
  useOffer(formulaCommands.template, ({ template }) =>
    setAll(templateFields(template, own.values, channels, detail.summary)),
  );
  const next = inputLetters.find((letter) => !letters.includes(letter));
  useOffer(
    formulaCommands.addInput,
    () => {
      if (next !== undefined) own.set('letters', [...letters, next].join());
    },
    { available: next !== undefined },
  );
  useOffer(formulaCommands.removeInput, ({ letter }) => {
    own.set('letters', letters.filter((one) => one !== letter).join());
    for (const one of letters) if (one === letter) own.set(`input.${one}`, '');
  });
  return {
    form: { ...own, set },
    byKey,
    read: readDraft(own.values, byKey),
    newer: edited !== null && version > edited.version ? current : null,
    say,
  };
}
