import { dialog as dialogCommands } from '../../../../../commands/dialog.ts';
import { scripts as scriptCommands } from '../../../../../commands/scripts/index.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { DialogFrame } from '../../../components/dialog/DialogFrame.tsx';
import { useText } from '../../../components/i18n.ts';
import type { Imported } from './use-report.ts';
import '../dialogs.css';

const mostShown = 200;

/** What a report that was chosen holds: rows that can be tried again, and each other one with its reason. */
export function ImportDialog({
  imported,
  onClose,
}: {
  readonly imported: Imported;
  readonly onClose: () => void;
}) {
  const text = useText();
  const title = text('scripts.import');
  return (
    <DialogFrame title={title} className="scripts__import" onClose={onClose}>
      <h2>{title}</h2>
      <p>{imported.name}</p>
      {imported.problem !== null ? (
        <p role="alert">{text(`scripts.reportProblem.${imported.problem}`)}</p>
      ) : (
        <>
          <p className="num">
            {text('scripts.taken', {
              title: imported.plan.title,
              taken: imported.retry.taken,
              refused: imported.retry.refused.length,
            })}
          </p>
          {imported.retry.refused.length > 0 && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
            <ul className="scripts__refused num" tabIndex={0} aria-label={text('scripts.refusedRows')}>
              {imported.retry.refused.slice(0, mostShown).map(({ row, why }) => (
                <li key={row}>{text('scripts.refusedRow', { row, why: text(`scripts.refusal.${why}`) })}</li>
              ))}
            </ul>
          )}
        </>
      )}
      <div className="dialog__foot">
        <CommandButton command={dialogCommands.decline} label={text('action.cancel')} />
        {imported.problem === null && (
          <CommandButton command={scriptCommands.retry} look="primary" label={text('scripts.makePlan')} />
        )}
      </div>
    </DialogFrame>
  );
}
