import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { alarms as alarmCommands } from '../../../../commands/alarms/index.ts';
import { alarmText } from '../../../derive/alarm-text.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { usePermitted } from '../../components/Permit.tsx';
import { primaryOfRow } from '../../components/values/reading-text.ts';
import { clockText } from '../../features/alarms/words/use-alarm-words.ts';
import { type AlarmView, useOpenAlarms } from '../../state/alarms/alarms.ts';
import { asks, shownRank } from '../../state/alarms/order.ts';
import { useNow } from '../../state/connection/clock.ts';
import { live } from '../../state/connection/live.ts';
import { useStations } from '../../state/sites/stations.ts';

const shown = 5;
/** Alarms that stand before the readings. */
const mostAlarms = 2;
const noAlarms: readonly AlarmView[] = [];

/** The foot of the window: how the stream stands, alarms that ask, what came last, the time. */
export default function LiveStrip() {
  const text = useText();
  const format = useFormat();
  const { status, rate, recent } = useSnapshot(live);
  const { data } = useStations();
  const commands = useCommands();
  const permitted = usePermitted();
  const { data: known } = useOpenAlarms(permitted('alarm:event:view'));
  // What asks, the newest first.
  const alarms = useMemo(
    () =>
      (known?.alarms ?? noAlarms)
        .filter((alarm) => alarm.closed === null && asks(alarm))
        .toSorted((a, b) => b.movedAt - a.movedAt)
        .slice(0, mostAlarms),
    [known],
  );
  const now = useNow(1000);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const stations = useMemo(
    () => new Map((data?.stations ?? []).map((station) => [station.id, station])),
    [data],
  );
  return (
    <section className="strip row gap-12 clips one-line inset paper text-12" aria-label={text('live.label')}>
      <span className={`strip__state row gap-6 rigid dim strip__state--${status}`}>
        {status === 'lost' ? <Icon name="wifi-off" /> : <span className="strip__pulse" />}
        {text(`live.${status}`)}
        {status === 'open' && (
          <span className="num faint">{text('live.rate', { rate: format.number(rate, 0) })}</span>
        )}
      </span>
      <div className="strip__events grow yields clips flex">
        {alarms.map((alarm) => (
          <button
            key={alarm.id}
            type="button"
            className="strip__event strip__alarm row gap-6 inset dim"
            onClick={() => commands.run(alarmCommands.choose, { alarmId: alarm.id }, 'button')}
          >
            <span className="num faint">{clockText(alarm.movedAt, now, zone, format)}</span>
            <LevelGlyph rank={shownRank(alarm)} hollow={alarm.present === 0} />
            <b className="num strong">{alarm.stationCode || alarm.stationName}</b>
            <span className={`levelword--${shownRank(alarm)}`}>{alarmText(alarm, text)}</span>
          </button>
        ))}
        {recent.slice(0, shown).map((reading) => {
          const station = stations.get(reading.stationId);
          if (station === undefined) return null;
          return (
            <span
              key={`${reading.sourceId} ${reading.row} ${reading.element} ${reading.t}`}
              className="strip__event row gap-6 inset dim"
            >
              <span className="num faint">{format.time(reading.receivedAt, zone, 'time')}</span>
              <b className="num strong">{station.code}</b>
              <span>{primaryOfRow(reading.row, reading.values, text)}</span>
            </span>
          );
        })}
      </div>
      <span className="num rigid">
        {format.time(now, zone, 'full')} <span className="faint">{format.offset(zone, now)}</span>
      </span>
    </section>
  );
}
