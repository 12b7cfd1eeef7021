import { useEffect, useMemo } from 'react';
import { navigation } from '../../../../../commands/navigation/index.ts';
import { alarmText } from '../../../../derive/alarm-text.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { type AlarmView, useOpenAlarms } from '../../../state/alarms/alarms.ts';
import { useLevelWord } from '../../../state/alarms/level-words.ts';
import { asks, compareAlarms, shownRank } from '../../../state/alarms/order.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { useStations } from '../../../state/sites/stations.ts';
import type { TileProps } from './scope.ts';
import { TileEmpty } from './TileEmpty.tsx';
import { TileLine } from './TileLine.tsx';

/** More of them are not read from a wall. */
const most = 40;
const none: readonly AlarmView[] = [];

/** Open alarms, the worst first. A press opens one. */
export default function AlarmsTile({ settings, projectId, onNote }: TileProps<'alarms'>) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const level = useLevelWord(text);
  const now = useNow(60_000);
  const { data: sites } = useStations();
  const { data, error } = useOpenAlarms();
  const wanted = settings.projectId ?? projectId;
  const alarms = data?.alarms ?? none;
  const shown = useMemo(
    () =>
      alarms
        .filter(
          (alarm) =>
            alarm.closed === null &&
            shownRank(alarm) >= settings.level &&
            (wanted === null || alarm.projectId === wanted),
        )
        .toSorted(compareAlarms),
    [alarms, settings.level, wanted],
  );
  const stations = useMemo(() => new Map(sites?.stations.map((station) => [station.id, station])), [sites]);
  const note = data === undefined ? '' : text('dashboards.worstFirst', { count: shown.length });
  useEffect(() => onNote(note), [onNote, note]);
  if (error !== null && data === undefined)
    return <TileEmpty icon="cloud-off" says="dashboards.tileFailed" />;
  if (data !== undefined && shown.length === 0) return <TileEmpty icon="tick" says="dashboards.noAlarms" />;
  return (
    <ul className="dtile__list scroll">
      {shown.slice(0, most).map((alarm) => {
        const station = stations.get(alarm.stationId);
        const zone = station?.timeZone ?? 'UTC';
        const isToday = format.time(alarm.raisedAt, zone, 'date') === format.time(now, zone, 'date');
        return (
          <TileLine
            key={alarm.id}
            isStrong={asks(alarm)}
            mark={<LevelGlyph rank={shownRank(alarm)} hollow={alarm.present === 0} size={16} />}
            hint={level(shownRank(alarm), alarm)}
            title={`${station?.name ?? ''} ${alarmText(alarm, text)}`}
            note={
              alarm.answer === null
                ? text('alarms.notAnswered')
                : (alarm.answer.accountName ?? text('alarms.mark.acknowledged'))
            }
            end={format.time(alarm.raisedAt, zone, isToday ? 'minute' : 'dayTime')}
            onPress={() => commands.run(navigation.open, { address: `/alarms/${alarm.id}` }, 'button')}
          />
        );
      })}
      {shown.length > most && (
        <li className="dim padded text-12">{text('dashboards.more', { count: shown.length - most })}</li>
      )}
    </ul>
  );
}
