import { type ChangeEvent, type ReactNode, type RefObject, useId } from 'react';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import type { Command } from '../../../command/command.ts';
import { CommandButton } from '../commands.tsx';
import { DialogFrame } from '../dialog/DialogFrame.tsx';
import { useText } from '../i18n.ts';
import './import-frame.css';

/** A command that is asked nothing. */
type PlainCommand = Command<Record<never, never>>;

/**
 * The dialog in which things come from a workbook, a CSV file or pasted cells: what becomes of each row stands there
 * before anything is stored, and the good rows alone are taken only where that is asked for.
 */
export function ImportFrame(props: {
  readonly title: string;
  readonly text: string;
  readonly commands: {
    readonly chooseFile: PlainCommand;
    readonly template: PlainCommand;
    readonly take: PlainCommand;
    readonly takeGood: PlainCommand;
  };
  readonly file: RefObject<HTMLInputElement | null>;
  readonly fileLabel: string;
  readonly onFile: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly pasted: string;
  readonly onTyped: (text: string) => void;
  /** Why what was chosen is no such sheet. */
  readonly problem: string | null;
  /** How many rows are good and bad; null = nothing was read. */
  readonly status: string | null;
  readonly isDone: boolean;
  readonly good: number;
  readonly bad: number;
  readonly takeLabel: string;
  readonly takeGoodLabel: string;
  readonly refused: string | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { commands, isDone, good, bad } = props;
  const text = useText();
  const id = useId();
  return (
    <DialogFrame title={props.title} className="sheet-import" onClose={props.onClose}>
      <h2>{props.title}</h2>
      <div className="sheet-import__body">
        <p>{props.text}</p>
        {!isDone && (
          <>
            <div className="row gap-8 wrap">
              <CommandButton command={commands.chooseFile} icon="upload" label={text('sheets.choose')} />
              <CommandButton
                command={commands.template}
                icon="download"
                look="ghost"
                label={text('sheets.template')}
              />
            </div>
            <label className="field__label" htmlFor={id}>
              {text('sheets.paste')}
            </label>
            <textarea id={id} value={props.pasted} onChange={({ target }) => props.onTyped(target.value)} />
          </>
        )}
        {props.problem !== null && <p role="alert">{props.problem}</p>}
        {props.status !== null && (
          <p role="status" className="num">
            {props.status}
          </p>
        )}
        {!isDone && bad > 0 && <p>{text('sheets.nothingYet')}</p>}
        {props.children}
        {props.refused !== null && (
          <p className="refused" role="alert">
            {props.refused}
          </p>
        )}
      </div>
      <input
        ref={props.file}
        type="file"
        hidden
        accept=".xlsx,.csv,.tsv,.txt"
        aria-label={props.fileLabel}
        onChange={props.onFile}
      />
      <div className="dialog__foot">
        <CommandButton
          command={dialogCommands.decline}
          label={text(isDone ? 'action.close' : 'action.cancel')}
        />
        {!isDone && good > 0 && bad > 0 && (
          <CommandButton command={commands.takeGood} label={props.takeGoodLabel} />
        )}
        {!isDone && good > 0 && bad === 0 && (
          <CommandButton command={commands.take} look="primary" label={props.takeLabel} />
        )}
      </div>
    </DialogFrame>
  );
}
