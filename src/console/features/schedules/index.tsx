import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { schedules as commands } from '../../../../commands/schedules.ts';
import type { Command } from '../../../command/command.ts';
import { listBindings } from '../../../command/keys.ts';
import { pageAt } from '../../../contract/pages.ts';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { useNow } from '../../state/connection/clock.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { Actions } from './Actions.tsx';
import { Calendar } from './Calendar.tsx';
import { entryAfter } from './calendar.ts';
import { Detail } from './Detail.tsx';
import { ScheduleList } from './List.tsx';
import { Missed } from './Missed.tsx';
import { dayText, useShown } from './use-shown.ts';
import '../../components/form/form.css';
import './schedules.css';
import './calendar.css';

const typedInto = 'input, textarea, select, [contenteditable="true"], [role="menu"], dialog';

/** The page hears its keys from the start, unless something else has the focus already. */
function takeFocus(page: HTMLElement | null): void {
  const { activeElement } = document;
  if (page !== null && (activeElement === null || activeElement.contains(page)))
    page.focus({ preventScroll: true });
}

/** Days that an arrow leads on in a month; elsewhere up and down are the runs. */
const weeks: Readonly<Record<string, number>> = { ArrowUp: -7, ArrowDown: 7 };

/** The focus is nowhere, or where the shell puts it then. */
const isLost = () => {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches('main');
};

/** What moves within the calendar: the focus goes with it. */
const movers: ReadonlySet<Command> = new Set<Command>(
  [commands.before, commands.after, commands.today, commands.next, commands.previous, commands.view].map(
    (command) => command as Command,
  ),
);

/** What keys do while the focus is in the page. */
function useKeys(shown: ReturnType<typeof useShown>, page: RefObject<HTMLElement | null>) {
  const { run, runCall } = useCommands();
  const follows = useRef(false);
  const { view, day, entryKey } = shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was moved is a reason to look
  useEffect(() => {
    const isHere = isLost() || page.current?.contains(document.activeElement) === true;
    if (follows.current && isHere) page.current?.querySelector<HTMLElement>('[data-cursor]')?.focus();
    follows.current = false;
  }, [view, day, entryKey, page]);
  const byDays = (by: number) => run(commands.day, { day: dayText(day + by) }, 'key');
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, nativeEvent, key } = event;
    follows.current = false;
    if (event.ctrlKey || event.metaKey || event.altKey || nativeEvent.isComposing) return;
    if (!(target instanceof Element) || target.closest(typedInto) !== null) return;
    const isInCalendar = target.closest('.schedules__side') === null;
    const call = listBindings(commands).get(key.toLowerCase());
    const rows = view === 'month' ? weeks[key] : undefined;
    follows.current = isInCalendar && (call === undefined || movers.has(call.command));
    if (key === 'ArrowLeft') byDays(-1);
    else if (key === 'ArrowRight') byDays(1);
    else if (rows !== undefined && isInCalendar) byDays(rows);
    else if (key === 'ArrowDown' && isInCalendar) run(commands.next, {}, 'key');
    else if (key === 'ArrowUp' && isInCalendar) run(commands.previous, {}, 'key');
    else if (call !== undefined) runCall(call, 'key');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const follow = () => {
    follows.current = true;
  };
  return { onKeyDown, follow };
}

/** Schedules: their calendar, all of them, and how the open one went. */
export default function SchedulesPage() {
  const text = useText();
  const { run } = useCommands();
  const [path] = useLocation();
  const now = useNow(30_000);
  const wanted = Number(pageAt(path)?.parameters['schedule'] ?? 0) || null;
  const shown = useShown(now);
  const { known, projects, projectId, zone, list, all, days, day, entryKey } = shown;
  const page = useRef<HTMLDivElement | null>(null);
  const { onKeyDown, follow } = useKeys(shown, page);
  const one = all.find(({ id }) => id === wanted) ?? null;
  const openId = one?.id;
  // What was open and had the focus is gone: keys are heard as before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another schedule is a reason to look
  useEffect(() => {
    if (isLost()) page.current?.focus({ preventScroll: true });
  }, [openId]);
  const chosenRun = days.flatMap(({ entries }) => entries).find(({ key }) => key === entryKey)?.run ?? null;
  const open = (scheduleId: number) => run(commands.open, { scheduleId }, 'key');
  const step = (by: 1 | -1) => {
    const entry = entryAfter(days, { key: entryKey, day }, by);
    if (entry !== null) {
      shown.show(entry.day, entry.key);
      open(entry.schedule.id);
      return;
    }
    const at = one === null ? (by > 0 ? -1 : 1) : all.indexOf(one);
    const next = all[Math.max(0, Math.min(all.length - 1, at + by))];
    if (next !== undefined) open(next.id);
  };
  useOffer(commands.next, () => step(1));
  useOffer(commands.previous, () => step(-1));
  useOffer(commands.refresh, async () => {
    await list.refetch();
  });
  if (list.error instanceof ApiError && list.error.status === 403)
    return <NoPermission permission="station:data:view" />;
  if (list.data === undefined || known === undefined)
    return list.error === null ? (
      <LoadingRows rows={12} />
    ) : (
      <FailedState
        title={text('schedules.failed')}
        reason={reasonOf(list.error, text)}
        onRetry={() => void list.refetch()}
      />
    );
  const view = {
    ...{ zone, now, day, entryKey, currentId: one?.id ?? null },
    onEntry: (entry: (typeof days)[number]['entries'][number]) => {
      shown.show(entry.day, entry.key);
      run(commands.open, { scheduleId: entry.schedule.id }, 'button');
    },
    onDay: (number: number) => {
      follow();
      run(commands.day, { day: dayText(number) }, 'button');
      run(commands.view, { view: 'list' }, 'button');
    },
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that are heard on the way up from what has the focus
    <div
      ref={(element) => {
        if (element !== null && page.current === null) takeFocus(element);
        page.current = element;
      }}
      tabIndex={-1}
      className="schedules"
      onKeyDown={onKeyDown}
    >
      <Calendar {...{ days, view, projectId, projects }} shown={shown.view} schedules={all} />
      <div className="schedules__side column">
        <ScheduleList schedules={all} currentId={one?.id ?? null} zone={zone} />
        {one !== null && <Detail key={one.id} one={one} zone={zone} now={now} />}
        {one === null && wanted !== null && (
          <section className="panel column schedules__detail" aria-label={text('schedules.gone')}>
            <EmptyState icon="calendar" title={text('schedules.gone')}>
              {text('schedules.gone.text')}
            </EmptyState>
          </section>
        )}
        <Missed runs={list.data.missed} schedules={all} zone={zone} />
      </div>
      <Actions
        one={one}
        all={all}
        runs={list.data.runs}
        missed={list.data.missed}
        chosenRun={chosenRun}
        projects={projects}
        projectId={projectId}
        now={now}
      />
    </div>
  );
}
