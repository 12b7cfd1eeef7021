import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { standards } from '../../../../commands/standards.ts';
import { pathNames } from '../../../domain/folders/tree.ts';
import { TreePicker } from '../../components/choice/TreePicker.tsx';
import { useCommands } from '../../components/commands.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import type { Standard, StandardScope } from '../../state/devices/standards.ts';
import { useDictionary } from '../../state/dictionaries.ts';
import { useFolders } from '../../state/folders/folders.ts';
import { useStationTree } from '../../state/folders/pick.ts';
import { preferences } from '../../state/preferences.ts';
import { useStations } from '../../state/sites/stations.ts';

const nowhere: StandardScope = { projects: [], stations: [], except: [], labels: [], folders: [] };
type Part = 'projects' | 'labels' | 'folders' | 'stations';
interface Item {
  readonly value: string;
  readonly label: string;
}

/** What of a company a selection can name, as it is now. */
function useItems(companyId: number): Readonly<Record<Exclude<Part, 'stations'>, readonly Item[]>> {
  const { language } = useSnapshot(preferences);
  const { data: sites } = useStations();
  const { data: labels } = useDictionary('label', companyId);
  const { data: folders } = useFolders();
  const shared = (folders?.folders ?? []).filter(
    (folder) => folder.share === 'company' && folder.companyId === companyId && folder.filter === null,
  );
  const nodes = new Map(shared.map((folder) => [folder.id, folder] as const));
  return {
    projects: (sites?.projects ?? [])
      .filter((project) => project.companyId === companyId)
      .map(({ id, name }) => ({ value: String(id), label: name })),
    labels: (labels?.entries ?? [])
      .filter(({ enabled }) => enabled)
      .map(({ code, words }) => ({ value: code, label: words[language] })),
    folders: shared.map(({ id }) => ({ value: String(id), label: pathNames(nodes, id).join(' / ') })),
  };
}

/** The scope with one thing more in it, or less. */
function toggled(scope: StandardScope, part: Part, value: string): StandardScope {
  if (part === 'labels') {
    const { labels } = scope;
    return {
      ...scope,
      labels: labels.includes(value) ? labels.filter((one) => one !== value) : [...labels, value],
    };
  }
  const list = scope[part];
  const id = Number(value);
  return { ...scope, [part]: list.includes(id) ? list.filter((one) => one !== id) : [...list, id] };
}

/** Asks for the stations that a standard set is assigned to: by project, label, folder or one by one. */
export function ScopeDialog(props: {
  readonly standard: Standard;
  /** Assigns it; answers what was refused. */
  readonly onAssign: (scope: StandardScope) => Promise<{ readonly sentence: string } | null>;
  readonly onClose: () => void;
}) {
  const { standard, onAssign, onClose } = props;
  const text = useText();
  const commands = useCommands();
  const [scope, setScope] = useState<StandardScope>(standard.watch?.scope ?? nowhere);
  const items = useItems(standard.companyId);
  const tree = useStationTree<number>({
    text,
    value: ({ id }) => id,
    only: (_station, project) => project?.companyId === standard.companyId,
  });
  useOffer(standards.pick, ({ part, value }) => setScope((before) => toggled(before, part as Part, value)));
  const form = useForm({}, async () => {
    const refused = await onAssign(scope);
    if (refused === null) onClose();
    return refused === null ? null : { field: null, sentence: refused.sentence };
  });
  const isChosen = (part: Exclude<Part, 'stations'>, value: string) =>
    part === 'labels' ? scope.labels.includes(value) : scope[part].includes(Number(value));
  return (
    <FormDialog
      form={form}
      title={text('standards.assignTitle', { name: standard.name })}
      label={text('standards.assign')}
      className="standards__dialog"
      onClose={onClose}
    >
      <p className="dim text-12">{text('standards.assignText')}</p>
      <div className="standards__parts column gap-8">
        {(['projects', 'labels', 'folders'] as const)
          .filter((part) => items[part].length > 0)
          .map((part) => (
            <fieldset key={part}>
              <legend>{text(`standards.scope.${part}`)}</legend>
              {items[part].map(({ value, label }) => (
                <label key={value} className="row gap-6 text-12">
                  <input
                    type="checkbox"
                    checked={isChosen(part, value)}
                    onChange={() => commands.run(standards.pick, { part, value }, 'button')}
                  />
                  {label}
                </label>
              ))}
            </fieldset>
          ))}
        <fieldset>
          <legend>{text('standards.scope.stations')}</legend>
          <div className="standards__tree column gap-6">
            <TreePicker
              tree={tree}
              chosen={new Set(scope.stations)}
              onPick={(ids, on) =>
                setScope((before) => ({
                  ...before,
                  stations: on
                    ? [...new Set([...before.stations, ...ids])]
                    : before.stations.filter((id) => !ids.includes(id)),
                }))
              }
              search={text('standards.scope.stations')}
              none={text('standards.noStation')}
            />
          </div>
        </fieldset>
      </div>
      <FormProblem problem={form.problem} />
    </FormDialog>
  );
}
