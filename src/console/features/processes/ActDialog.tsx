import { drainProcess, moveWork, resumeProcess } from '../../../contract/processes.ts';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, ProofFields } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { confirm } from '../../state/connection/confirm.ts';
import { notify } from '../../state/notices.ts';
import { type ProcessView, processesKey, type WorkName } from '../../state/processes.ts';
import { nameOf, workText } from './columns.tsx';

/** Says what a drain, or its end, does to a process, and asks for the password of who wants it. */
export function DrainDialog({
  act,
  process,
  onClose,
}: {
  readonly act: 'drain' | 'resume';
  readonly process: ProcessView;
  readonly onClose: () => void;
}) {
  const text = useText();
  const change = useChange(processesKey, text);
  const { id, name } = process;
  const form = useForm({ password: '', code: '' }, async (proof) => {
    const refused = await change(async () => {
      const confirmation = await confirm({ processAct: act, process: id }, proof);
      const call = act === 'drain' ? drainProcess : resumeProcess;
      await request(call, { params: { process: id }, body: { confirmation } });
      notify('success', text(act === 'drain' ? 'processes.drained' : 'processes.resumed', { name }));
    });
    if (refused === null) onClose();
    return refused;
  });
  return (
    <FormDialog
      form={form}
      title={text(`processes.${act}.title`, { name })}
      label={text(`processes.${act}`)}
      onClose={onClose}
    >
      <p>{text(`processes.${act}.text`, { count: process.rtus ?? 0 })}</p>
      <div className="form">
        <ProofFields form={form} />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}

/** Asks to which of the processes work is to move, and for the password of who wants it. */
export function MoveDialog({
  work,
  targets,
  onClose,
}: {
  readonly work: WorkName;
  /** At least one. */
  readonly targets: readonly ProcessView[];
  readonly onClose: () => void;
}) {
  const text = useText();
  const change = useChange(processesKey, text);
  const words = workText(work, text);
  const start = { process: targets[0]?.id ?? '', password: '', code: '' };
  const form = useForm(start, async ({ process, ...proof }) => {
    const refused = await change(async () => {
      const confirmation = await confirm({ processAct: 'move', process, work }, proof);
      await request(moveWork, { params: { process }, body: { work, confirmation } });
      notify('success', text('processes.moved', { work: words, name: nameOf(targets, process) }));
    });
    if (refused === null) onClose();
    return refused;
  });
  return (
    <FormDialog
      form={form}
      title={text('processes.move.title', { work: words })}
      label={text('processes.move')}
      onClose={onClose}
    >
      <p>{text('processes.move.text')}</p>
      <div className="form">
        <FormSelect
          form={form}
          name="process"
          label={text('processes.move.to')}
          options={targets.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <ProofFields form={form} />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
