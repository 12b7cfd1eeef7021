import { useSnapshot } from 'valtio';
import { useText } from '../../../components/i18n.ts';
import { useDictionary } from '../../../state/dictionaries.ts';
import { preferences } from '../../../state/preferences.ts';
import { ChoiceDialog } from './ChoiceDialog.tsx';
import { useChosen, useEditor } from './context.ts';
import { ScopePart } from './ScopePart.tsx';

const field = 'scope.labels';

/** Labels of stations, out of the dictionary of the rule's company; a station needs one of those that are chosen. */
export function LabelPart() {
  const text = useText();
  const { language } = useSnapshot(preferences);
  const { rule, from, words, companyId, edit, opened, close } = useEditor();
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
    <ScopePart
      {...{ field, label, before }}
      chosen={labels}
      none={text('rules.all')}
      name={words.label}
      onTakeOut={toggle}
    >
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
    </ScopePart>
  );
}
