import { Suspense } from 'react';
import { alarms as alarmCommands } from '../../../../../commands/alarms/index.ts';
import { navigation } from '../../../../../commands/navigation/index.ts';
import { stations as stationCommands } from '../../../../../commands/stations/index.ts';
import { addressOf } from '../../../../contract/pages.ts';
import { alarmText, headText } from '../../../../derive/alarm-text.ts';
import { lazyPart } from '../../../components/chunks.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../../components/conditions.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { usePermitted } from '../../../components/Permit.tsx';
import { type AlarmEntry, type AlarmView, useAlarm } from '../../../state/alarms/alarms.ts';
import { markOf, shownRank } from '../../../state/alarms/order.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { markIcons } from '../board/Standing.tsx';
import { boardKeys } from '../board/use-board-keys.ts';
import { clockText, useAlarmWords } from '../words/use-alarm-words.ts';
import { Facts } from './Facts.tsx';
import { Neighbours } from './Neighbours.tsx';
import { SameRule } from './SameRule.tsx';
import { SirenBar } from './SirenBar.tsx';
import { Timeline } from './Timeline.tsx';
import './siren-bar.css';

const AlarmCurve = lazyPart(() => import('./AlarmCurve.tsx'));
const none: readonly AlarmEntry[] = [];

/** What can be done about the alarm, or about all that are marked. `isOfFlood`: the key answers the flood's row. */
function Actions(props: { readonly alarm: AlarmView; readonly marked: number; readonly isOfFlood: boolean }) {
  const { alarm, marked, isOfFlood } = props;
  const text = useText();
  if (alarm.closed !== null && marked === 0)
    return (
      <div className="adetail__actions row gap-4 wrap raised underlined">
        <CommandButton command={alarmCommands.reopen} look="primary" label={text('alarms.act.reopen')} />
        <CommandButton
          command={alarmCommands.comment}
          label={text('alarms.act.comment')}
          keys={boardKeys.comment}
        />
      </div>
    );
  return (
    <div className="adetail__actions row gap-4 wrap raised underlined">
      <CommandButton
        command={alarmCommands.acknowledge}
        look="primary"
        label={
          marked > 1 ? text('alarms.act.acknowledgeMany', { count: marked }) : text('alarms.act.acknowledge')
        }
        keys={isOfFlood && marked === 0 ? undefined : boardKeys.acknowledge}
      />
      <CommandButton
        command={alarmCommands.comment}
        label={text('alarms.act.comment')}
        keys={boardKeys.comment}
      />
      {alarm.shelf === null ? (
        <CommandButton
          command={alarmCommands.shelve}
          label={text('alarms.act.shelve')}
          keys={boardKeys.shelve}
        />
      ) : (
        <CommandButton command={alarmCommands.unshelve} label={text('alarms.act.unshelve')} />
      )}
      <CommandButton
        command={alarmCommands.assign}
        label={text('alarms.act.assign')}
        keys={boardKeys.assign}
      />
      <CommandButton command={alarmCommands.close} label={text('alarms.act.close')} keys={boardKeys.close} />
    </div>
  );
}

/** The company of an alarm of the alarm system itself, with the way to where it is mended. */
function SystemPlace({ name }: { readonly name: string }) {
  const text = useText();
  const commands = useCommands();
  const permitted = usePermitted();
  return (
    <>
      <span className="ellipsis">{name}</span>
      {permitted('alarm:notify:edit') && (
        <button
          type="button"
          className="link one-line"
          onClick={() => commands.run(navigation.open, { address: addressOf('notify') }, 'button')}
        >
          {text('page.notify')}
        </button>
      )}
    </>
  );
}

