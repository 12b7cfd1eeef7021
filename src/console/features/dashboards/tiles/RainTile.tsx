import { useEffect } from 'react';
import { stations as stationCommands } from '../../../../../commands/stations/index.ts';
import { viewById } from '../../../../derive/device-views/views.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useDeviceView } from '../../../state/devices/views.ts';
import { type TileProps, useScope } from './scope.ts';
import { TileEmpty } from './TileEmpty.tsx';

const columnsOfRain = viewById('rain')?.columns ?? [];

/** Rain gauges by what fell in the last hours, most first. A press opens the station's rain. */
export default function RainTile({ settings, projectId, onNote }: TileProps<'rain'>) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const stations = new Map(useScope(settings.projectId ?? projectId).map((station) => [station.id, station]));
  const { data, error } = useDeviceView('rain');
  const at = columnsOfRain.findIndex(
    ({ source }) => source.type === 'rain' && source.hours === settings.hours,
  );
  const gauges = (data ?? [])
    .flatMap(({ source, stationId, cells }) => {
      const station = stations.get(stationId);
      const amount = cells[at];
      return station === undefined
        ? []
        : [{ source, station, amount: typeof amount === 'number' ? amount : null }];
    })
    .toSorted((a, b) => (b.amount ?? -1) - (a.amount ?? -1) || a.station.code.localeCompare(b.station.code));
  const note = data === undefined ? '' : text('dashboards.gauges', { count: gauges.length });
  useEffect(() => onNote(note), [onNote, note]);
  if (error !== null && data === undefined)
    return <TileEmpty icon="cloud-off" says="dashboards.tileFailed" />;
  if (data !== undefined && gauges.length === 0) return <TileEmpty icon="rain" says="dashboards.noRain" />;
  const most = Math.max(1, gauges[0]?.amount ?? 0);
  return (
    <ul className="dtile__list scroll">
      {gauges.map(({ source, station, amount }) => (
        <li key={source}>
          <button
            type="button"
            className="drain"
            title={`${station.code} ${station.name}`}
            onClick={() =>
              commands.run(stationCommands.open, { stationId: station.id, tab: 'curve' }, 'button')
            }
          >
            <span className="ellipsis">{station.name}</span>
            <span className="drain__track">
              <span className="drain__bar" style={{ width: `${((amount ?? 0) / most) * 100}%` }} />
            </span>
            <b className="num">{amount === null ? '–' : format.number(amount, 1)}</b>
          </button>
        </li>
      ))}
    </ul>
  );
}
