import { levels as allLevels } from '../../../../base/alarm-words.ts';
import { plainNumber } from '../../../../derive/rule-words/words.ts';
import { useText } from '../../../components/i18n.ts';
import { useEditor } from './context.ts';
import { NumberToken, SelectToken, SwitchToken } from './tokens.tsx';

/** When not watching is an alarm itself. */
export function Blind() {
  const text = useText();
  const { rule, from, edit, words, problems } = useEditor();
  const { patience, blindLevel } = rule.definition;
  const before = from?.definition.patience;
  const wrong = problems.find(({ part }) => part === 'patience');
  return (
    <fieldset className="rules__blind text-12" aria-label={text('rules.blind')}>
      <SwitchToken
        field="blind"
        label={text('rules.blind')}
        isOn={patience !== null}
        onChange={(on) => edit((own) => ({ ...own, patience: on ? 24 * 60 : null }))}
      />
      {patience !== null && (
        <>
          <SelectToken
            field="blindLevel"
            label={text('rules.blindLevel')}
            value={blindLevel}
            options={allLevels.map((value) => ({ value, label: words.level(value) }))}
            before={
              from === null || from.definition.blindLevel === blindLevel
                ? undefined
                : words.level(from.definition.blindLevel)
            }
            onChange={(value) =>
              edit((own) => ({ ...own, blindLevel: allLevels.find((one) => one === value) ?? 'blue' }))
            }
          />
          <span className="dim">{text('rules.blindWhen')}</span>
          <NumberToken
            label={text('rules.blindMinutes')}
            value={patience}
            unit="min"
            isInvalid={wrong !== undefined}
            before={
              before === undefined || before === patience
                ? undefined
                : before === null
                  ? ''
                  : plainNumber(before)
            }
            onChange={(value) => edit((own) => ({ ...own, patience: value ?? Number.NaN }))}
          />
        </>
      )}
      {wrong !== undefined && (
        <p className="rules__wrong" role="alert">
          {text(wrong.message, wrong.params)}
        </p>
      )}
    </fieldset>
  );
}
