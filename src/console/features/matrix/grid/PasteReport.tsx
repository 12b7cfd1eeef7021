import { matrix as matrixCommands } from '../../../../../commands/matrix.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useProblemText } from '../../../components/fields/use-problem-text.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import type { SheetData } from '../use-sheet.ts';
import type { Pasted } from './paste.ts';
import type { CellWords } from './use-cell-words.ts';
import './report.css';

const mostReported = 500;

/** The cells of a pasted block that were not taken, each with its place, its text and what is wrong with it. */
export function PasteReport(props: {
  readonly pasted: Pasted;
  readonly shown: SheetData;
  readonly words: CellWords;
}) {
  const { pasted, shown, words } = props;
  const { model, stations } = shown;
  const text = useText();
  const { problem } = useProblemText(model.sheet.group, model.fields);
  const { bad, beyond } = pasted;
  return (
    <section className="mx__report column rigid text-12" aria-label={text('matrix.notTaken')}>
      <header className="row">
        <h3 className="row gap-6 text-12">
          <Icon name="circle-alert" className="icon--small" />
          {text('matrix.notTakenCount', { count: bad.length })}
        </h3>
        {beyond > 0 && <span className="dim">{text('matrix.beyond', { count: beyond })}</span>}
        <span className="mx__grow grow" />
        <CommandButton command={matrixCommands.dismiss} icon="x" iconOnly label={text('action.close')} />
      </header>
      <ul>
        {bad.slice(0, mostReported).map(({ device, field, typed, problem: wrong }) => (
          <li key={`${device}/${field.id}`}>
            <b className="num">{stations.get(model.stationOf(device))?.code}</b>
            <span>{words.field(model.fields.indexOf(field))}</span>
            <code>{typed}</code>
            <span className="mx__why">{problem(wrong)}</span>
          </li>
        ))}
        {bad.length > mostReported && (
          <li className="dim">{text('plans.moreChanges', { count: bad.length - mostReported })}</li>
        )}
      </ul>
    </section>
  );
}
