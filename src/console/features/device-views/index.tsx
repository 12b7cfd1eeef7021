import { useCallback, useRef, useState } from 'react';
import { devices as deviceCommands } from '../../../../commands/devices.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import type { DeviceView } from '../../../derive/device-views/views.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useDeviceWords } from '../../components/values/use-device-words.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { type DeviceRow, useDeviceView } from '../../state/devices/views.ts';
import { useStations } from '../../state/sites/stations.ts';
import { useConditionWord } from './Condition.tsx';
import { Foot } from './Foot.tsx';
import { Head, useKindChoices } from './Head.tsx';
import { Multiples } from './Multiples.tsx';
import { canSetTogether, SetDialog } from './SetDialog.tsx';
import { saveDevices } from './save-devices.ts';
import { Table } from './Table.tsx';
import { useDeviceKeys } from './use-keys.ts';
import { useLines } from './use-lines.ts';
import { type Looked, useView } from './use-view.ts';
import '../../components/table/rows.css';
import './device-views.css';

const mostSet = 500;
const nobody: readonly DeviceRow[] = [];

/** All devices of a kind: a dense table with that kind's columns, or little curves, live. */
export default function DeviceViewsPage() {
  const text = useText();
  const { looked, change } = useView();
  const kinds = useKindChoices();
  useOffer(deviceCommands.kind, ({ view }) => change({ sort: '' }, view), { choices: () => kinds });
  const { view } = looked;
  if (view === undefined)
    return (
      <EmptyState
        icon="cpu"
        title={text('deviceViews.unknown')}
        actions={
          <CommandButton
            command={deviceCommands.kind}
            args={{ view: 'sensors' }}
            look="primary"
            label={text('views.sensors')}
          />
        }
      />
    );
  return <View key={view.id} view={view} looked={looked} change={change} />;
}

type Change = ReturnType<typeof useView>['change'];

