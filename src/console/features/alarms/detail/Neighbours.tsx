import { useMemo } from 'react';
import { alarms as alarmCommands } from '../../../../../commands/alarms/index.ts';
import { stations as stationCommands } from '../../../../../commands/stations/index.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Glyph, stateMessage } from '../../../components/Glyph.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { type AlarmView, useOpenAlarms } from '../../../state/alarms/alarms.ts';
import { shownRank } from '../../../state/alarms/order.ts';
import { useStation, useStations } from '../../../state/sites/stations.ts';
import { kindText } from '../board/kinds.ts';
import { useAlarmWords } from '../words/use-alarm-words.ts';
import { metresOf } from './metres.ts';
import { type Neighbour, neighboursOf } from './neighbours.ts';

/** One neighbour in a line: it leads to its alarm, or to its station. */
function Line({ one, alarm }: { readonly one: Neighbour; readonly alarm: AlarmView }) {
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
        <span className="num ellipsis grow">{name}</span>
        <span className={`rigid ${rank === 0 ? 'dim' : `alevel--${rank}`}`}>
          {rank === 0 ? calm : words.level(rank)}
        </span>
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
  const found = useMemo(
    () => neighboursOf(alarm, station?.sensors ?? [], sites?.stations ?? [], open?.alarms ?? []),
    [alarm, station, sites, open],
  );
  if (found.length === 0) return null;
  const alarmed = found.filter((one) => one.alarm !== null).length;
  return (
    <section className="aneighbours text-12" aria-label={text('alarms.neighbours')}>
      <h3 className="dim text-11">{text('alarms.neighbours')}</h3>
      <p className="strong">{text('alarms.neighbours.count', { alarmed, count: found.length })}</p>
      <ul>
        {found.map((one) => (
          <Line key={one.type === 'sensor' ? `#${one.sensor.id}` : one.station.id} one={one} alarm={alarm} />
        ))}
      </ul>
    </section>
  );
}
