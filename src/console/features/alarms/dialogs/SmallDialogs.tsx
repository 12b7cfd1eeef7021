import { useQuery } from '@tanstack/react-query';
import { alarms as alarmCommands } from '../../../../../commands/alarms/index.ts';
import { callOf } from '../../../../command/command.ts';
import { FileField } from '../../../components/files/FileField.tsx';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, FormText } from '../../../components/form/fields.tsx';
import { useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { fetchAssignees } from '../../../state/alarms/acts.ts';
import { useLevelCounts, useSubject } from './subject.ts';
import { type ActDialogProps, useActForm } from './use-act-form.ts';
import { useAlarmFiles } from './use-alarm-files.ts';

/** Asks once before several are acknowledged: how many, and of which levels. */
export function AcknowledgeDialog(props: ActDialogProps) {
  const { alarms, onClose } = props;
  const text = useText();
  const counts = useLevelCounts(alarms);
  const form = useActForm(
    props,
    'acknowledge',
    { note: props.said?.note ?? '' },
    ({ note }) => ({ note: note.trim() }),
    (count) => text('alarms.done.acknowledgeMany', { count }),
    (alarmIds) => callOf(alarmCommands.undo, { alarmIds: [...alarmIds] }),
  );
  return (
    <FormDialog
      form={form}
      title={text('alarms.dialog.acknowledge', { count: alarms.length })}
      label={text('alarms.act.acknowledgeMany', { count: alarms.length })}
      onClose={onClose}
    >
      <div className="form adialog__body">
        <ul className="row wrap gap-12 strong num">
          {counts.map(({ rank, words }) => (
            <li key={rank} className="row gap-6">
              <LevelGlyph rank={rank} />
              {words}
            </li>
          ))}
        </ul>
        <FormText form={form} name="note" label={text('alarms.dialog.note')} autoComplete="off" />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}

/** Asks for a note of the timeline, photographs, or both. */
export function CommentDialog(props: ActDialogProps) {
  const text = useText();
  const files = useAlarmFiles('comment', props.alarms);
  const form = useActForm(
    { ...props, onDone: () => files.finish(props.onDone) },
    'comment',
    { note: props.said?.note ?? '' },
    ({ note }) =>
      note.trim() === '' && files.ids.length === 0
        ? { field: 'note' as const, missing: text('alarms.dialog.commentEmpty') }
        : { note: note.trim(), uploadIds: files.ids },
    () => text('alarms.done.comment'),
  );
  return (
    <FormDialog
      form={form}
      title={text('alarms.dialog.comment', { what: useSubject(props.alarms) })}
      label={text('alarms.act.comment')}
      disabled={files.obstacle !== null}
      onClose={props.onClose}
    >
      <div className="form adialog__body">
        <FormText form={form} name="note" label={text('alarms.dialog.commentText')} autoComplete="off" />
        {files.isOfStation && <FileField label={text('files.photographs')} files={files} />}
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}

/** Asks to whom it is given. */
export function AssignDialog(props: ActDialogProps) {
  const { alarms } = props;
  const text = useText();
  const { data } = useQuery({
    queryKey: ['alarms', 'assignees'],
    queryFn: ({ signal }) => fetchAssignees(signal),
  });
  const now = alarms[0]?.assigned?.accountName ?? '';
  const form = useActForm(
    props,
    'assign',
    { account: now },
    ({ account }) => ({ assignee: account === '' ? null : account }),
    (_count, { account }) =>
      account === '' ? text('alarms.done.unassign') : text('alarms.done.assign', { account }),
  );
  const accounts = [...new Set([...(now === '' ? [] : [now]), ...(data ?? [])])];
  return (
    <FormDialog
      form={form}
      title={text('alarms.dialog.assign', { what: useSubject(alarms) })}
      label={text('alarms.act.assign')}
      onClose={props.onClose}
    >
      <div className="form adialog__body">
        <FormSelect
          form={form}
          name="account"
          label={text('alarms.dialog.assignee')}
          options={[
            { value: '', label: text('alarms.dialog.nobody') },
            ...accounts.map((account) => ({ value: account, label: account })),
          ]}
        />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
