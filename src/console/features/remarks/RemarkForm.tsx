import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { Remark } from '../../../contract/sites/remarks.ts';
import { Button } from '../../components/Button.tsx';
import { MomentField } from '../../components/fields/MomentField.tsx';
import { FileField } from '../../components/files/FileField.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { longest, momentOf, type RemarkDraft } from './draft.ts';
import { useRemarkFiles } from './use-remark-files.ts';

function Problem({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <p className="field__error" id={id} role="alert">
      <Icon name="circle-alert" />
      {children}
    </p>
  );
}

/** What a person saw or did, and when. Ctrl+Enter sends it as the button does. */
export function RemarkForm(props: {
  readonly label: string;
  readonly draft: RemarkDraft;
  readonly stationId: number;
  /** Whose files it begins with; null = it is a new one. */
  readonly remark: Remark | null;
  readonly zone: string;
  readonly busy: boolean;
  /** What the server refused. */
  readonly refused: { readonly field: string | null; readonly sentence: string } | null;
  readonly send: string;
  readonly focused?: boolean;
  readonly onChange: (draft: RemarkDraft) => void;
  /** `sent`: it was taken; its files are no longer kept here. */
  readonly onSend: (text: string, at: number, uploadIds: number[], sent: () => void) => void;
  readonly children?: ReactNode;
}) {
  const { label, draft, zone, busy, refused, focused = false } = props;
  const text = useText();
  const format = useFormat();
  const id = useId();
  const files = useRemarkFiles(props.stationId, props.remark);
  const [touched, setTouched] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focused) area.current?.focus();
  }, [focused]);
  const trimmed = draft.text.trim();
  const at = momentOf(draft.at, zone);
  const textProblem =
    trimmed === ''
      ? text('remarks.needText')
      : trimmed.length > longest
        ? text('bound.maxLength', { limit: longest })
        : null;
  const timeProblem = at === null ? text('curve.badDate') : null;
  const of = (field: string) => (refused?.field === field ? refused.sentence : null);
  const textShown = (touched || trimmed !== '' ? textProblem : null) ?? of('text');
  const timeShown = timeProblem ?? of('at');
  const other = refused !== null && !['text', 'at'].includes(refused.field ?? '') ? refused.sentence : null;
  const waiting = files.obstacle === null ? null : text(`files.obstacle.${files.obstacle}`);
  const send = () => {
    if (!busy && textProblem === null && at !== null && files.obstacle === null)
      props.onSend(trimmed, at, files.ids, () => {
        files.clear();
        setTouched(false);
      });
    else setTouched(true);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form className="remark-form" noValidate onSubmit={onSubmit} aria-label={label}>
      <div className="remark-form__text">
        <label className="field__label" htmlFor={`${id}-text`}>
          {text('remarks.text')}
        </label>
        <div className={`field ${textShown === null ? '' : 'field--invalid'}`}>
          <textarea
            ref={area}
            id={`${id}-text`}
            rows={2}
            value={draft.text}
            placeholder={text('remarks.hint')}
            aria-invalid={textShown !== null}
            aria-describedby={textShown === null ? undefined : `${id}-text-error`}
            onKeyDown={onKeyDown}
            onBlur={() => draft.text !== '' && setTouched(true)}
            onChange={(event) => {
              props.onChange({ ...draft, text: event.target.value });
            }}
          />
        </div>
        {textShown !== null && <Problem id={`${id}-text-error`}>{textShown}</Problem>}
      </div>
      <div className="remark-form__time">
        <span className="field__label" aria-hidden="true">
          {text('remarks.at')} <span className="faint num">{format.offset(zone, at ?? Date.now())}</span>
        </span>
        <MomentField
          label={`${text('remarks.at')} ${format.offset(zone, at ?? Date.now())}`}
          value={draft.at}
          invalid={timeShown !== null}
          describedBy={timeShown === null ? undefined : `${id}-at-error`}
          onChange={(value) => props.onChange({ ...draft, at: value })}
        />
        {timeShown !== null && <Problem id={`${id}-at-error`}>{timeShown}</Problem>}
      </div>
      <div className="remark-form__foot">
        <Button
          submit
          look="primary"
          label={props.send}
          disabled={busy || (textProblem ?? timeProblem ?? waiting ?? false)}
        />
        {props.children}
      </div>
      <div className="remark-form__files">
        <FileField label={text('files.photographs')} files={files} />
      </div>
      {other !== null && <Problem id={`${id}-error`}>{other}</Problem>}
    </form>
  );
}
