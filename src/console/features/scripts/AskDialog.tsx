import { useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { FormProblem, FormText } from '../../components/form/fields.tsx';
import { type Refused, useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useModal } from '../../components/use-modal.ts';
import type { Asked } from './use-deeds.ts';

/** Asks for a script's name, or for a note to its version. */
export function AskDialog(props: {
  readonly asked: Asked;
  readonly proposed: string;
  readonly onAnswer: (typed: string) => Promise<Refused | null>;
  readonly onClose: () => void;
}) {
  const { asked, proposed, onAnswer, onClose } = props;
  const text = useText();
  const commands = useCommands();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  useOffer('dialog.decline', onClose);
  const field = asked === 'note' ? 'note' : 'name';
  const form = useForm({ [field]: asked === 'note' ? '' : proposed }, (values) =>
    onAnswer((values[field] ?? '').trim()),
  );
  const title = text(`scripts.ask.${asked}`);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        commands.run('dialog.decline', {}, 'key');
      }}
    >
      <form noValidate onSubmit={form.onSubmit}>
        <h2>{title}</h2>
        <div className="form scripts__fields">
          <FormText form={form} name={field} label={text(`scripts.field.${field}`)} autoComplete="off" />
          <FormProblem problem={form.problem} />
        </div>
        <div className="dialog__foot">
          <CommandButton command="dialog.decline" label={text('action.cancel')} />
          <Button submit look="primary" label={text('scripts.keep')} disabled={form.busy} />
        </div>
      </form>
    </dialog>
  );
}
