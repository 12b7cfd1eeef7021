import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { schedules as commands } from '../../../../commands/schedules.ts';
import { dayNumber, dayStart } from '../../../base/time.ts';
import { dayOf } from '../../../domain/schedules/recurrence.ts';
import { useOffer } from '../../components/screen.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import * as state from '../../state/schedules.ts';
import { useStations } from '../../state/sites/stations.ts';
import { type CalendarView, calendarViews, daysOf, leadDays, spanAfter, spanOf } from './calendar.ts';

interface Chosen {
  /** Null = by the width of the window. */
  readonly view: CalendarView | null;
  /** Null = today, also when it is tomorrow. */
  readonly day: number | null;
  /** Key of a run. */
  readonly entry: string | null;
}

/** The next one first; what is paused or over behind, by name. */
const inOrder = (all: readonly state.ScheduleView[]) =>
  all.toSorted(
    (a, b) =>
      (a.dueAt ?? Number.POSITIVE_INFINITY) - (b.dueAt ?? Number.POSITIVE_INFINITY) ||
      a.name.localeCompare(b.name),
  );

/** A day as addresses and commands name it. */
export const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Which days of which project are shown in which form, what is in them, and what is chosen there. */
export function useShown(now: number) {
  const { data: known } = useStations();
  const projects = known?.projects ?? [];
  const [query, setQuery] = useSearchParams();
  const isNarrow = useNarrow();
  const [projectId, setProject] = useState(() => Number(query.get('project')) || 0);
  const [chosen, setChosen] = useState(
    (): Chosen => ({
      view: calendarViews.find((one) => one === query.get('view')) ?? null,
      day: dayOf(query.get('day') ?? ''),
      entry: null,
    }),
  );
  const zone = (projects.find(({ id }) => id === projectId) ?? projects[0])?.timeZone ?? 'UTC';
  const today = dayNumber(zone, now);
  const view = chosen.view ?? (isNarrow ? 'list' : 'week');
  const day = chosen.day ?? today;
  const address = new URLSearchParams({
    ...(projectId === 0 ? {} : { project: String(projectId) }),
    ...(chosen.view === null ? {} : { view: chosen.view }),
    ...(chosen.day === null ? {} : { day: dayText(chosen.day) }),
  }).toString();
  // Another schedule is another address: what is shown of them stays in it.
  useEffect(() => {
    if (query.toString() !== address) setQuery(address, { replace: true });
  }, [query, address, setQuery]);
  const { first, count } = spanOf(view, day);
  const list = state.useSchedules({
    from: dayStart(zone, first - leadDays),
    to: dayStart(zone, first + count),
  });
  const { data } = list;
  const all = useMemo(
    () => inOrder((data?.schedules ?? []).filter((one) => projectId === 0 || one.projectId === projectId)),
    [data, projectId],
  );
  const days = useMemo(
    () => daysOf(all, data?.runs ?? [], { timeZone: zone, first, count, now }),
    [all, data, zone, first, count, now],
  );
  const choose = (part: Partial<Chosen>) => setChosen((before) => ({ ...before, ...part }));
  const show = (to: number, entry: string | null = null) => choose({ day: to === today ? null : to, entry });
  useOffer(commands.before, () => show(spanAfter(view, day, -1)));
  useOffer(commands.after, () => show(spanAfter(view, day, 1)));
  useOffer(commands.today, () => show(today));
  useOffer(commands.day, ({ day: named }) => show(dayOf(named) ?? today));
  useOffer(commands.view, ({ view: wanted }) => choose({ view: wanted }));
  useOffer(commands.project, ({ projectId: wanted }) => setProject(wanted), {
    choices: () => projects.map(({ id, name }) => ({ value: String(id), label: name })),
  });
  return {
    known,
    projects,
    projectId,
    zone,
    list,
    all,
    days,
    view,
    day,
    entryKey: chosen.entry,
    show,
  };
}
