import { useSnapshot } from 'valtio';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { boundsOf } from '../../features/scripts/argument-value.ts';
import { said } from '../../features/scripts/words.ts';
import { preferences } from '../../state/preferences.ts';
import { type Asked, readTyped } from './script-pages.ts';
import { useStandingText } from './use-standing-text.ts';

/** What a script wants to know: what it is for, its bounds, what was understood, what Enter takes, why it cannot be. */
export function ArgumentPage(props: {
  readonly asked: Asked;
  readonly typed: string;
  /** Enter was pressed on what cannot be. */
  readonly refused: boolean;
}) {
  const { asked, typed, refused } = props;
  const { argument } = asked;
  const text = useText();
  const told = useStandingText(asked);
  const { language } = useSnapshot(preferences);
  const unit = argument.unit === undefined ? '' : ` ${argument.unit}`;
  const read = readTyped(asked, typed);
  const isTyped = argument.type === 'number' || argument.type === 'text';
  const about = [said(argument.description, language, ''), boundsOf(argument, text)].filter(
    (part) => part !== '',
  );
  const problem = isTyped && 'problem' in read && (refused || typed !== '') ? read.problem : null;
  // A list has it in its first row.
  const standing = isTyped ? told : null;
  const isOther =
    'value' in read && argument.type === 'number' && typed !== '' && String(read.value) !== typed;
  if (!isTyped && about.length === 0 && standing === null) return null;
  return (
    <div className="palette__hint">
      {about.length > 0 && <p className="num">{about.join(' ')}</p>}
      {typed === '' && standing !== null && <p className="num">{standing}</p>}
      {isOther && 'value' in read && (
        <p className="num">
          <b>
            → {String(read.value)}
            {unit}
          </b>
        </p>
      )}
      {problem !== null && (
        <p className="field__error" role="alert">
          <Icon name="circle-alert" />
          {text(`workflow.argument.${problem}`, { name: said(argument.title, language, argument.name) })}
        </p>
      )}
    </div>
  );
}
