import { Suspense } from 'react';
import { alarms as alarmCommands } from '../../../../../commands/alarms/index.ts';
import { navigation } from '../../../../../commands/navigation/index.ts';
import { headText, ruleText } from '../../../../derive/alarm-text.ts';
import { lazyPart } from '../../../components/chunks.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { FailedState, LoadingRows } from '../../../components/conditions.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { type AlarmEntry, type AlarmView, useAlarm } from '../../../state/alarms/alarms.ts';
import { markOf, shownRank } from '../../../state/alarms/order.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { markIcons } from '../board/Standing.tsx';
import { clockText, useAlarmWords } from '../words/use-alarm-words.ts';
import { Facts } from './Facts.tsx';
import { Neighbours } from './Neighbours.tsx';
import { SameRule } from './SameRule.tsx';
import { SirenBar } from './SirenBar.tsx';
import { Timeline } from './Timeline.tsx';
import './siren-bar.css';

const AlarmCurve = lazyPart(() => import('./AlarmCurve.tsx'));
const none: readonly AlarmEntry[] = [];

/** What can be done, where a thumb reaches it. */
function PhoneActions({ alarm }: { readonly alarm: AlarmView }) {
  const text = useText();
  return (
    <footer className="aphone__actions">
      {alarm.closed !== null ? (
        <CommandButton command={alarmCommands.reopen} look="primary" label={text('alarms.act.reopen')} />
      ) : (
        <CommandButton
          command={alarmCommands.acknowledge}
          look="primary"
          icon="tick"
          label={text('alarms.act.acknowledge')}
        />
      )}
      <div className="grid gap-8">
        <CommandButton command={alarmCommands.comment} label={text('alarms.act.comment')} />
        {alarm.shelf === null ? (
          <CommandButton command={alarmCommands.shelve} label={text('alarms.act.shelve')} />
        ) : (
          <CommandButton command={alarmCommands.unshelve} label={text('alarms.act.unshelve')} />
        )}
        <CommandButton command={alarmCommands.close} label={text('alarms.act.close')} />
      </div>
    </footer>
  );
}

/** One alarm on a phone, with its head above and what can be done below. */
export function PhoneDetail(props: { readonly alarmId: number; readonly listed: AlarmView | null }) {
  const { alarmId, listed } = props;
  const text = useText();
  const format = useFormat();
  const words = useAlarmWords();
  const now = useNow(10_000);
  const { data: sites } = useStations();
  const { data, error, refetch } = useAlarm(alarmId);
  const fetched = data?.alarm ?? null;
  const alarm =
    listed !== null && (fetched === null || listed.revision >= fetched.revision) ? listed : fetched;
  if (alarm === null)
    return error === null ? (
      <LoadingRows rows={10} />
    ) : (
      <FailedState
        title={text('alarms.one.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => void refetch()}
      />
    );
  const isOfStation = alarm.companyId === null;
  const zone =
    alarm.facts.system?.timeZone ??
    sites?.stations.find(({ id }) => id === alarm.stationId)?.timeZone ??
    Intl.DateTimeFormat().resolvedOptions().timeZone;
  const rank = shownRank(alarm);
  return (
    <article className="aphone column clips" aria-label={text('alarms.detail', { id: alarm.id })}>
      <header className="aphone__head row gap-8 paper underlined">
        <CommandButton
          command={navigation.alarms}
          icon="chevron-left"
          iconOnly
          look="ghost"
          label={text('action.back')}
        />
        <b className="stressed ellipsis">
          {alarm.stationCode} {alarm.stationName}
        </b>
      </header>
      <div className="scroll paper">
        <section className="aphone__top underlined">
          <div className="row between gap-8">
            <span className={`pill pill--lv${rank}`}>
              <LevelGlyph rank={rank} hollow={alarm.present === 0} />
              {words.standing(alarm)}
              <Icon name={markIcons[markOf(alarm)]} className="icon--small" />
            </span>
            <span className="num dim">{clockText(alarm.raisedAt, now, zone, format)}</span>
          </div>
          <h2 className="num">{headText(alarm, text)}</h2>
          <p className="dim">{ruleText(alarm, text)}</p>
        </section>
        {isOfStation && (
          <Suspense>
            <AlarmCurve
              alarm={alarm}
              grounds={data?.curve ?? null}
              entries={data?.entries ?? none}
              zone={zone}
            />
          </Suspense>
        )}
        <Facts alarm={alarm} zone={zone} now={now} />
        {isOfStation && <Neighbours alarm={alarm} />}
        {isOfStation && data !== undefined && <SameRule sameRule={data.sameRule} />}
        <section className="adetail__timeline">
          <h3 className="dim text-11">{text('alarms.timeline')}</h3>
          {data !== undefined && (
            <Timeline entries={data.entries} returns={data.returns} alarm={alarm} zone={zone} now={now} />
          )}
        </section>
      </div>
      <SirenBar alarm={alarm} zone={zone} now={now} />
      <PhoneActions alarm={alarm} />
    </article>
  );
}
