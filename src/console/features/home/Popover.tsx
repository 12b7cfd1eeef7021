import { useMemo } from 'react';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import type { Project, StationSummary } from '../../../contract/sites/stations.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Aged } from '../../components/values/Aged.tsx';
import { Sparkline } from '../../components/values/Sparkline.tsx';
import { useAlarmValues, useStationAlarm } from '../../state/alarms/marked.ts';
import { useNow } from '../../state/connection/clock.ts';
import { useSparks } from '../../state/sites/sparks.ts';
import { StationGlyph } from './StationMark.tsx';
import { contactText } from './StationRow.tsx';
import { kindsText, primaryText } from './value.ts';

/** The selected station on the map: the facts of its row. */
export function Popover({
  station,
  project,
}: {
  readonly station: StationSummary;
  readonly project: Project | undefined;
}) {
  const text = useText();
  const format = useFormat();
  const now = useNow(1000);
  const alarm = useStationAlarm(station.id);
  const alarming = useAlarmValues().get(station.id);
  const spark = useSparks(useMemo(() => [{ id: station.id }], [station.id])).get(station.id) ?? [];
  const own = primaryText(station, text);
  const value = alarming ?? own;
  const contact = contactText(station, now, text, format);
  return (
    <div className="pop">
      <header>
        <StationGlyph state={station.state} alarm={alarm} />
        <b className="ellipsis stressed">{station.name}</b>
        <CommandButton
          command={stationCommands.unselect}
          label={text('action.close')}
          icon="x"
          look="ghost"
          iconOnly
        />
        <p className="faint ellipsis">
          <span className="num">{station.code}</span> · {project?.name} · {kindsText(station, text)}
        </p>
      </header>
      <dl>
        <dt>{value.channel || text('home.lastValue')}</dt>
        <dd className="num">
          <Aged
            t={alarming === undefined ? (station.primary?.t ?? null) : alarming.t}
            now={now}
            sendCycle={station.sendCycle}
          >
            {value.value}
            <span className="unit">{value.unit}</span>
          </Aged>
        </dd>
        <dd>
          <Sparkline values={alarming?.spark ?? spark} bars={alarming === undefined && own.isRain} />
        </dd>
        <dt>{text('home.battery')}</dt>
        <dd className="num">
          <Aged t={station.batteryAt} now={now} sendCycle={station.sendCycle}>
            {format.number(station.batteryVoltage, 2)}
            <span className="unit">V</span>
          </Aged>
        </dd>
        <dd className="num faint">
          {station.batteryCharge === null ? '' : `${format.number(station.batteryCharge, 0)} %`}
        </dd>
      </dl>
      <div className="pop__times padded text-12 grid">
        <span>
          <span className="faint">{text('home.lastContact')}</span>
          <b className="num strong">
            {station.lastContactAt === null
              ? text('home.never')
              : format.time(station.lastContactAt, station.timeZone, 'time')}
          </b>
        </span>
        <span>
          <span className="faint">{text('home.nextContact')}</span>
          <b className="num strong">
            {contact.next === '' ? '–' : contact.next} ± {format.duration(station.jitter)}
          </b>
        </span>
      </div>
      <footer className="padded raised gap-6">
        <CommandButton
          command={stationCommands.open}
          args={{ stationId: station.id }}
          label={text('home.open')}
          look="primary"
        />
        <CommandButton
          command={stationCommands.open}
          args={{ stationId: station.id, tab: 'curve' }}
          label={text('home.curve')}
        />
      </footer>
    </div>
  );
}
