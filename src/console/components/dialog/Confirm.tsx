import { useRef } from 'react';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { CommandButton, useCommands } from '../commands.tsx';
import { useText } from '../i18n.ts';
import { useOffer } from '../screen.ts';
import { useModal } from './use-modal.ts';

/** A question with two answers, on the platform's modal dialog: focus stays inside, Escape declines. */
export function Confirm(props: {
  readonly question: string;
  readonly confirm: string;
  readonly onAnswer: (yes: boolean) => void;
}) {
  const text = useText();
  const commands = useCommands();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  useOffer(dialogCommands.accept, () => props.onAnswer(true));
  useOffer(dialogCommands.decline, () => props.onAnswer(false));
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-label={props.question}
      onCancel={(event) => {
        event.preventDefault();
        commands.run(dialogCommands.decline, {}, 'key');
      }}
      // A browser may close it past `cancel`: then it was declined, and the next question must be seen.
      onClose={() => dialog.current !== null && props.onAnswer(false)}
    >
      <h2>{props.question}</h2>
      <div className="dialog__foot">
        <CommandButton command={dialogCommands.decline} label={text('action.cancel')} />
        <CommandButton command={dialogCommands.accept} look="primary" label={props.confirm} />
      </div>
    </dialog>
  );
}
