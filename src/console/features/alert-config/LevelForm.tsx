import { useId, useRef } from 'react';
import { inclination } from '../../../../commands/inclination.ts';
import type { Level } from '../../../base/alarm-words.ts';
import { mergeFields } from '../../../derive/merge-fields.ts';
import { inclinationBounds } from '../../../domain/alarms/inclination.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import type { LevelTexts } from '../../state/alert-form.ts';
import { PlaceholderField, type PlaceholderInput } from './PlaceholderField.tsx';
import { type NumberName, numberNames } from './texts.ts';

/** A label beside its field, with what is wrong with it, or what it was, below. */
export function FieldRow(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error: string | null;
  readonly children: (id: string, described: string | undefined) => React.ReactNode;
}) {
  const id = useId();
  const { label, hint, error, children } = props;
  const described = error !== null ? `${id}-error` : hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className="alert-config__row">
      <label htmlFor={id}>{label}</label>
      <div className="alert-config__field">
        {children(id, described)}
        {error !== null ? (
          <p className="field__error" id={`${id}-error`} role="alert">
            <Icon name="circle-alert" />
            {error}
          </p>
        ) : (
          hint !== undefined && (
            <span className="dim text-12" id={`${id}-hint`}>
              {hint}
            </span>
          )
        )}
      </div>
    </div>
  );
}

function NumberRow(props: {
  readonly name: NumberName;
  readonly texts: LevelTexts;
  readonly before: LevelTexts | undefined;
  readonly error: string | null;
  readonly mayEdit: boolean;
  readonly onChange: (value: string) => void;
}) {
  const { name, texts, before, error, mayEdit, onChange } = props;
  const text = useText();
  const { low, high, unit } = inclinationBounds[name];
  const isChanged = before !== undefined && before[name] !== texts[name];
  const hint = isChanged
    ? text('alertForm.was', { value: before[name] === '' ? text('alertForm.notJudged') : before[name] })
    : text(`alertForm.hint.${name}`, { low, high });
  return (
    <FieldRow label={text(`alertForm.field.${name}`)} hint={hint} error={error}>
      {(id, described) => (
        <div
          className={`field alert-config__number ${error === null ? '' : 'field--invalid'} ${isChanged ? 'is-changed' : ''}`}
        >
          <input
            id={id}
            inputMode="decimal"
            value={texts[name]}
            readOnly={!mayEdit}
            aria-invalid={error !== null}
            aria-describedby={described}
            onChange={({ target }) => onChange(target.value)}
          />
          <span className="dim">{unit}</span>
        </div>
      )}
    </FieldRow>
  );
}

/** One level: its thresholds, and what its mail says. */
export function LevelForm(props: {
  readonly level: Level;
  readonly texts: LevelTexts;
  readonly before: LevelTexts | undefined;
  readonly errorOf: (field: string) => string | null;
  readonly mayEdit: boolean;
  readonly onChange: (texts: LevelTexts) => void;
}) {
  const { level, texts, before, errorOf, mayEdit, onChange } = props;
  const text = useText();
  const { run } = useCommands();
  const subject = useRef<PlaceholderInput>(null);
  const body = useRef<PlaceholderInput>(null);
  /** Where a placeholder goes: the text that was worked on last. */
  const worked = useRef(body);
  const error = (name: string) => errorOf(`${level}.${name}`);
  useOffer(inclination.insert, ({ field }) => worked.current.current?.insert(field), {
    available: mayEdit,
    choices: () => mergeFields.map((name) => ({ value: name, label: text(`mergeField.${name}`) })),
  });
  return (
    <>
      {numberNames.map((name) => (
        <NumberRow
          key={name}
          name={name}
          texts={texts}
          before={before}
          error={error(name)}
          mayEdit={mayEdit}
          onChange={(value) => onChange({ ...texts, [name]: value })}
        />
      ))}
      <FieldRow label={text('alertForm.field.subject')} error={error('subject')}>
        {(id, described) => (
          <div className={`field ${error('subject') === null ? '' : 'field--invalid'}`}>
            <PlaceholderField
              id={id}
              ref={subject}
              value={texts.subject}
              readOnly={!mayEdit}
              invalid={error('subject') !== null}
              described={described}
              onFocus={() => {
                worked.current = subject;
              }}
              onChange={(value) => onChange({ ...texts, subject: value })}
            />
          </div>
        )}
      </FieldRow>
      <FieldRow label={text('alertForm.field.body')} error={error('body')}>
        {(id, described) => (
          <>
            <div className={`field alert-config__body ${error('body') === null ? '' : 'field--invalid'}`}>
              <PlaceholderField
                id={id}
                ref={body}
                rows={5}
                value={texts.body}
                readOnly={!mayEdit}
                invalid={error('body') !== null}
                described={described}
                onFocus={() => {
                  worked.current = body;
                }}
                onChange={(value) => onChange({ ...texts, body: value })}
              />
            </div>
            {mayEdit && (
              <div className="field alert-config__insert">
                <select
                  aria-label={text('alertForm.insert')}
                  value=""
                  onChange={({ target }) => run(inclination.insert, { field: target.value }, 'button')}
                >
                  <option value="">{text('alertForm.insert')}</option>
                  {mergeFields.map((name) => (
                    <option key={name} value={name}>
                      {`{${name}} ${text(`mergeField.${name}`)}`}
                    </option>
                  ))}
                </select>
              </div>
            )}
          </>
        )}
      </FieldRow>
      {mayEdit && (
        <div className="row gap-8 wrap">
          <CommandButton command={inclination.defaults} look="ghost" icon="undo" />
          <CommandButton command={inclination.unset} look="ghost" icon="trash" />
        </div>
      )}
    </>
  );
}
