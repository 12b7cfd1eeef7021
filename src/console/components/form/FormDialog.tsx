import type { ReactNode } from 'react';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { Button } from '../Button.tsx';
import { CommandButton } from '../commands.tsx';
import { DialogFrame } from '../dialog/DialogFrame.tsx';
import { useText } from '../i18n.ts';
import type { Form } from './use-form.ts';

/** A dialog that is a form: its title, what it holds, and a foot that declines or sends it. */
export function FormDialog<T extends Readonly<Record<string, string>>>(props: {
  readonly form: Form<T>;
  readonly title: string;
  /** Of the button that sends it. */
  readonly label: string;
  readonly className?: string;
  /** Why it cannot be sent now, besides that it is being sent. */
  readonly disabled?: boolean;
  /** At the left of the foot. */
  readonly aside?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { form, title, label, className, disabled = false, aside, onClose, children } = props;
  const text = useText();
  return (
    <DialogFrame title={title} onClose={onClose} {...(className === undefined ? {} : { className })}>
      <form noValidate onSubmit={form.onSubmit}>
        <h2>{title}</h2>
        {children}
        <div className="dialog__foot">
          {aside}
          <CommandButton command={dialogCommands.decline} label={text('action.cancel')} />
          <Button submit look="primary" label={label} disabled={form.busy || disabled} />
        </div>
      </form>
    </DialogFrame>
  );
}
