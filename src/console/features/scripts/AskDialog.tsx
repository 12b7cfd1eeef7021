import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormText } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import type { ScriptQuestion } from './use-actions.ts';
import './dialogs.css';

/** Asks for a script's name, or for a note to its version. */
export function AskDialog(props: {
  readonly asked: ScriptQuestion;
  readonly proposed: string;
  /** What the answer would break; null = nothing. */
  readonly warning: string | null;
  readonly onAnswer: (typed: string) => Promise<FormRefusal | null>;
  readonly onClose: () => void;
}) {
  const { asked, proposed, warning, onAnswer, onClose } = props;
  const text = useText();
  const field = asked === 'note' ? 'note' : 'name';
  const form = useForm({ [field]: asked === 'note' ? '' : proposed }, (values) =>
    onAnswer((values[field] ?? '').trim()),
  );
  return (
    <FormDialog
      form={form}
      title={text(`scripts.ask.${asked}`)}
      label={text('scripts.keep')}
      onClose={onClose}
    >
      <div className="form scripts__fields">
        <FormText form={form} name={field} label={text(`scripts.field.${field}`)} autoComplete="off" />
        {warning !== null && <p role="note">{warning}</p>}
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
