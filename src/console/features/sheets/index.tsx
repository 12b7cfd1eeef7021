import { useState } from 'react';
import { sheets as sheetCommands } from '../../../../commands/sheets.ts';
import type { MessageId } from '../../../base/messages.ts';
import {
  longestSheetCell,
  mostSheetRows,
  type SheetId,
  type SheetResult,
  type SheetRun,
} from '../../../contract/sheets.ts';
import { parameterHead } from '../../../derive/parameter-heads.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useOffer } from '../../components/screen.ts';
import { ImportFrame } from '../../components/sheets/ImportFrame.tsx';
import { SheetChoice } from '../../components/sheets/SheetChoice.tsx';
import { TemplateDialog } from './TemplateDialog.tsx';
import { useSheet } from './use-sheet.ts';
import { useSheetRuns } from './use-sheet-runs.ts';

type SheetFault = Pick<SheetResult, 'field' | 'messageId' | 'params'>;

/** What becomes of each row of the sheet. */
function Rows(props: {
  readonly report: readonly SheetResult[];
  readonly long: readonly number[];
  readonly columns: readonly { readonly id: string; readonly head: string }[];
  /** What is said of a row that is good. */
  readonly would: string;
}) {
  const text = useText();
  const faultOf = ({ field, messageId, params }: SheetFault) => {
    const sentence = messageId === null ? '' : text(messageId as MessageId, params);
    if (field === null) return sentence;
    const head = props.columns.find(({ id }) => id === field)?.head ?? parameterHead(field, text);
    return `${head}: ${sentence}`;
  };
  const said = (one: SheetResult): readonly string[] => {
    if (one.result === 'good') return [props.would];
    if (one.result !== 'bad') return [text(one.result === 'same' ? 'sheets.same' : 'sheets.added')];
    return [one, ...one.further].map(faultOf);
  };
  const lines = [
    ...props.report.map((one) => ({
      row: one.row,
      name: one.name,
      isBad: one.result === 'bad',
      said: said(one),
    })),
    ...props.long.map((row) => ({
      ...{ row, name: '', isBad: true },
      said: [text('sheets.long', { most: longestSheetCell })],
    })),
  ].toSorted((a, b) => a.row - b.row);
  return (
    <ScrollRegion className="sheet-import__rows" label={text('sheets.result')}>
      <table className="text-12">
        <thead>
          <tr className="dim">
            <th scope="col">{text('sheets.rowHead')}</th>
            <th scope="col">{text('sheets.what')}</th>
            <th scope="col">{text('sheets.result')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ row, name, isBad, said: result }) => (
            <tr key={row}>
              <td className="num">{row}</td>
              <td>{name}</td>
              <td className={isBad ? 'refused' : ''}>
                {result.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** The last imports, each to be taken back after a question. */
function Runs({ sheet, undo }: { readonly sheet: SheetId; readonly undo: (run: number) => Promise<void> }) {
  const text = useText();
  const format = useFormat();
  const { data: runs = [] } = useSheetRuns(sheet);
  const [asked, setAsked] = useState<SheetRun | null>(null);
  const open = runs.filter(({ undoneAt }) => undoneAt === null);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const label = ({ at, accountName, made }: SheetRun) =>
    text('sheets.run', { time: format.time(at, zone, 'dayTime'), who: accountName, count: made });
  useOffer(sheetCommands.undo, ({ run }) => setAsked(open.find(({ id }) => id === run) ?? null), {
    available: open.length > 0,
    choices: () => open.map((run) => ({ value: run.id, label: label(run) })),
  });
  if (runs.length === 0) return null;
  return (
    <section aria-label={text('sheets.runs')}>
      <h3 className="text-12">{text('sheets.runs')}</h3>
      <ul className="sheet-import__runs text-12">
        {runs.slice(0, 5).map((run) => (
          <li key={run.id} className="row between gap-8">
            <span className="num">{label(run)}</span>
            {run.undoneAt === null ? (
              <CommandButton
                command={sheetCommands.undo}
                args={{ run: run.id }}
                icon="undo"
                look="ghost"
                label={text('sheets.undo')}
              />
            ) : (
              <span className="dim">{text('sheets.run.undone', { who: run.undoneBy ?? '' })}</span>
            )}
          </li>
        ))}
      </ul>
      {asked !== null && (
        <Confirm
          question={text(`sheets.undo.${sheet}`, { count: asked.made })}
          confirm={text('sheets.undo')}
          onAnswer={(yes) => {
            setAsked(null);
            if (yes) void undo(asked.id);
          }}
        />
      )}
    </section>
  );
}

/** Things of one sheet, and the last imports of it. */
export default function SheetDialog({
  sheet,
  onClose,
}: {
  readonly sheet: SheetId;
  readonly onClose: () => void;
}) {
  const text = useText();
  const own = useSheet(sheet);
  const { chosen, read, bad, count, isDone } = own;
  const good = isDone ? count('added') : count('good');
  const same = count('same');
  const isPlan = sheet === 'parameters';
  const problem = typeof chosen?.read === 'string' ? chosen.read : null;
  return (
    <ImportFrame
      title={text(`sheets.title.${sheet}`)}
      text={text(`sheets.text.${sheet}`)}
      commands={sheetCommands}
      file={own.file}
      fileLabel={text('command.sheets.chooseFile')}
      onFile={(event) => void own.onFile(event)}
      pasted={own.pasted}
      onTyped={(typed) => void own.takeText(typed)}
      problem={problem === null ? null : text(`sheets.problem.${problem}`, { most: mostSheetRows })}
      status={
        chosen === null || read === null
          ? null
          : isDone
            ? text('sheets.done', { good, bad })
            : same > 0
              ? text('sheets.counts.same', { name: chosen.name, good, bad, same })
              : text('sheets.counts', { name: chosen.name, good, bad })
      }
      isDone={isDone}
      good={good}
      bad={bad}
      takeLabel={text(isPlan ? 'sheets.makePlan' : 'sheets.take', { count: good })}
      takeGoodLabel={text(isPlan ? 'sheets.makePlanGood' : 'sheets.takeGood', { count: good })}
      refused={own.refused}
      onClose={onClose}
    >
      {chosen !== null && !isDone && (
        <SheetChoice name={chosen.sheet} names={chosen.names} onChoose={own.chooseSheet} />
      )}
      {read !== null && (
        <Rows
          report={own.report}
          long={read.long}
          columns={own.columns}
          would={text(isPlan ? 'sheets.wouldPlan' : 'sheets.wouldAdd')}
        />
      )}
      {!isPlan && <Runs sheet={sheet} undo={own.undo} />}
      {own.isChoosing && <TemplateDialog onSave={own.saveValues} onClose={() => own.setChoosing(false)} />}
    </ImportFrame>
  );
}
