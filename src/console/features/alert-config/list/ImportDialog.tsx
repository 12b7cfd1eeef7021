import { dialog as dialogCommands } from '../../../../../commands/dialog.ts';
import { inclination } from '../../../../../commands/inclination.ts';
import { longestAddressName, mostImported } from '../../../../contract/notify/send-list.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { DialogFrame } from '../../../components/dialog/DialogFrame.tsx';
import { useText } from '../../../components/i18n.ts';
import { SheetChoice } from '../../../components/sheets/SheetChoice.tsx';
import type { ListAddress } from '../../../state/notify.ts';
import type { ReadList } from './list-file.ts';
import type { ChosenList } from './use-chosen-list.ts';

const mostShown = 200;

/** What of the rows would be new, changed, or is there already. */
function countsOf({ rows }: ReadList, list: readonly ListAddress[]) {
  const known = new Map(list.map((one) => [one.address, one]));
  const count = { added: 0, changed: 0, same: 0 };
  for (const { address, name, language } of rows) {
    const own = known.get(address);
    if (own === undefined) count.added += 1;
    else if (own.name === name && own.language === language) count.same += 1;
    else count.changed += 1;
  }
  return count;
}

/** What a workbook holds: nothing is taken before it is confirmed, and each row that is left out says why. */
export function ImportDialog(props: {
  readonly chosen: ChosenList;
  readonly list: readonly ListAddress[];
  readonly refused: string | null;
  readonly onSheet: (name: string) => void;
  readonly onClose: () => void;
}) {
  const { chosen, list, refused, onSheet, onClose } = props;
  const { name, read } = chosen;
  const text = useText();
  const title = text('command.inclination.importList');
  const count = typeof read === 'object' ? countsOf(read, list) : null;
  return (
    <DialogFrame title={title} className="alert-config__import" onClose={onClose}>
      <h2>{title}</h2>
      <p className="strong">{name}</p>
      <SheetChoice name={chosen.sheet} names={chosen.names} onChoose={onSheet} />
      {typeof read === 'string' ? (
        <p role="alert">{text(`alertForm.list.problem.${read}`, { most: mostImported })}</p>
      ) : (
        <>
          <p className="num">
            {text('alertForm.list.read', {
              count: read.count,
              taken: read.rows.length,
              left: read.wrong.length,
            })}
          </p>
          {count !== null && read.rows.length > 0 && (
            <p className="num dim">{text('alertForm.list.would', count)}</p>
          )}
          {read.wrong.length > 0 && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
            <ul className="alert-config__wrong num" tabIndex={0} aria-label={text('alertForm.list.left')}>
              {read.wrong.slice(0, mostShown).map(({ row, why, value }) => (
                <li key={row}>
                  {text(`alertForm.list.wrong.${why}`, { row, value, most: longestAddressName })}
                </li>
              ))}
            </ul>
          )}
          {read.rows.length === 0 && <p role="alert">{text('alertForm.list.nothing')}</p>}
        </>
      )}
      {refused !== null && (
        <p className="refused" role="alert">
          {refused}
        </p>
      )}
      <div className="dialog__foot">
        <CommandButton command={dialogCommands.decline} label={text('action.cancel')} />
        {typeof read === 'object' && read.rows.length > 0 && (
          <CommandButton
            command={inclination.takeList}
            look="primary"
            label={text('alertForm.list.take', { count: read.rows.length })}
          />
        )}
      </div>
    </DialogFrame>
  );
}
