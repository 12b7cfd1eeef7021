import { useMemo } from 'react';
import { alarms as alarmCommands } from '../../../../../commands/alarms/index.ts';
import { stations as stationCommands } from '../../../../../commands/stations/index.ts';
import { curveOf } from '../../../../derive/device-views/views.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Glyph, stateMessage } from '../../../components/Glyph.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { Spark } from '../../../components/plot/Spark.tsx';
import { type AlarmView, useOpenAlarms } from '../../../state/alarms/alarms.ts';
import { shownRank } from '../../../state/alarms/order.ts';
import { useDeviceCurves } from '../../../state/devices/views.ts';
import { useSensors } from '../../../state/sites/finder.ts';
import { useStation, useStations } from '../../../state/sites/stations.ts';
import { kindText } from '../board/kinds.ts';
import { useAlarmWords } from '../words/use-alarm-words.ts';
import { metresOf } from './metres.ts';
import { movedBy, type Neighbour, neighboursOf } from './neighbours.ts';

/** As many as one call answers. */
const mostCurves = 60;

/** One neighbour in a line: it leads to its alarm, or to its station. */
function Line(props: {
  readonly one: Neighbour;
  readonly alarm: AlarmView;
  /** Its last day; undefined = not known, or it has none. */
  readonly curve: readonly (number | null)[] | undefined;
}) {
  const { one, alarm, curve } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const words = useAlarmWords();
  const rank = one.alarm === null ? 0 : shownRank(one.alarm);
  const isSilent = one.type === 'station' && one.station.link === 'silent';
  const stationId = one.type === 'station' ? one.station.id : alarm.stationId;
  const name =
    one.type === 'sensor'
      ? `#${one.sensor.slot} ${kindText(one.sensor.kind, text)}`
      : `${one.station.code}, ${metresOf(one.away, format)}`;
  const look = one.sensor === null ? null : curveOf(one.sensor.kind);
  const by = look === null || curve === undefined ? null : movedBy(curve, look.sums);
  const moved =
    by === null || look === null
      ? ''
      : `${by > 0 && !look.sums ? '+' : ''}${format.number(by, look.digits)} ${look.unit ?? ''}`;
  const calm =
    isSilent && one.type === 'station' ? text(stateMessage(one.station.state)) : text('alarms.calm');
  return (
    <li>
      <button
        type="button"
        className="aneighbour row gap-6"
        title={one.type === 'station' ? one.station.name : name}
        onClick={() =>
          one.alarm === null
            ? commands.run(stationCommands.open, { stationId, tab: 'latest' }, 'button')
            : commands.run(alarmCommands.choose, { alarmId: one.alarm.id }, 'button')
        }
      >
        {one.alarm !== null ? (
          <LevelGlyph rank={rank} hollow={one.alarm.present === 0} />
        ) : (
          <Glyph state={one.type === 'station' ? one.station.state : 'ok'} />
        )}
        <span className="column grow yields">
          <span className="num ellipsis">{name}</span>
          <span className={`ellipsis text-11 ${rank === 0 ? 'dim' : `alevel--${rank}`}`}>
            {rank === 0 ? calm : words.level(rank)}
          </span>
        </span>
        {curve !== undefined && <Spark values={curve} width={48} height={22} className="rigid" />}
        {moved !== '' && (
          <span className="num rigid aneighbour__moved" title={text('alarms.neighbours.moved')}>
            {moved}
          </span>
        )}
      </button>
    </li>
  );
}

/** How the other sensors of the station stand, and the nearest stations of the project; nothing where there are none. */
export function Neighbours({ alarm }: { readonly alarm: AlarmView }) {
  const text = useText();
  const { data: sites } = useStations();
  const { data: station } = useStation(alarm.stationId);
  const { data: open } = useOpenAlarms();
  const { data: listed } = useSensors();
  const found = useMemo(
    () => neighboursOf(alarm, station?.sensors ?? [], sites?.stations ?? [], open?.alarms ?? [], listed),
    [alarm, station, sites, open, listed],
  );
  const drawn = found.flatMap(({ sensor }) =>
    sensor !== null && curveOf(sensor.kind) !== null ? [sensor.id] : [],
  );
  const curves = useDeviceCurves('sensors', [drawn.slice(0, mostCurves)], 'day');
  if (found.length === 0) return null;
  const alarmed = found.filter((one) => one.alarm !== null).length;
  return (
    <section className="aneighbours text-12" aria-label={text('alarms.neighbours')}>
      <h3 className="dim text-11">{text('alarms.neighbours')}</h3>
      <p className="strong">{text('alarms.neighbours.count', { alarmed, count: found.length })}</p>
      <ul>
        {found.map((one) => (
          <Line
            key={one.type === 'sensor' ? `#${one.sensor.id}` : one.station.id}
            one={one}
            alarm={alarm}
            curve={one.sensor === null ? undefined : curves.get(one.sensor.id)}
          />
        ))}
      </ul>
    </section>
  );
}
