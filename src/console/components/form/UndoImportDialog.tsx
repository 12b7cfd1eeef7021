import { useText } from '../i18n.ts';
import { FormDialog } from './FormDialog.tsx';
import { FormProblem, ProofFields } from './fields.tsx';
import { type FormRefusal, useForm } from './use-form.ts';

/** Says what of an import is taken back, and asks for the password of who wants it. */
export function UndoImportDialog(props: {
  readonly run: {
    readonly id: number;
    readonly file: string;
    readonly stored: number;
    readonly filled: number;
  };
  readonly undo: (proof: { readonly password: string; readonly code: string }) => Promise<FormRefusal | null>;
  readonly onClose: () => void;
}) {
  const { run, undo, onClose } = props;
  const text = useText();
  const form = useForm({ password: '', code: '' }, async (proof) => {
    const refused = await undo(proof);
    if (refused === null) onClose();
    return refused;
  });
  const { file, stored, filled } = run;
  return (
    <FormDialog
      form={form}
      title={text('sites.imports.undoTitle', { run: run.id })}
      label={text('sites.imports.undo')}
      onClose={onClose}
    >
      <p>{text('sites.imports.undoText', { file, stored, filled })}</p>
      <div className="form">
        <ProofFields form={form} />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
