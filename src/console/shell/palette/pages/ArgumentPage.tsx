import { Command as Cmdk } from 'cmdk';
import { useSnapshot } from 'valtio';
import { boundsOf, type RunArgument } from '../../../components/arguments/argument-value.ts';
import { said } from '../../../components/arguments/said.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { preferences } from '../../../state/preferences.ts';
import { type AskedArgument, readTyped } from './script-pages.ts';

/** Key of the row that takes what is typed, or what stands there. */
export const takenKey = 'taken';

/** What a script wants to know: what it is for, its bounds, the value that Enter takes as a row, why it cannot be. */
export function ArgumentPage(props: {
  readonly asked: AskedArgument;
  readonly typed: string;
  /** Enter was pressed on what cannot be. */
  readonly refused: boolean;
  readonly onTake: (value: RunArgument) => void;
}) {
  const { asked, typed, refused, onTake } = props;
  const { argument, isLast } = asked;
  const text = useText();
  const { language } = useSnapshot(preferences);
  const about = [said(argument.description, language, ''), boundsOf(argument, text)].filter(
    (part) => part !== '',
  );
  const isTyped = argument.type === 'number' || argument.type === 'text';
  const read = readTyped(asked, typed);
  const problem = isTyped && 'problem' in read && (refused || typed !== '') ? read.problem : null;
  const unit = argument.unit === undefined ? '' : ` ${argument.unit}`;
  const reported = (value: RunArgument) =>
    value === '' ? text('palette.empty') : `${String(value).replace(/^-(?=\d)/, '−')}${unit}`;
  return (
    <>
      {(about.length > 0 || problem !== null) && (
        <div className="palette__hint palette__hint--about dim">
          {about.length > 0 && <p className="num">{about.join(' ')}</p>}
          {problem !== null && (
            <p className="field__error" role="alert">
              <Icon name="circle-alert" />
              {text(`workflow.argument.${problem}`, { name: said(argument.title, language, argument.name) })}
            </p>
          )}
        </div>
      )}
      {isTyped && 'value' in read && (
        <Cmdk.Item
          value={takenKey}
          className="palette__row one-line grid"
          onSelect={() => onTake(read.value)}
        >
          <Icon name="chevron-right" />
          <span className="palette__title num column yields">{reported(read.value)}</span>
          {typed === '' && (
            <span className="palette__note num clips text-12 dim">
              {text(isLast ? 'palette.isLast' : 'palette.isDefault')}
            </span>
          )}
        </Cmdk.Item>
      )}
    </>
  );
}
