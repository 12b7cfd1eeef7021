import { useState } from 'react';
import { Link } from 'wouter';
import { form as formCommands } from '../../../../commands/form.ts';
import { inclination } from '../../../../commands/inclination.ts';
import { type Level, levels } from '../../../base/alarm-words.ts';
import type { MessageId } from '../../../base/messages.ts';
import { addressOf } from '../../../contract/pages.ts';
import { unknownFields } from '../../../derive/merge-fields.ts';
import { inclinationAxes, inclinationProblems } from '../../../domain/alarms/inclination.ts';
import { rankOf } from '../../../domain/alarms/rule.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { useOffer } from '../../components/screen.ts';
import {
  type AlertDraft,
  type AlertForm,
  setAlertDraft,
  useAlertDraft,
  useSaveAlertForm,
} from '../../state/alert-form.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { refusal } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';
import { InitialAngles } from './InitialAngles.tsx';
import { LevelForm } from './LevelForm.tsx';
import { changedCount, defaultsOf, draftOf, initialFrom, levelsFrom } from './texts.ts';

interface Refused {
  readonly field: string | null;
  readonly sentence: string;
}

/** What is typed, what is wrong with it, and what saves it. */
function useEdited(form: AlertForm, mayEdit: boolean, level: Level, onLevel: (level: Level) => void) {
  const text = useText();
  const saved = draftOf(form);
  const kept = useAlertDraft(form.sensorId);
  const draft = kept ?? saved;
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<Refused | null>(null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const send = useSaveAlertForm();
  const count = changedCount(saved, draft);
  const isBehind = draft.version !== saved.version;
  const problems = inclinationProblems(levelsFrom(draft), initialFrom(draft), unknownFields);
  const put = (next: AlertDraft) => {
    setRefused(null);
    setAlertDraft(form.sensorId, changedCount(saved, next) === 0 ? null : next);
  };
  const errorOf = (field: string): string | null => {
    if (refused?.field === field) return refused.sentence;
    const found = problems.find((one) => one.field === field);
    const [of] = field.split('.');
    const isTouched = tried || count > 0 || of === 'initial';
    if (found === undefined || !isTouched || kept === null) return null;
    return text(`alertForm.problem.${found.type}` as MessageId, found.params);
  };
  const save = async () => {
    setTried(true);
    const [first] = problems;
    if (first !== undefined) {
      const at = levels.find((one) => first.field.startsWith(`${one}.`));
      if (at !== undefined) onLevel(at);
      return setRefused({
        field: null,
        sentence: text(`alertForm.problem.${first.type}` as MessageId, first.params),
      });
    }
    if (reason.trim() === '') return setRefused({ field: 'reason', sentence: text('alertForm.needsReason') });
    setBusy(true);
    try {
      const alertLevels = levelsFrom(draft).map((one) => ({ ...one }));
      const initial = { ...initialFrom(draft) };
      await send(form.sensorId, { version: draft.version, alertLevels, initial, reason });
      setAlertDraft(form.sensorId, null);
      setReason('');
      setTried(false);
      setRefused(null);
      notify('success', text('alertForm.saved'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(refusal(error, text));
    } finally {
      setBusy(false);
    }
  };
  const own = draft.levels[level];
  useOffer(inclination.save, save, { available: mayEdit && count > 0 && !busy && !isBehind });
  useOffer(formCommands.save, save, { available: mayEdit && count > 0 && !busy && !isBehind });
  useOffer(inclination.discard, () => put(saved), { available: mayEdit && count > 0 });
  useOffer(inclination.keepMine, () => put({ ...draft, version: saved.version }), { available: isBehind });
  useOffer(
    inclination.defaults,
    () => put({ ...draft, levels: { ...draft.levels, [level]: defaultsOf(level, text) } }),
    { available: mayEdit },
  );
  useOffer(
    inclination.unset,
    () => {
      const { [level]: _, ...others } = draft.levels;
      put({ ...draft, levels: others });
    },
    { available: mayEdit && own !== undefined },
  );
  return { saved, draft, count, isBehind, reason, setReason, refused, errorOf, put, own };
}

/** The form of one sensor: a level at a time, the initial angles, and what saves it. */
export function Form(props: {
  readonly form: AlertForm;
  readonly level: Level;
  readonly levelName: (level: Level) => string;
  readonly mayEdit: boolean;
  readonly onLevel: (level: Level) => void;
}) {
  const { form, level, levelName, mayEdit, onLevel } = props;
  const text = useText();
  const { run } = useCommands();
  const edited = useEdited(form, mayEdit, level, onLevel);
  const { saved, draft, count, isBehind, refused, errorOf, put, own } = edited;
  const trouble = isBehind
    ? text('alertForm.changed', { version: saved.version })
    : refused !== null && refused.field !== 'reason'
      ? refused.sentence
      : null;
  return (
    <>
      <div className="alert-config__scroll">
        <fieldset className="alert-config__levels" aria-label={text('alertForm.level')}>
          {levels.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === level}
              onClick={() => run(inclination.level, { level: one }, 'button')}
            >
              <LevelGlyph rank={rankOf(one)} hollow={draft.levels[one] === undefined} />
              <span>
                {levelName(one)}
                <small className="dim">
                  {text(draft.levels[one] === undefined ? 'alertForm.notSet' : 'alertForm.set')}
                </small>
              </span>
            </button>
          ))}
        </fieldset>
        {form.rule !== null && !form.rule.enabled && (
          <p className="refused padded text-12">
            {text('alertForm.off')}{' '}
            <Link className="link" href={`${addressOf('alarmRules')}?rule=${form.rule.id}`}>
              {text('alertForm.toEditor')}
            </Link>
          </p>
        )}
        {own === undefined ? (
          <div className="alert-config__unset">
            <p className="dim">{text('alertForm.levelNotSet', { level: levelName(level) })}</p>
            {mayEdit && <CommandButton command={inclination.defaults} look="primary" />}
          </div>
        ) : (
          <LevelForm
            key={level}
            level={level}
            texts={own}
            before={saved.levels[level]}
            errorOf={errorOf}
            mayEdit={mayEdit}
            onChange={(texts) => put({ ...draft, levels: { ...draft.levels, [level]: texts } })}
          />
        )}
        <InitialAngles
          form={form}
          initial={draft.initial}
          errors={inclinationAxes.map((axis) => errorOf(`initial.${axis}`))}
          mayEdit={mayEdit}
          onChange={(initial) => put({ ...draft, initial })}
        />
      </div>
      {mayEdit && (
        <footer className="alert-config__foot">
          {trouble !== null && (
            <p className="field__error grow" role="alert">
              <Icon name="circle-alert" />
              {trouble}
            </p>
          )}
          {isBehind && <CommandButton command={inclination.keepMine} />}
          <div className={`field grow ${refused?.field === 'reason' ? 'field--invalid' : ''}`}>
            <input
              aria-label={text('alertForm.reason')}
              placeholder={text(refused?.field === 'reason' ? 'alertForm.needsReason' : 'alertForm.reason')}
              maxLength={300}
              value={edited.reason}
              onChange={({ target }) => edited.setReason(target.value)}
            />
          </div>
          {count > 0 && <span className="dim text-12">{text('alertForm.changes', { count })}</span>}
          <CommandButton command={inclination.discard} label={text('rules.discard')} />
          <CommandButton
            command={inclination.save}
            look="primary"
            label={text('alertForm.save')}
            keys="mod+S"
          />
        </footer>
      )}
    </>
  );
}
