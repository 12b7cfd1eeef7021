import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { useText } from './i18n.ts';

/** A question with two answers, on the platform's modal dialog: focus stays inside, Escape declines. */
export function Confirm(props: {
  readonly question: string;
  readonly confirm: string;
  readonly onAnswer: (yes: boolean) => void;
}) {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-label={props.question}
      onCancel={(event) => {
        event.preventDefault();
        props.onAnswer(false);
      }}
    >
      <h2>{props.question}</h2>
      <div className="dialog__foot">
        <Button label={text('action.cancel')} onPress={() => props.onAnswer(false)} />
        <Button look="primary" label={props.confirm} onPress={() => props.onAnswer(true)} />
      </div>
    </dialog>
  );
}
