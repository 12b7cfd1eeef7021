import { schedules as commands } from '../../../../commands/schedules.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { ScheduleView } from '../../state/schedules.ts';
import { isBad, stateIcons } from './Entry.tsx';
import { useScheduleWords } from './use-schedule-words.ts';

function Row(props: { readonly one: ScheduleView; readonly isCurrent: boolean; readonly zone: string }) {
  const { one, isCurrent, zone } = props;
  const text = useText();
  const format = useFormat();
  const words = useScheduleWords();
  const { run } = useCommands();
  const { last } = one;
  return (
    <li className="schedules__row row gap-8" aria-current={isCurrent}>
      <button
        type="button"
        className="grow yields"
        aria-current={isCurrent}
        onClick={() => run(commands.open, { scheduleId: one.id }, 'button')}
      >
        <span className="row gap-6">
          <i className={`schedules__dot is-${one.job.kind}`} />
          <b className="ellipsis">{one.name}</b>
        </span>
        <span className="text-12 dim ellipsis">
          {words.often(one.recurrence)} · {one.projectName}
        </span>
        <span className="text-12 num ellipsis">
          {!one.enabled
            ? text('schedules.paused')
            : one.dueAt === null
              ? text('schedules.over')
              : text('schedules.next', {
                  time: `${format.time(one.dueAt, one.timeZone, 'dayTime')}${words.otherZone(one.timeZone, zone, one.dueAt)}`,
                })}
        </span>
        {last !== null && (
          <span className={`row gap-6 text-12 ${isBad(last) ? 'schedules__bad' : 'dim'}`}>
            <Icon name={stateIcons[last.state]} className="icon--small" />
            <span className="ellipsis">{words.said(last)}</span>
          </span>
        )}
      </button>
      {one.canEdit && (
        <CommandButton
          command={commands.turn}
          args={{ scheduleId: one.id }}
          iconOnly
          look="ghost"
          icon={one.enabled ? 'pause' : 'play'}
          label={text(one.enabled ? 'schedules.pause' : 'schedules.resume', { name: one.name })}
        />
      )}
    </li>
  );
}

/** All schedules, the next one first. */
export function ScheduleList(props: {
  readonly schedules: readonly ScheduleView[];
  readonly currentId: number | null;
  readonly zone: string;
}) {
  const { schedules, currentId, zone } = props;
  const text = useText();
  return (
    <section className="panel column schedules__list" aria-label={text('schedules.all')}>
      <header className="panel__head row gap-8">
        <h2>{text('schedules.all')}</h2>
        <span className="num dim">{schedules.length}</span>
        <span className="grow" />
        <CommandButton command={commands.refresh} icon="refresh" look="ghost" iconOnly />
        <CommandButton
          command={commands.add}
          label={text('schedules.add')}
          icon="plus"
          look="primary"
          showKeys
        />
      </header>
      {schedules.length === 0 ? (
        <EmptyState icon="calendar" title={text('schedules.none')}>
          {text('schedules.none.text')}
        </EmptyState>
      ) : (
        <ul className="scroll">
          {schedules.map((one) => (
            <Row key={one.id} one={one} isCurrent={one.id === currentId} zone={zone} />
          ))}
        </ul>
      )}
    </section>
  );
}
