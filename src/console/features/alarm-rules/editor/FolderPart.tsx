import { useText } from '../../../components/i18n.ts';
import { useFolderContents } from '../../../state/folders/folders.ts';
import { ChoiceDialog } from './ChoiceDialog.tsx';
import { useChosen, useEditor } from './context.ts';
import { ScopePart } from './ScopePart.tsx';

const field = 'scope.folders';

/** Shared folders that the rule follows: a station needs to be in one of those that are chosen, whenever it is judged. */
export function FolderPart() {
  const text = useText();
  const { rule, from, words, companyId, targets, edit, opened, close } = useEditor();
  const { contents } = useFolderContents();
  const { of, scope } = rule.definition;
  const chosen = scope.folders ?? [];
  const before = from === null ? undefined : (from.definition.scope.folders ?? []);
  const label = text('rules.scope.folders');
  const items = words.folders
    .filter((one) => chosen.includes(one.id) || companyId === null || one.companyId === companyId)
    .map(({ id, name }) => ({
      ...{ value: String(id), label: name },
      note: text('folders.count', { count: contents.get(id)?.size ?? 0 }),
    }));
  const toggle = useChosen(
    field,
    label,
    (value) =>
      edit((own) => {
        const { folders = [], ...rest } = own.scope;
        const id = Number(value);
        const next = folders.includes(id) ? folders.filter((one) => one !== id) : [...folders, id];
        return { ...own, scope: next.length === 0 ? rest : { ...rest, folders: next } };
      }),
    items,
  );
  if (items.length === 0 && chosen.length === 0 && (before ?? []).length === 0) return null;
  return (
    <ScopePart
      {...{ field, label, chosen, before }}
      none={text('rules.all')}
      name={words.folder}
      onTakeOut={(id) => toggle(String(id))}
      note={
        targets !== null &&
        chosen.map((id) => {
          const inside = contents.get(id);
          const own = targets.filter(({ stationId }) => inside?.has(stationId) === true);
          const stations = new Set(own.map(({ stationId }) => stationId)).size;
          return (
            <p key={id} className="rules__folder text-12 dim">
              {text(of === 'rtu' ? 'rules.folderNowRtu' : 'rules.folderNow', {
                ...{ folder: words.folder(id), count: own.length, stations },
              })}
            </p>
          );
        })
      }
    >
      {opened === field && (
        <ChoiceDialog
          title={label}
          search={text('rules.find')}
          items={items}
          chosen={new Set(chosen.map(String))}
          isMultiple
          onPick={toggle}
          onClose={close}
        />
      )}
    </ScopePart>
  );
}