/** What the address can be asked to show of the view. */
function useViewOffers(view: DeviceView, looked: Looked, change: Change): void {
  const text = useText();
  const word = useConditionWord();
  const { data } = useStations();
  const { head } = useDeviceWords();
  useOffer(deviceCommands.show, ({ as }) => change({ as: as === 'table' ? '' : as }));
  useOffer(deviceCommands.span, ({ span }) => change({ span: span === 'day' ? '' : span }));
  useOffer(deviceCommands.scale, ({ scale }) => change({ scale: scale === 'own' ? '' : scale }));
  useOffer(
    deviceCommands.filter,
    ({ by, value }) => change(by === 'all' ? { text: '', project: '', state: '' } : { [by]: value }),
    {
      choices: (_argument, { by }) => {
        if (by === 'project')
          return (data?.projects ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
        if (by === 'state')
          return (['lv4', 'lv3', 'lv2', 'lv1', 'silent', 'late', 'fault'] as const).map((value) => ({
            value,
            label: word(value),
          }));
        return [{ value: '', label: text('matrix.showAll') }];
      },
    },
  );
  useOffer(
    deviceCommands.sort,
    ({ by }) => change({ sort: looked.sort === by ? `-${by}` : by === 'state' ? '' : by }),
    {
      choices: () => [
        { value: 'state', label: text('deviceViews.state') },
        { value: 'station', label: text('matrix.station') },
        { value: 'age', label: text('deviceViews.age') },
        ...view.columns.map((column) => ({ value: column.id, label: head(column) })),
      ],
    },
  );
}

function View(props: { readonly view: DeviceView; readonly looked: Looked; readonly change: Change }) {
  const { view, looked, change } = props;
  const text = useText();
  const commands = useCommands();
  const words = useDeviceWords();
  const condition = useConditionWord();
  const field = useRef<HTMLInputElement>(null);
  const { data: rows, error, refetch, isFetching } = useDeviceView(view.id);
  const { isPending } = useStations();
  const { all, lines, now } = useLines(rows ?? nobody, view, looked);
  const [current, setCurrent] = useState<{ source: number | null; column: number }>({
    source: null,
    column: 0,
  });
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [across, setAcross] = useState(6);
  const [setting, setSetting] = useState(false);
  const at = lines.findIndex(({ row }) => row.source === current.source);
  const line = lines[at];
  const move = (by: number, columns: number) => {
    const next = at < 0 ? 0 : Math.max(0, Math.min(lines.length - 1, at + by));
    const column = Math.max(0, Math.min(view.columns.length - 1, current.column + columns));
    setCurrent({ source: lines[next]?.row.source ?? null, column });
  };
  const onKeyDown = useDeviceKeys(looked, looked.as === 'table' ? 1 : across, move);
  const onAcross = useCallback((columns: number) => setAcross(columns), []);
  const markedLines = all.filter(({ row }) => marked.has(row.source));
  const stations = [...new Set(markedLines.map(({ station }) => station.id))].slice(0, mostSet);
  useViewOffers(view, looked, change);
  useOffer(deviceCommands.refresh, async () => void (await refetch()));
  useOffer(deviceCommands.search, () => field.current?.focus());
  useOffer(
    deviceCommands.choose,
    ({ device, column }) => setCurrent((before) => ({ source: device, column: column ?? before.column })),
    {
      available: lines.length > 0,
      choices: () =>
        lines
          .slice(0, 200)
          .map(({ row, station }) => ({ value: row.source, label: `${station.code} ${station.name}` })),
    },
  );
  useOffer(
    deviceCommands.mark,
    () => {
      if (line === undefined) return;
      const next = new Set(marked);
      if (!next.delete(line.row.source)) next.add(line.row.source);
      setMarked(next);
    },
    { available: line !== undefined || 'deviceViews.noCurrent' },
  );
  useOffer(
    deviceCommands.markAll,
    () => {
      const every = lines.every(({ row }) => marked.has(row.source));
      setMarked(every ? new Set() : new Set(lines.map(({ row }) => row.source)));
    },
    { available: lines.length > 0 },
  );
  useOffer(
    deviceCommands.curve,
    () => {
      if (line !== undefined)
        commands.run(stationCommands.open, { stationId: line.station.id, tab: 'curve' });
    },
    { available: line !== undefined || 'deviceViews.noCurrent' },
  );
  useOffer(deviceCommands.set, () => setSetting(true), {
    available: canSetTogether(view.groups)
      ? markedLines.length > 0 || 'deviceViews.noneMarked'
      : 'deviceViews.noCommon',
  });
  useOffer(deviceCommands.save, () => saveDevices(lines, view, { text, cells: words, condition }), {
    available: lines.length > 0,
  });
  if (error instanceof ApiError && error.status === 403)
    return <NoPermission permission="station:data:view" />;
  const body = () => {
    if (rows === undefined || isPending)
      return error === null ? (
        <LoadingRows rows={16} />
      ) : (
        <FailedState
          title={text('deviceViews.failed')}
          reason={reasonOf(error, text)}
          onRetry={() => commands.run(deviceCommands.refresh, {}, 'button')}
        />
      );
    if (lines.length === 0)
      return (
        <EmptyState
          icon="cpu"
          title={text(all.length === 0 ? 'deviceViews.empty' : 'deviceViews.none')}
          actions={
            all.length === 0 ? undefined : (
              <CommandButton
                command={deviceCommands.filter}
                args={{ by: 'all', value: '' }}
                label={text('matrix.showAll')}
                look="primary"
              />
            )
          }
        >
          {text(all.length === 0 ? 'deviceViews.empty.text' : 'deviceViews.none.text')}
        </EmptyState>
      );
    const common = { view, lines, words, marked, onKeyDown };
    return looked.as === 'table' ? (
      <Table {...common} now={now} span={looked.span} sort={looked.sort} current={current} />
    ) : (
      <Multiples {...common} looked={looked} current={current.source} onAcross={onAcross} />
    );
  };
  return (
    <div className="page dv__page">
      <section
        className="panel dv column"
        aria-busy={isFetching && rows === undefined}
        aria-label={text(view.title)}
        onKeyDown={onKeyDown}
      >
        <Head
          looked={looked}
          all={all}
          shown={lines.length}
          marked={markedLines.length}
          field={field}
          onText={(typed) => change({ text: typed })}
        />
        <div className="column fill">{body()}</div>
        <Foot view={view} lines={lines} words={words} column={current.column} />
      </section>
      {setting && (
        <SetDialog
          groups={view.groups}
          stations={stations}
          devices={markedLines.length}
          onClose={() => setSetting(false)}
        />
      )}
    </div>
  );
}
