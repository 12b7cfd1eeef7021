import { useEffect, useRef } from 'react';
import { schedules as commands } from '../../../../commands/schedules.ts';
import { nextTimes } from '../../../domain/schedules/recurrence.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FailedState, LoadingRows } from '../../components/conditions.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { type ScheduleRun, type ScheduleView, useScheduleRuns } from '../../state/schedules.ts';
import { isBad, stateIcons } from './Entry.tsx';
import { MissedActions } from './Missed.tsx';
import { useScheduleWords } from './use-schedule-words.ts';

const shownNext = 5;

function Run(props: { readonly one: ScheduleRun; readonly zone: string; readonly canEdit: boolean }) {
  const { one, zone, canEdit } = props;
  const text = useText();
  const format = useFormat();
  const words = useScheduleWords();
  const took =
    one.startedAt === null || one.endedAt === null ? null : format.duration(one.endedAt - one.startedAt);
  return (
    <li className="schedules__run">
      <div className="row gap-6">
        <Icon name={stateIcons[one.state]} className={isBad(one) ? 'schedules__bad' : ''} />
        <b className="num">{format.time(one.dueAt, zone, 'dayTime')}</b>
        <span className="dim text-12">
          {[
            text(`schedules.run.${one.state}`),
            one.byHand ? text('schedules.byHand') : null,
            one.late ? text('schedules.late') : null,
            took,
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
        <span className="grow" />
        {canEdit && <MissedActions run={one} />}
        {one.opens !== '' && (
          <CommandButton
            command={commands.result}
            args={{ runId: one.id }}
            look="ghost"
            label={text('schedules.open')}
          />
        )}
        {one.file !== null && (
          <CommandButton
            command={commands.download}
            args={{ runId: one.id }}
            look="ghost"
            icon="download"
            iconOnly
            label={one.file}
          />
        )}
      </div>
      {one.outcome !== null && <p className="text-12">{words.said(one)}</p>}
      {one.acknowledged !== null && (
        <p className="text-12 dim">
          {text('schedules.acknowledged', {
            by: one.acknowledged.by,
            time: format.time(one.acknowledged.at, zone, 'dayTime'),
          })}
        </p>
      )}
      {one.missed > 0 && one.state !== 'missed' && (
        <p className="text-12 dim">{text('schedules.alsoMissed', { count: one.missed })}</p>
      )}
    </li>
  );
}

/** A schedule: what it runs, when it runs next, and how it went. */
export function Detail(props: {
  readonly one: ScheduleView;
  /** Of the calendar: another one is named. */
  readonly zone: string;
  readonly now: number;
}) {
  const { one, zone, now } = props;
  const text = useText();
  const format = useFormat();
  const words = useScheduleWords();
  const runs = useScheduleRuns(one.id);
  const next = one.enabled ? nextTimes(one.recurrence, one.timeZone, now, shownNext) : [];
  const own = useRef<HTMLElement | null>(null);
  // Where it stands below the calendar it would open out of sight.
  useEffect(() => {
    own.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={own} className="panel column schedules__detail" aria-label={one.name}>
      <header className="panel__head row gap-8">
        <h2 className="ellipsis">{one.name}</h2>
        <span className="grow" />
        {one.canEdit && (
          <>
            <CommandButton command={commands.run} label={text('schedules.runNow')} icon="play" />
            <CommandButton command={commands.edit} icon="pencil" iconOnly look="ghost" />
            <CommandButton command={commands.delete} icon="trash" iconOnly look="ghost" />
          </>
        )}
      </header>
      <div
        className="scroll padded"
        role="region"
        aria-label={`${one.name}, ${text('schedules.runs')}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
        tabIndex={0}
      >
        <dl className="terms pairs text-12">
          <div>
            <dt>{text('schedules.what')}</dt>
            <dd>{words.job(one)}</dd>
          </div>
          <div>
            <dt>{text('schedules.when')}</dt>
            <dd>{words.often(one.recurrence)}</dd>
          </div>
          <div>
            <dt>
              {text('schedules.next.times')}
              {words.otherZone(one.timeZone, zone, now)}
            </dt>
            <dd className="num">
              {next.length === 0
                ? text(one.enabled ? 'schedules.over' : 'schedules.paused')
                : next.map((at) => format.time(at, one.timeZone, 'dayTime')).join(', ')}
            </dd>
          </div>
          <div>
            <dt>{text('schedules.ifMissed')}</dt>
            <dd>{text(`schedules.missed.${one.missed}`)}</dd>
          </div>
          <div>
            <dt>{text('schedules.rights')}</dt>
            <dd>{one.by}</dd>
          </div>
        </dl>
        <h3>{text('schedules.runs')}</h3>
        {runs.data === undefined ? (
          runs.error === null ? (
            <LoadingRows rows={4} />
          ) : (
            <FailedState
              title={text('schedules.failed')}
              reason={reasonOf(runs.error, text)}
              onRetry={() => void runs.refetch()}
            />
          )
        ) : runs.data.length === 0 ? (
          <p className="dim text-12">{text('schedules.noRuns')}</p>
        ) : (
          <ul>
            {runs.data.map((run) => (
              <Run key={run.id} one={run} zone={one.timeZone} canEdit={one.canEdit} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
