import { useState } from 'react';
import { alarms as alarmCommands } from '../../../../../commands/alarms/index.ts';
import { wallToUtc, zoneOffset } from '../../../../base/time.ts';
import { twoPersonsFrom } from '../../../../domain/alarms/standing.ts';
import { useCommands } from '../../../components/commands.tsx';
import { MomentField } from '../../../components/fields/MomentField.tsx';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { FormProblem, FormText } from '../../../components/form/fields.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { spanOf } from '../../../components/values/span.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { clockText, useAlarmWords } from '../words/use-alarm-words.ts';
import { type ShelfLength, shelfBound, shelfEnd, shelfLengths } from './shelf-times.ts';
import { useSubject } from './subject.ts';
import { type ActDialogProps, useActForm } from './use-act-form.ts';

/** A moment as its field has it, on the zone's clocks: `2026-11-20T08:00`. */
const wallText = (ms: number, zone: string) => new Date(ms + zoneOffset(zone, ms)).toISOString().slice(0, 16);

/** Asks until when and why; the highest level takes a second person. */
export function ShelveDialog(props: ActDialogProps) {
  const { alarms, zone } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const words = useAlarmWords();
  const now = useNow(10_000);
  const { rank, longest } = shelfBound(alarms);
  const needsSecond = rank >= twoPersonsFrom;
  const { note: reason = '', until: saidUntil = null } = props.said ?? {};
  const [length, setLength] = useState<ShelfLength>(saidUntil === null ? '1h' : 'until');
  const [typed, setTyped] = useState(saidUntil === null ? '' : wallText(saidUntil, zone));
  useOffer(alarmCommands.shelfTime, ({ length: chosen }) => setLength(chosen));
  const typedEnd = typed === '' ? null : wallToUtc(zone, Date.parse(`${typed}:00Z`));
  const end = length === 'until' ? typedEnd : shelfEnd(length, now, zone);
  const at = (ms: number) => clockText(ms, now, zone, format);
  const fits = (until: number | null) => until === null || until - now <= longest;
  const form = useActForm(
    props,
    'shelve',
    { reason, account: '', password: '', elsewhere: '' },
    ({ reason, account, password, elsewhere }) => {
      if (reason.trim() === '') return { field: 'reason', missing: text('alarms.refused.noReason') };
      if (needsSecond && elsewhere === '' && (account.trim() === '' || password === ''))
        return {
          field: account.trim() === '' ? 'account' : 'password',
          missing: text('alarms.refused.secondPerson'),
        };
      const until = (length === 'until' ? typedEnd : shelfEnd(length, Date.now(), zone)) ?? 0;
      const second = { accountName: account.trim(), password };
      const asks = elsewhere === '' ? { second } : { asksSecond: true };
      return { until, reason: reason.trim(), ...(needsSecond ? asks : {}) };
    },
    () => text('alarms.done.shelve', { time: at(end ?? now) }),
  );
  return (
    <FormDialog
      form={form}
      title={text('alarms.dialog.shelve', { what: useSubject(alarms) })}
      label={
        end === null ? text('alarms.dialog.shelveNone') : text('alarms.dialog.shelveDo', { time: at(end) })
      }
      disabled={end === null || end <= now || !fits(end)}
      onClose={props.onClose}
    >
      <div className="form adialog__body">
        <fieldset className="aoptions" aria-label={text('argument.length')}>
          {shelfLengths.map((one) => {
            const until = shelfEnd(one, now, zone);
            return (
              <button
                key={one}
                type="button"
                aria-pressed={one === length}
                disabled={!fits(until)}
                onClick={() => commands.run(alarmCommands.shelfTime, { length: one })}
              >
                {text(`alarms.shelf.${one}`)}
                <small className="num">
                  {until === null
                    ? `≤ ${spanOf(longest, format)}`
                    : one === 'morning'
                      ? spanOf(until - now, format)
                      : at(until)}
                </small>
              </button>
            );
          })}
        </fieldset>
        {length === 'until' && (
          <MomentField
            label={text('alarms.dialog.until')}
            value={typed}
            onChange={setTyped}
            invalid={end !== null && (end <= now || !fits(end))}
            unit={format.offset(zone, now)}
          />
        )}
        <p className="text-12 dim num">
          {text('alarms.dialog.bound', {
            level: words.level(rank, alarms[0]),
            span: spanOf(longest, format),
            time: at(now + longest),
          })}
        </p>
        <FormText form={form} name="reason" label={text('alarms.dialog.reason')} autoComplete="off" />
        {needsSecond && (
          <>
            <p className="text-12 strong">
              {text('alarms.dialog.second', { level: words.level(rank, alarms[0]) })}
            </p>
            <label className="row gap-6 text-12">
              <input
                type="checkbox"
                checked={form.values.elsewhere !== ''}
                onChange={({ target }) => form.choose('elsewhere', target.checked ? 'yes' : '')}
              />
              {text('alarms.dialog.secondElsewhere')}
            </label>
            {form.values.elsewhere === '' && (
              <div className="form__pair grid gap-12">
                <FormText
                  form={form}
                  name="account"
                  label={text('alarms.dialog.secondAccount')}
                  autoComplete="off"
                />
                <FormText
                  form={form}
                  name="password"
                  type="password"
                  label={text('alarms.dialog.secondPassword')}
                  autoComplete="current-password"
                />
              </div>
            )}
          </>
        )}
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
