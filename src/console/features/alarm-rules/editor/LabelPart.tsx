import { useSnapshot } from 'valtio';
import { rules } from '../../../../../commands/rules.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { useDictionary } from '../../../state/dictionaries.ts';
import { preferences } from '../../../state/preferences.ts';
import { ChoiceDialog } from './ChoiceDialog.tsx';
import { useChosen, useEditor } from './context.ts';

const field = 'scope.labels';

/** Labels of stations, out of the dictionary of the rule's company; a station needs one of those that are chosen. */
export function LabelPart() {
  const text = useText();
  const commands = useCommands();
  const { language } = useSnapshot(preferences);
  const { rule, from, words, companyId, edit, opened, close, mayEdit } = useEditor();
  const { data } = useDictionary('label', companyId ?? 'own');
  const { labels } = rule.definition.scope;
  const before = from?.definition.scope.labels;
  const label = text('rules.scope.labels');
  const items = (data?.entries ?? [])
    .filter(({ code, enabled }) => enabled || labels.includes(code))
    .map(({ code, words: own }) => ({ value: code, label: own[language] }));
  const toggle = useChosen(
    field,
    label,
    (code) =>
      edit((own) => {
        const { labels: list } = own.scope;
        const next = list.includes(code) ? list.filter((one) => one !== code) : [...list, code];
        return { ...own, scope: { ...own.scope, labels: next } };
      }),
    items,
  );
  return (
    <div className="rules__part">
      <dt>{label}</dt>
      <dd>
        {labels.length === 0 && <span className="faint">{text('rules.all')}</span>}
        {labels.map((code) => (
          <button
            key={code}
            type="button"
            className={`rules__tag ${before !== undefined && !before.includes(code) ? 'is-new' : ''}`}
            title={text('rules.takeOut', { name: words.label(code) })}
            onClick={() => toggle(code)}
          >
            {words.label(code)}
            {mayEdit && <Icon name="x" />}
          </button>
        ))}
        {(before ?? [])
          .filter((code) => !labels.includes(code))
          .map((code) => (
            <s key={code} className="faint text-11">
              {words.label(code)}
            </s>
          ))}
        {mayEdit && (
          <button
            type="button"
            className="rules__tag rules__tag--add"
            aria-haspopup="dialog"
            aria-label={text('rules.chooseFor', { part: label })}
            title={text('rules.chooseFor', { part: label })}
            onClick={() => commands.run(rules.choose, { field })}
          >
            +
          </button>
        )}
      </dd>
      {opened === field && (
        <ChoiceDialog
          title={label}
          search={text('rules.find')}
          items={items}
          chosen={new Set(labels)}
          isMultiple
          onPick={toggle}
          onClose={close}
        />
      )}
    </div>
  );
}
