import { useSnapshot } from 'valtio';
import { formulas as formulaCommands } from '../../../../commands/formulas.ts';
import type { FormulaView } from '../../../contract/sites/formulas.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { preferences } from '../../state/preferences.ts';
import type { InputChannel } from './channels.ts';
import { inputWords, shareDone } from './words.ts';

/** A derived channel: its formula with what its letters are, its version, how far its past is. */
export function FormulaCard(props: {
  readonly formula: FormulaView;
  readonly channels: ReadonlyMap<string, InputChannel>;
  readonly zone: string;
}) {
  const { formula, channels, zone } = props;
  const { id, slot, names, unit, version, retiredAt, progress } = formula;
  const text = useText();
  const format = useFormat();
  const { language } = useSnapshot(preferences);
  const args = { formulaId: id };
  return (
    <li className={`panel formulas__card ${retiredAt === null ? '' : 'is-retired'}`} data-formula={id}>
      <div className="formulas__head row gap-8">
        {retiredAt === null && <span className="slot num dim">{slot}</span>}
        <h2 className="ellipsis strong">{names[language]}</h2>
        <span className="num dim text-12 rigid">{unit ?? text('kinds.noUnit')}</span>
        {retiredAt !== null && (
          <span className="pill pill--offline rigid">
            {text('formulas.outOfUse', { since: format.time(retiredAt, zone, 'date') })}
          </span>
        )}
        <span className="grow" />
        <span className="formulas__actions row gap-4 rigid">
          {retiredAt === null && (
            <CommandButton
              command={formulaCommands.curve}
              args={args}
              icon="line-chart"
              label={text('formulas.curve')}
              look="ghost"
              iconOnly
            />
          )}
          <CommandButton
            command={formulaCommands.versions}
            args={args}
            icon="history"
            label={text('formulas.versions')}
            look="ghost"
            iconOnly
          />
          <Permit needs="station:baseline:edit">
            <CommandButton
              command={formulaCommands.edit}
              args={args}
              icon="pencil"
              label={text('formulas.edit')}
              look="ghost"
              iconOnly
            />
            <CommandButton
              command={retiredAt === null ? formulaCommands.retire : formulaCommands.restore}
              args={args}
              icon={retiredAt === null ? 'archive' : 'archive-restore'}
              label={text(retiredAt === null ? 'formulas.retire' : 'formulas.restore')}
              look="ghost"
              iconOnly
            />
          </Permit>
        </span>
      </div>
      <p className="formulas__formula mono strong">{formula.text}</p>
      <ul className="formulas__letters text-12 dim">
        {formula.inputs.map((input) => (
          <li key={input.letter}>
            <b className="mono strong">{input.letter}</b> = {inputWords(input, channels, text)}
          </li>
        ))}
      </ul>
      {progress !== null && (
        <p className="row gap-8 text-12 dim" role="status">
          <progress value={shareDone(progress)} max={1} aria-label={text('formulas.progress')} />
          {text('formulas.computed', { until: format.time(progress.next, zone, 'full') })}
        </p>
      )}
      <p className="text-12 faint">
        {text('formulas.version', {
          version,
          time: format.time(formula.at, zone, 'full'),
          name: formula.accountName ?? '–',
        })}
        {formula.reason !== '' && <span className="dim"> · {formula.reason}</span>}
      </p>
    </li>
  );
}
