import { useState } from 'react';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { exports } from '../../../../commands/exports.ts';
import { exportFormats } from '../../../contract/exports.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { DialogFrame } from '../../components/dialog/DialogFrame.tsx';
import { Segmented } from '../../components/fields.tsx';
import { FormProblem } from '../../components/form/fields.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import type { AskedFile } from '../../state/overlays.ts';
import { useFile } from './use-file.ts';
import './exports.css';

/** Rows of a sheet besides its two heads. */
const rowsOfSheet = 1_048_574;
const details = ['shown', 'raw'] as const;

/** Saves all rows of what is on screen as a file: says how many they are, shows how far it is, can be cancelled. */
export default function FileDialog({
  asked,
  onClose,
}: {
  readonly asked: AskedFile;
  readonly onClose: () => void;
}) {
  const { shown, raw } = asked;
  const text = useText();
  const { number } = useFormat();
  const commands = useCommands();
  const [detail, setDetail] = useState<(typeof details)[number]>('shown');
  const [format, setFormat] = useState<(typeof exportFormats)[number]>('xlsx');
  const file = useFile(detail === 'raw' && raw !== null ? raw : shown, onClose);
  const { count, countProblem, problem, isSaving, done } = file;
  useOffer(exports.detail, (args) => setDetail(args.detail), { available: raw !== null && !isSaving });
  useOffer(exports.format, (args) => setFormat(args.format), { available: !isSaving });
  useOffer(exports.start, () => file.save(format), {
    available: count === 0 ? 'exports.nothing' : count !== null && !isSaving,
  });
  useOffer(exports.stop, file.stop, { available: isSaving });
  const sheets = count === null ? 1 : Math.ceil(count / rowsOfSheet);
  const counted = () => {
    if (countProblem !== null) return text('exports.failed');
    if (count === null) return text('exports.counting');
    return count === 0 ? text('exports.nothing') : text('exports.rows', { count });
  };
  return (
    <DialogFrame title={text('exports.title')} className="exports" onClose={onClose}>
      <h2>{text('exports.title')}</h2>
      <p className="exports__what">
        <b>{text(`exports.table.${shown.table}`)}</b>
        <span className="num" role="status">
          {counted()}
        </span>
      </p>
      {!isSaving && (
        <div className="exports__choices">
          {raw !== null && (
            <Segmented
              label={text('exports.detail')}
              value={detail}
              options={details.map((value) => ({ value, label: text(`exports.detail.${value}`) }))}
              onChange={(next) => commands.run(exports.detail, { detail: next })}
            />
          )}
          <Segmented
            label={text('exports.format')}
            value={format}
            options={exportFormats.map((value) => ({ value, label: text(`exports.format.${value}`) }))}
            onChange={(next) => commands.run(exports.format, { format: next })}
          />
          {format === 'xlsx' && sheets > 1 && (
            <p className="dim text-12">{text('exports.sheets', { count: sheets })}</p>
          )}
        </div>
      )}
      {isSaving && (
        <div className="exports__progress">
          <progress
            max={Math.max(1, done?.rows ?? count ?? 1)}
            value={done?.done ?? 0}
            aria-label={text('exports.progress')}
          />
          <span className="num dim text-12">
            {text('exports.saving', {
              done: number(done?.done ?? 0, 0),
              rows: number(done?.rows ?? count ?? 0, 0),
            })}
          </span>
        </div>
      )}
      <FormProblem problem={problem ?? countProblem} />
      <div className="dialog__foot">
        {isSaving ? (
          <CommandButton command={exports.stop} icon="ban" label={text('command.exports.stop')} />
        ) : (
          <>
            <CommandButton command={dialogCommands.decline} label={text('action.cancel')} />
            <CommandButton
              command={exports.start}
              look="primary"
              icon="download"
              label={text('exports.save')}
            />
          </>
        )}
      </div>
    </DialogFrame>
  );
}
