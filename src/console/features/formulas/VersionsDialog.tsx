import { useSnapshot } from 'valtio';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { formulas as formulaCommands } from '../../../../commands/formulas.ts';
import type { FormulaView } from '../../../contract/sites/formulas.ts';
import { ChangeList } from '../../components/ChangeList.tsx';
import { CommandButton } from '../../components/commands.tsx';
import { FailedState, LoadingRows } from '../../components/conditions.tsx';
import { DialogFrame } from '../../components/dialog/DialogFrame.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { reasonOf } from '../../state/connection/refused.ts';
import { preferences } from '../../state/preferences.ts';
import { useFormulaVersions } from '../../state/sites/formulas.ts';
import type { InputChannel } from './channels.ts';
import { formulaChanges } from './words.ts';

/** Versions of a derived channel, the newest first: who wrote each, why, and what it changed. */
export function VersionsDialog(props: {
  readonly formula: FormulaView;
  readonly channels: ReadonlyMap<string, InputChannel>;
  readonly zone: string;
  readonly onClose: () => void;
}) {
  const { formula, channels, zone, onClose } = props;
  const text = useText();
  const format = useFormat();
  const { language } = useSnapshot(preferences);
  const { data, error, refetch } = useFormulaVersions(formula.id);
  const title = text('formulas.versionsOf', { name: formula.names[language] });
  const list = () => {
    if (data === undefined)
      return error === null ? (
        <LoadingRows rows={5} />
      ) : (
        <FailedState
          title={text('formulas.failed')}
          reason={reasonOf(error, text)}
          onRetry={() => void refetch()}
        />
      );
    return (
      <ol className="formulas__versions">
        {data.versions.map((version, index) => (
          <li key={version.version}>
            <p className="text-12">
              <b className="strong">
                {text('formulas.version', {
                  version: version.version,
                  time: format.time(version.at, zone, 'full'),
                  name: version.accountName ?? '–',
                })}
              </b>{' '}
              <span className="dim">· {version.reason}</span>
            </p>
            {index > 0 && (
              <Permit needs="station:baseline:edit">
                <CommandButton
                  command={formulaCommands.recall}
                  args={{ formulaId: formula.id, version: version.version }}
                  label={text('formulas.recall', { version: version.version })}
                />
              </Permit>
            )}
            <ChangeList changes={formulaChanges(data.versions[index + 1] ?? null, version, channels, text)} />
          </li>
        ))}
      </ol>
    );
  };
  return (
    <DialogFrame title={title} className="formulas__past" onClose={onClose}>
      <h2>{title}</h2>
      {list()}
      <div className="dialog__foot">
        <CommandButton command={dialogCommands.decline} label={text('action.close')} />
      </div>
    </DialogFrame>
  );
}
