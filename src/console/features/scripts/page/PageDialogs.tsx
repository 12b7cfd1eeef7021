import { Confirm } from '../../../components/dialog/Confirm.tsx';
import { useText } from '../../../components/i18n.ts';
import { AskDialog } from '../AskDialog.tsx';
import { ImportDialog } from '../report/ImportDialog.tsx';
import type { useReport } from '../report/use-report.ts';
import type { useRunning } from '../run/use-running.ts';
import type { useActions } from '../use-actions.ts';

/** The questions that lie over the page: whether a script with errors runs, a name or a note, what a report says. */
export function PageDialogs(props: {
  readonly running: ReturnType<typeof useRunning>;
  readonly actions: ReturnType<typeof useActions>;
  readonly report: ReturnType<typeof useReport>;
}) {
  const { running, actions, report } = props;
  const text = useText();
  return (
    <>
      {running.question !== null && (
        <Confirm
          question={text('scripts.runWithErrors', { count: running.question.errors })}
          confirm={text('scripts.runAllTheSame')}
          onAnswer={running.question.answer}
        />
      )}
      {actions.users.question !== null && (
        <Confirm
          question={actions.users.question.text}
          confirm={actions.users.question.confirm}
          onAnswer={actions.users.question.answer}
        />
      )}
      {actions.asked !== null && (
        <AskDialog
          warning={
            actions.asked === 'rename' && actions.users.text !== ''
              ? `${actions.users.text} ${text('scripts.renameUsed')}`
              : null
          }
          asked={actions.asked}
          proposed={actions.proposed}
          onAnswer={(typed) => actions.answer(actions.asked ?? 'copy', typed)}
          onClose={actions.close}
        />
      )}
      {report.imported !== null && <ImportDialog imported={report.imported} onClose={report.close} />}
    </>
  );
}