/** The head of an alarm: what, how it stands, where. */
export function DetailHead({
  alarm,
  zone,
  now,
}: {
  readonly alarm: AlarmView;
  readonly zone: string;
  readonly now: number;
}) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const words = useAlarmWords();
  const { data } = useStations();
  const rank = shownRank(alarm);
  const mark = markOf(alarm);
  const isOfStation = alarm.companyId === null;
  const project = isOfStation
    ? (data?.projects.find(({ id }) => id === alarm.projectId)?.name ?? '')
    : text('alarms.system.name');
  const until = alarm.shelf?.until;
  return (
    <header className="adetail__head underlined">
      <div className="row gap-8">
        <LevelGlyph rank={rank} hollow={alarm.present === 0} size={16} />
        <h2 className="ellipsis grow num" title={alarmText(alarm, text)}>
          {headText(alarm, text)}
        </h2>
        <span className={`pill pill--lv${rank}`}>
          <Icon name={markIcons[mark]} className="icon--small" />
          {words.standing(alarm)}
        </span>
      </div>
      <p className="row gap-6 text-12 yields">
        {isOfStation ? (
          <button
            type="button"
            className="link ellipsis"
            onClick={() => commands.run(stationCommands.open, { stationId: alarm.stationId, tab: 'latest' })}
          >
            <span className="num">{alarm.stationCode}</span> {alarm.stationName}
          </button>
        ) : (
          <SystemPlace name={alarm.stationName} />
        )}
        <span className="dim ellipsis">
          {[
            text('alarms.detailLine', { project, id: alarm.id }),
            ...(alarm.assigned?.accountName == null
              ? []
              : [text('alarms.withWhom', { account: alarm.assigned.accountName })]),
            ...(until === undefined
              ? []
              : [text('alarms.shelvedTo', { time: clockText(until, now, zone, format) })]),
            ...(alarm.isLate ? [text('alarms.late')] : []),
            ...(alarm.isContradicted ? [text('alarms.contradicted')] : []),
          ].join(' · ')}
        </span>
      </p>
    </header>
  );
}

/** One alarm with all that is known of it. `listed`: as the list has it, until its timeline is here. */
export function Detail(props: {
  readonly alarmId: number | null;
  readonly listed: AlarmView | null;
  /** How many of those that are marked can be acknowledged. */
  readonly marked: number;
  /** The row of its flood stands for it in the list. */
  readonly isOfFlood: boolean;
}) {
  const { alarmId, listed, marked } = props;
  const text = useText();
  const now = useNow(10_000);
  const { data: sites } = useStations();
  const { data, error, refetch } = useAlarm(alarmId);
  // The list is moved by events, the timeline is fetched after them: the newer of both.
  const fetched = data?.alarm ?? null;
  const alarm =
    listed !== null && (fetched === null || listed.revision >= fetched.revision) ? listed : fetched;
  if (alarmId === null)
    return (
      <section className="panel adetail">
        <EmptyState icon="bell" title={text('alarms.choose.title')}>
          {text('alarms.choose.text')}
        </EmptyState>
      </section>
    );
  if (alarm === null)
    return (
      <section className="panel adetail" aria-label={text('alarms.detail', { id: alarmId })}>
        {error === null ? (
          <LoadingRows rows={10} />
        ) : (
          <FailedState
            title={text('alarms.one.failed')}
            reason={reasonOf(error, text)}
            onRetry={() => void refetch()}
          />
        )}
      </section>
    );
  const isOfStation = alarm.companyId === null;
  const zone =
    alarm.facts.system?.timeZone ??
    sites?.stations.find(({ id }) => id === alarm.stationId)?.timeZone ??
    Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <section className="panel adetail" aria-label={text('alarms.detail', { id: alarm.id })}>
      <DetailHead alarm={alarm} zone={zone} now={now} />
      <Actions alarm={alarm} marked={marked} isOfFlood={props.isOfFlood} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is scrolled by keys, too */}
      <div className="adetail__body" tabIndex={0}>
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
        <div className="adetail__two">
          <section className="adetail__timeline">
            <h3 className="dim text-11">{text('alarms.timeline')}</h3>
            {data !== undefined && data.alarm.id === alarm.id ? (
              <Timeline entries={data.entries} returns={data.returns} alarm={alarm} zone={zone} now={now} />
            ) : error === null ? (
              <LoadingRows rows={4} />
            ) : (
              <FailedState
                title={text('alarms.one.failed')}
                reason={reasonOf(error, text)}
                onRetry={() => void refetch()}
              />
            )}
          </section>
          <div className="adetail__beside">
            {isOfStation && <Neighbours alarm={alarm} />}
            {isOfStation && data?.alarm.id === alarm.id && <SameRule sameRule={data.sameRule} />}
          </div>
        </div>
      </div>
      <SirenBar alarm={alarm} zone={zone} now={now} />
    </section>
  );
}
