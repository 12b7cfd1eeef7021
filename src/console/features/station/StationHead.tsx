import type { ReactNode } from 'react';
import { alarms as alarmCommands } from '../../../../commands/alarms/index.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import { enumValues } from '../../../catalogue/index.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { enumValueMessage } from '../../../derive/messages.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { StatePill } from '../../components/Glyph.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { Permit } from '../../components/Permit.tsx';
import { Aged } from '../../components/values/Aged.tsx';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import { type StationAlarm, useStationAlarm } from '../../state/alarms/marked.ts';
import { useNow } from '../../state/connection/clock.ts';
import { useEntryWords } from '../../state/dictionaries.ts';
import { asOf } from '../../state/sites/stations.ts';

/** Share of a cycle that has passed, as a ring. */
function CycleRing({ share }: { readonly share: number }) {
  const length = 2 * Math.PI * 11;
  return (
    <svg className="ring rigid" viewBox="0 0 28 28" aria-hidden="true">
      <circle cx="14" cy="14" r="11" fill="none" stroke="var(--hairline)" strokeWidth="3" />
      <circle
        cx="14"
        cy="14"
        r="11"
        fill="none"
        stroke="var(--accent-bright)"
        strokeWidth="3"
        strokeDasharray={`${Math.min(1, Math.max(0, share)) * length} ${length}`}
        transform="rotate(-90 14 14)"
      />
    </svg>
  );
}

/** The worst alarm of the station; a press opens it. */
function AlarmChip({ alarm, stationId }: { readonly alarm: StationAlarm; readonly stationId: number }) {
  const text = useText();
  const commands = useCommands();
  const { rank, holds, asks, count, alarmId } = alarm;
  const level = useLevelWord(text)(rank, { stationId });
  const mark = text(`alarms.mark.${asks ? (holds ? 'unanswered' : 'returned') : 'acknowledged'}`);
  return (
    <button
      type="button"
      className={`pill pill--lv${rank} shead__alarm ${asks ? 'strong' : ''}`}
      aria-label={text('station.alarm', { level, mark, count })}
      title={text('station.alarm', { level, mark, count })}
      onClick={() => commands.run(alarmCommands.choose, { alarmId }, 'button')}
    >
      <LevelGlyph rank={rank} hollow={!holds} />
      {level}
      {asks && <Icon name="bell-ring" className="icon--small" />}
      {count > 1 && <span className="num">{count}</span>}
    </button>
  );
}

/** Who the station is, how it is, and when it speaks next. */
export function StationHead({
  detail,
  siren,
}: {
  readonly detail: StationDetail;
  readonly siren: ReactNode;
}) {
  const text = useText();
  const format = useFormat();
  const now = useNow(1000);
  const labelWord = useEntryWords('label', detail.labels.length === 0 ? null : detail.project.companyId);
  const alarm = useStationAlarm(detail.summary.id);
  const station = asOf(detail.summary, now);
  const { nextContactAt, lastContactAt, maintenance, timeZone } = station;
  const cycle = station.sendCycle * 1000;
  const due =
    nextContactAt === null
      ? null
      : nextContactAt < now - station.jitter && lastContactAt !== null
        ? nextContactAt + Math.ceil((now - nextContactAt) / cycle) * cycle
        : nextContactAt;
  const install = enumValues.installState[station.installState] ?? 'notInstalled';
  const firmware = detail.rtu?.status?.values['softwareVersion'];
  return (
    <header className="shead row gap-12 rigid one-line paper">
      <div className="shead__who grow yields clips">
        <h1 className="row gap-8 stressed">
          <span className="num rigid">{station.code}</span> <span className="ellipsis">{station.name}</span>{' '}
          <StatePill state={station.state} />
          {alarm !== undefined && <AlarmChip alarm={alarm} stationId={station.id} />}
          {install !== 'installed' && (
            <span className="pill">{text(enumValueMessage('installState', install))}</span>
          )}
        </h1>
        <p className="dim text-12">
          {maintenance !== null && maintenance.until > now && (
            <>
              <b className="strong" title={`${maintenance.accountName}: ${maintenance.reason}`}>
                <Icon name="wrench" className="icon--small" />{' '}
                {text('station.maintenance', { until: format.time(maintenance.until, timeZone, 'dayTime') })}
              </b>
              <i>/</i>
            </>
          )}
          <span>{detail.project.name}</span>
          {detail.labels.length > 0 && (
            <>
              <i>/</i>
              <span title={text('sites.station.labels')}>
                {detail.labels.map(labelWord).join(text('list.comma'))}
              </span>
            </>
          )}
          <i>/</i>
          <span className="num">sn {station.sn ?? '–'}</span>
          <i>/</i>
          <span className="num">
            {format.number(station.latitude, 5)}, {format.number(station.longitude, 5)}
          </span>
          {typeof firmware === 'string' && (
            <>
              <i>/</i>
              <span className="num">
                {text('station.firmware')} {firmware}
              </span>
            </>
          )}
        </p>
      </div>
      <div className="shead__fact shead__next row inset">
        <CycleRing share={due === null ? 0 : 1 - (due - now) / cycle} />
        <div>
          <span className="shead__label text-11 dim">{text('station.next')}</span>
          <b className="num strong">
            {due === null ? '–' : format.time(due, timeZone, 'minute')}{' '}
            {due !== null && `± ${format.duration(station.jitter)}`}
          </b>{' '}
          <span className="num faint">
            {due !== null && due > now ? text('station.in', { time: format.countdown(due - now) }) : ''}
          </span>
        </div>
      </div>
      <div className="shead__fact inset">
        <span className="shead__label text-11 dim">{text('station.last')}</span>
        <b className="num strong">
          {lastContactAt === null
            ? text('home.never')
            : format.time(lastContactAt, timeZone, now - lastContactAt > 86_400_000 ? 'dayTime' : 'time')}
        </b>
      </div>
      <div className="shead__fact inset">
        <span className="shead__label text-11 dim">{text('home.battery')}</span>
        <b className="num strong">
          <Aged t={station.batteryAt} now={now} sendCycle={station.sendCycle}>
            {format.number(station.batteryVoltage, 2)}
            <span className="unit">V</span>
          </Aged>{' '}
          {station.batteryCharge === null ? '' : `${format.number(station.batteryCharge, 0)} %`}
        </b>
      </div>
      {siren}
      {detail.rtu !== null && (
        <div className="shead__actions gap-4 flex">
          <Permit needs="device:command:send">
            <CommandButton
              command={stationCommands.readAll}
              args={{ stationId: station.id }}
              icon="refresh"
              label={text('parameters.read')}
            />
          </Permit>
          <Permit needs="device:parameter:edit">
            <CommandButton
              command={stationCommands.tab}
              args={{ tab: 'commands' }}
              icon="sliders"
              label={text('station.set')}
            />
          </Permit>
        </div>
      )}
      <div className="shead__steps gap-4 flex">
        <CommandButton command={stationCommands.previous} icon="chevron-left" iconOnly />
        <CommandButton command={stationCommands.next} icon="chevron-right" iconOnly />
      </div>
    </header>
  );
}
