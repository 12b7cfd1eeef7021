import type { WorkChoice } from '../../../contract/notify/work.ts';
import { useText } from '../../components/i18n.ts';

const ways = [
  ['console', 'notify.workConsole'],
  ['mail', 'notify.mail'],
  ['push', 'notify.push'],
] as const;

/** Over what oneself is notified of plans and scripts that one started. */
export function WorkChoices({
  chosen,
  onChoose,
}: {
  readonly chosen: WorkChoice;
  readonly onChoose: (choice: WorkChoice) => void;
}) {
  const text = useText();
  return (
    <fieldset className="form__checks">
      <legend className="field__label">{text('notify.work')}</legend>
      <span className="dim">{text('notify.workHint')}</span>
      <div className="field checks">
        {ways.map(([way, label]) => (
          <label key={way}>
            <input
              type="checkbox"
              checked={chosen[way]}
              onChange={() => onChoose({ ...chosen, [way]: !chosen[way] })}
            />
            {text(label)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
