import { useState } from 'react';
import { alarms as alarmCommands } from '../../../../../commands/alarms/index.ts';
import { type Finding, findings } from '../../../../base/alarm-words.ts';
import { latchedFrom } from '../../../../domain/alarms/standing.ts';
import { useCommands } from '../../../components/commands.tsx';
import { FileField } from '../../../components/files/FileField.tsx';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, FormText } from '../../../components/form/fields.tsx';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { useSubject } from './subject.ts';
import { type ActDialogProps, useActForm } from './use-act-form.ts';
import { useAlarmFiles } from './use-alarm-files.ts';
import { useCauses } from './use-causes.ts';

/** Asks what was found; the levels that latch do not close without. */
export function CloseDialog(props: ActDialogProps) {
  const { alarms } = props;
  const text = useText();
  const commands = useCommands();
  const needed = alarms.some(({ peak }) => peak >= latchedFrom);
  const [finding, setFinding] = useState<Finding | null>(null);
  useOffer(alarmCommands.chooseFinding, ({ finding: chosen }) =>
    setFinding((before) => (before === chosen && !needed ? null : chosen)),
  );
  const files = useAlarmFiles('close', alarms);
  const causes = useCauses(alarms);
  const form = useActForm(
    { ...props, onDone: () => files.finish(props.onDone) },
    'close',
    { note: '', cause: '' },
    ({ note, cause }) => ({
      finding,
      note: note.trim(),
      uploadIds: files.ids,
      ...(cause === '' ? {} : { cause }),
    }),
    (count) => text('alarms.done.close', { count }),
  );
  return (
    <FormDialog
      form={form}
      title={text('alarms.dialog.close', { what: useSubject(alarms) })}
      label={
        finding === null
          ? text('alarms.dialog.closeNone')
          : text('alarms.dialog.closeDo', { finding: text(`alarms.finding.${finding}`) })
      }
      className="adialog--wide"
      disabled={(needed && finding === null) || files.obstacle !== null}
      onClose={props.onClose}
    >
      <div className="form adialog__body">
        <fieldset className="aoptions aoptions--five" aria-label={text('argument.finding')}>
          {findings.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === finding}
              onClick={() => commands.run(alarmCommands.chooseFinding, { finding: one })}
            >
              {text(`alarms.finding.${one}`)}
              <small>{text(`alarms.dialog.findingHint.${one}`)}</small>
            </button>
          ))}
        </fieldset>
        {needed && <p className="text-12 dim">{text('alarms.dialog.findingNeeded')}</p>}
        {causes.length > 0 && (
          <FormSelect
            form={form}
            name="cause"
            label={text('alarms.dialog.cause')}
            options={[{ value: '', label: text('alarms.dialog.causeNone') }, ...causes]}
          />
        )}
        <FormText form={form} name="note" label={text('alarms.dialog.closeNote')} autoComplete="off" />
        {files.isOfStation && <FileField label={text('files.findings')} files={files} />}
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
