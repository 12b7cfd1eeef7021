import { useEffect } from 'react';
import { stations as stationCommands } from '../../../../../commands/stations/index.ts';
import { viewById } from '../../../../derive/device-views/views.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import { Aged } from '../../../components/values/Aged.tsx';
import { useDeviceWords } from '../../../components/values/use-device-words.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { useDeviceView } from '../../../state/devices/views.ts';
import { type TileProps, useScope } from './scope.ts';
import { TileEmpty } from './TileEmpty.tsx';

const mostColumns = 4;
/** A wall shows no more, and a desk has the page of the devices. */
const mostRows = 60;

/** The newest values of all devices of a view, by station. A press opens the station. */
export default function TableTile({ settings, projectId, onNote }: TileProps<'table'>) {
  const text = useText();
  const commands = useCommands();
  const words = useDeviceWords();
  const now = useNow(60_000);
  const stations = new Map(useScope(settings.projectId ?? projectId).map((station) => [station.id, station]));
  const { data, error } = useDeviceView(settings.view);
  const view = viewById(settings.view);
  const lines = (data ?? []).flatMap((row) => {
    const station = stations.get(row.stationId);
    return station === undefined ? [] : [{ row, station }];
  });
  const columns = (view?.columns ?? []).slice(0, mostColumns);
  const note = view === undefined ? '' : text(view.title);
  useEffect(() => onNote(note), [onNote, note]);
  if (view === undefined || (error !== null && data === undefined))
    return <TileEmpty icon="cloud-off" says="dashboards.tileGone" />;
  return (
    <ScrollRegion className="scroll" label={note}>
      <table className="dtable num">
        <thead>
          <tr>
            <th scope="col">{text('argument.station')}</th>
            {columns.map((column) => (
              <th key={column.id} scope="col">
                {words.head(column)} <span className="dim">{words.unit(column, null) ?? ''}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, mostRows).map((line) => (
            <tr key={line.row.source}>
              <th scope="row">
                <button
                  type="button"
                  className="dtable__station ellipsis"
                  title={line.station.name}
                  onClick={() => commands.run(stationCommands.open, { stationId: line.station.id }, 'button')}
                >
                  {line.station.code}
                  {line.row.slot === null ? '' : ` #${line.row.slot}`}
                </button>
              </th>
              {columns.map((column, at) => (
                <td key={column.id}>
                  <Aged
                    t={line.row.t === 0 ? null : line.row.t}
                    now={now}
                    sendCycle={line.station.sendCycle}
                    brief={at > 0}
                  >
                    {words.cell(column, line, at)}
                    {/* Of mixed kinds each row has its own. */}
                    {words.unit(column, null) === null && (
                      <span className="dim"> {words.unit(column, line.row.kind)}</span>
                    )}
                  </Aged>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > mostRows && (
        <p className="dim padded text-12">{text('dashboards.more', { count: lines.length - mostRows })}</p>
      )}
    </ScrollRegion>
  );
}
