import { matrix as matrixCommands } from '../../../../commands/matrix.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import { fieldMessage, kindMessage } from '../../../derive/messages.ts';
import { stationStates } from '../../../domain/station-state.ts';
import { useCommands } from '../../components/commands.tsx';
import { SearchField, Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { isOfFormula } from '../../state/own-kinds.ts';
import { useStations } from '../../state/sites/stations.ts';
import { onlys, sorts } from './lines.ts';
import type { useSheet } from './use-sheet.ts';
import type { MatrixView } from './use-view.ts';
import './bar.css';

type By = 'project' | 'kind' | 'state' | 'only' | 'all';

/** Which devices are shown, in which order. Edits stay whatever is filtered. */
export function Filters(props: {
  readonly view: MatrixView;
  readonly sheet: ReturnType<typeof useSheet>;
  readonly onView: (changes: Readonly<Record<string, string>>) => void;
}) {
  const { view, sheet, onView } = props;
  const text = useText();
  const commands = useCommands();
  const { data } = useStations();
  const kinds = [...new Set((data?.stations ?? []).flatMap((station) => station.kinds))]
    .filter((code) => !isOfFormula(code))
    .sort((a, b) => a - b);
  const { group, definition } = view.sheet;
  const options = {
    project: [
      { value: '', label: text('matrix.allProjects') },
      ...sheet.projects.map(({ id, name }) => ({ value: String(id), label: name })),
    ],
    kind: [
      { value: '', label: text('home.allKinds') },
      ...kinds.map((code) => ({
        value: String(code),
        label: text(kindMessage(kindByCode(code)?.id ?? 'none')),
      })),
    ],
    state: [
      { value: '', label: text('home.allStates') },
      ...stationStates.map((state) => ({ value: state, label: text(`state.${state}`) })),
    ],
    only: [
      { value: '', label: text('matrix.only.all') },
      ...onlys.map((only) => ({ value: only, label: text(`matrix.only.${only}`) })),
    ],
    all: [{ value: '', label: text('matrix.showAll') }],
  };
  const orders = [
    ...sorts.map((sort) => ({ value: sort as string, label: text(`matrix.sort.${sort}`) })),
    ...definition.fields.map(({ id }) => ({ value: id, label: text(fieldMessage(group, id)) })),
  ];
  useOffer(
    matrixCommands.filter,
    ({ by, value }) =>
      onView(by === 'all' ? { project: '', kind: '', state: '', only: '', text: '' } : { [by]: value }),
    { choices: (_argument, { by }) => options[by as By] ?? [] },
  );
  useOffer(matrixCommands.sort, ({ by }) => onView({ sort: by === 'station' ? '' : by }), {
    choices: () => orders,
  });
  const filter = (by: By) => (value: string) => commands.run(matrixCommands.filter, { by, value }, 'button');
  return (
    <div className="mx__filters row wrap raised">
      <SearchField
        label={text('matrix.search')}
        value={view.text}
        onChange={(typed) => onView({ text: typed })}
      />
      <Select
        label={text('argument.project')}
        value={view.projectId === null ? '' : String(view.projectId)}
        options={options.project}
        onChange={filter('project')}
      />
      {view.sheet.kind === null && (
        <Select
          label={text('matrix.kind')}
          value={view.kind === null ? '' : String(view.kind)}
          options={options.kind}
          onChange={filter('kind')}
        />
      )}
      <Select
        label={text('matrix.state')}
        value={view.state ?? ''}
        options={options.state}
        onChange={filter('state')}
      />
      <Select
        label={text('matrix.only')}
        value={view.only ?? ''}
        options={options.only}
        onChange={filter('only')}
      />
      <span className="mx__grow grow" />
      <Select
        label={text('matrix.sortBy')}
        icon="sort"
        value={orders.some(({ value }) => value === view.sort) ? view.sort : 'station'}
        options={orders}
        onChange={(by) => commands.run(matrixCommands.sort, { by }, 'button')}
      />
    </div>
  );
}
