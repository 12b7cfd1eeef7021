import { type KeyboardEvent, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { plans as planCommands } from '../../../../commands/plans/index.ts';
import { reports as reportCommands } from '../../../../commands/reports.ts';
import { schedules as commands } from '../../../../commands/schedules.ts';
import { scripts as scriptCommands } from '../../../../commands/scripts/index.ts';
import type { ScheduleJobKind } from '../../../base/schedule-words.ts';
import { dayStart } from '../../../base/time.ts';
import { listBindings } from '../../../command/keys.ts';
import { pageAt } from '../../../contract/pages.ts';
import { dayOf } from '../../../domain/schedules/recurrence.ts';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import { useOffer } from '../../components/screen.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { useChange } from '../../state/connection/change.ts';
import { useNow } from '../../state/connection/clock.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';
import * as state from '../../state/schedules.ts';
import { useStations } from '../../state/sites/stations.ts';
import { Detail } from './Detail.tsx';
import { EditDialog } from './EditDialog.tsx';
import { ScheduleList } from './List.tsx';
import { Week } from './Week.tsx';
import { mondayOf, weekOf } from './week.ts';
import '../../components/form/form.css';
import './schedules.css';

const typedInto = 'input, textarea, select, [contenteditable="true"], [role="menu"], dialog';
type Dialog =
  | { readonly type: 'edit' | 'delete' | 'run' }
  | { readonly type: 'add'; readonly job: ScheduleJobKind };

/** The next one first; what is paused or over behind, by name. */
const inOrder = (all: readonly state.ScheduleView[]) =>
  all.toSorted(
    (a, b) =>
      (a.dueAt ?? Number.POSITIVE_INFINITY) - (b.dueAt ?? Number.POSITIVE_INFINITY) ||
      a.name.localeCompare(b.name),
  );

/** Which week of which project is shown, and what is in it. */
function useShownWeek(now: number) {
  const { data: known } = useStations();
  const projects = known?.projects ?? [];
  const [query, setQuery] = useSearchParams();
  const [projectId, setProject] = useState(() => Number(query.get('project')) || 0);
  // Number of a Monday; null = this week, also when the next one begins.
  const [monday, setMonday] = useState(() => dayOf(query.get('week') ?? ''));
  const zone = (projects.find(({ id }) => id === projectId) ?? projects[0])?.timeZone ?? 'UTC';
  const present = mondayOf(zone, now, 0);
  const first = monday ?? present;
  const address = new URLSearchParams({
    ...(projectId === 0 ? {} : { project: String(projectId) }),
    ...(monday === null ? {} : { week: new Date(monday * 86_400_000).toISOString().slice(0, 10) }),
  }).toString();
  // Another schedule is another address: what is shown of them stays in it.
  useEffect(() => {
    if (query.toString() !== address) setQuery(address, { replace: true });
  }, [query, address, setQuery]);
  const list = state.useSchedules({ from: dayStart(zone, first), to: dayStart(zone, first + 7) });
  const all = inOrder(
    (list.data?.schedules ?? []).filter((one) => projectId === 0 || one.projectId === projectId),
  );
  const days = weekOf(all, list.data?.runs ?? [], { timeZone: zone, first, now });
  const show = (day: number) => setMonday(day === present ? null : day);
  useOffer(commands.before, () => show(first - 7));
  useOffer(commands.after, () => show(first + 7));
  useOffer(commands.today, () => show(present));
  useOffer(commands.project, ({ projectId: chosen }) => setProject(chosen), {
    choices: () => projects.map(({ id, name }) => ({ value: String(id), label: name })),
  });
  return { known, projects, projectId, zone, list, all, days };
}

/** What is done with schedules, and the dialogs that some of it asks for. */
function Actions(props: {
  readonly one: state.ScheduleView | null;
  readonly all: readonly state.ScheduleView[];
  readonly runs: readonly state.ScheduleRun[];
  readonly projects: readonly { readonly id: number; readonly name: string; readonly timeZone: string }[];
  readonly projectId: number;
  readonly now: number;
}) {
  const { one, all, projects, projectId, now } = props;
  const text = useText();
  const format = useFormat();
  const [, navigate] = useLocation();
  const { run: openBy } = useCommands();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const own = state.useScheduleRuns(one?.id ?? null);
  const change = useChange(state.schedulesKey, text);
  const runs = [...(own.data ?? []), ...props.runs];
  const done = async (act: () => Promise<unknown>) => {
    const refused = await change(act);
    if (refused !== null) notify('error', refused.sentence);
  };
  const chosen =
    one === null ? ('schedules.noneOpen' as const) : one.canEdit || ('schedules.notYours' as const);
  useOffer(commands.add, ({ job = 'script' }) => setDialog({ type: 'add', job }), {
    available: projects.length > 0 ? true : 'schedules.noProject',
  });
  useOffer(commands.edit, () => setDialog({ type: 'edit' }), { available: chosen });
  useOffer(commands.delete, () => setDialog({ type: 'delete' }), { available: chosen });
  const runNow = () => done(() => state.runSchedule(one?.id ?? 0));
  // A plan that is resumed sets devices: its name is said before.
  useOffer(commands.run, () => (one?.job.kind === 'plan' ? setDialog({ type: 'run' }) : runNow()), {
    available: chosen,
  });
  useOffer(
    commands.turn,
    ({ scheduleId }) => {
      const meant = all.find(({ id }) => id === scheduleId);
      return done(() =>
        meant?.enabled === false ? state.resumeSchedule(scheduleId) : state.pauseSchedule(scheduleId),
      );
    },
    { choices: () => all.map(({ id, name }) => ({ value: String(id), label: name })) },
  );
  const runChoices = (keep: (run: state.ScheduleRun) => boolean) => () =>
    runs.filter(keep).map(({ id, name, state: how, dueAt }) => ({
      value: String(id),
      label: `${name}, ${format.time(dueAt, one?.timeZone ?? 'UTC', 'dayTime')}, ${text(`schedules.run.${how}`)}`,
    }));
  useOffer(
    commands.result,
    ({ runId }) => {
      const [type, id] = (runs.find((run) => run.id === runId)?.opens ?? '').split(':');
      if (id === undefined) return;
      if (type === 'run') openBy(scriptCommands.openRun, { run: id }, 'button');
      else if (type === 'plan') openBy(planCommands.open, { planId: id }, 'button');
      else openBy(reportCommands.open, { reportId: Number(id) }, 'button');
    },
    { choices: runChoices(({ opens }) => opens !== '') },
  );
  useOffer(
    commands.download,
    ({ runId }) => {
      const run = runs.find(({ id }) => id === runId);
      return done(async () => {
        const { name, content } = await state.fetchScheduleFile(run?.scheduleId ?? 0, runId);
        saveFile(name ?? run?.file ?? 'file', content);
      });
    },
    { choices: runChoices(({ file }) => file !== null) },
  );
  if (dialog === null) return null;
  const close = () => setDialog(null);
  if (dialog.type === 'delete')
    return (
      <Confirm
        question={text('schedules.delete.ask', { name: one?.name ?? '' })}
        confirm={text('command.schedules.delete')}
        onAnswer={(yes) => {
          close();
          if (!yes || one === null) return;
          void done(() => state.deleteSchedule(one.id)).then(() => navigate('/schedules'));
        }}
      />
    );
  if (dialog.type === 'run')
    return (
      <Confirm
        question={text('schedules.run.ask', {
          plan: one?.about ?? '',
          minutes: one?.job.kind === 'plan' ? one.job.minutes : 0,
        })}
        confirm={text('schedules.runNow')}
        onAnswer={(yes) => {
          close();
          if (yes) void runNow();
        }}
      />
    );
  const edited = dialog.type === 'edit' ? one : null;
  return (
    <EditDialog
      one={edited}
      job={dialog.type === 'add' ? dialog.job : 'script'}
      projects={projects}
      projectId={projectId === 0 ? (projects[0]?.id ?? 0) : projectId}
      now={now}
      onSave={(body) =>
        change(async () => {
          if (edited === null) navigate(`/schedules/${(await state.createSchedule(body)).id}`);
          else await state.updateSchedule(edited.id, { ...body, revision: edited.revision });
        })
      }
      onClose={close}
    />
  );
}

/** The page hears its keys from the start, unless something else has the focus already. */
function takeFocus(page: HTMLElement | null): void {
  const { activeElement } = document;
  if (page !== null && (activeElement === null || activeElement.contains(page)))
    page.focus({ preventScroll: true });
}

/** Schedules: the week that was and is to come, all of them, and how the open one went. */
export default function SchedulesPage() {
  const text = useText();
  const format = useFormat();
  const { run, runCall } = useCommands();
  const [path] = useLocation();
  const now = useNow(30_000);
  const wanted = Number(pageAt(path)?.parameters['schedule'] ?? 0) || null;
  const { known, projects, projectId, zone, list, all, days } = useShownWeek(now);
  const one = all.find(({ id }) => id === wanted) ?? null;
  const step = (by: number) => {
    const at = one === null ? (by > 0 ? -1 : 1) : all.indexOf(one);
    const next = all[Math.max(0, Math.min(all.length - 1, at + by))];
    if (next !== undefined) run(commands.open, { scheduleId: next.id }, 'key');
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
  const missed = list.data.runs.filter(({ state: how }) => how === 'missed' || how === 'overlapped');
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, nativeEvent } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || nativeEvent.isComposing) return;
    if (!(target instanceof Element) || target.closest(typedInto) !== null) return;
    const call = listBindings(commands).get(event.key.toLowerCase());
    if (event.key === 'ArrowLeft') run(commands.before, {}, 'key');
    else if (event.key === 'ArrowRight') run(commands.after, {}, 'key');
    else if (call !== undefined) runCall(call, 'key');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that are heard on the way up from what has the focus
    <div ref={takeFocus} tabIndex={-1} className="schedules" onKeyDown={onKeyDown}>
      <Week
        days={days}
        schedules={all}
        currentId={one?.id ?? null}
        zone={zone}
        now={now}
        projectId={projectId}
        projects={projects}
      />
      <div className="schedules__side column">
        <ScheduleList schedules={all} currentId={one?.id ?? null} />
        {one !== null && <Detail key={one.id} one={one} now={now} />}
        {one === null && wanted !== null && (
          <section className="panel column schedules__detail" aria-label={text('schedules.gone')}>
            <EmptyState icon="calendar" title={text('schedules.gone')}>
              {text('schedules.gone.text')}
            </EmptyState>
          </section>
        )}
        {missed.length > 0 && (
          <section className="panel column schedules__missed" aria-label={text('schedules.missedRuns')}>
            <header className="panel__head row gap-8">
              <h2>{text('schedules.missedRuns')}</h2>
              <span className="num dim">{missed.length}</span>
            </header>
            <ul className="padded text-12">
              {missed.map(({ id, name, dueAt, state: how, missed: count }) => (
                <li key={id}>
                  <b className="num">{format.time(dueAt, zone, 'dayTime')}</b> {name}{' '}
                  <span className="dim">
                    {how === 'missed'
                      ? text('schedules.outcome.missed', { count })
                      : text('schedules.outcome.overlapped')}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <Actions
        one={one}
        all={all}
        runs={list.data.runs}
        projects={projects}
        projectId={projectId}
        now={now}
      />
    </div>
  );
}
