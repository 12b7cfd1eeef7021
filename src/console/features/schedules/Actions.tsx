import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { plans as planCommands } from '../../../../commands/plans/index.ts';
import { reports as reportCommands } from '../../../../commands/reports.ts';
import { schedules as commands } from '../../../../commands/schedules.ts';
import { scripts as scriptCommands } from '../../../../commands/scripts/index.ts';
import type { MessageId } from '../../../base/messages.ts';
import type { ScheduleJobKind } from '../../../base/schedule-words.ts';
import { callOf } from '../../../command/command.ts';
import type { ScreenChoice } from '../../../command/context.ts';
import { useCommands } from '../../components/commands.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { notify } from '../../state/notices.ts';
import * as state from '../../state/schedules.ts';
import { EditDialog } from './EditDialog.tsx';

type Dialog =
  | { readonly type: 'edit' }
  | { readonly type: 'run'; readonly one: state.ScheduleView }
  | { readonly type: 'add'; readonly job: ScheduleJobKind };

type Done = (act: () => Promise<unknown>) => Promise<void>;
type RunChoices = (keep: (run: state.ScheduleRun) => boolean) => () => readonly ScreenChoice[];

/** Deletes the open schedule, and takes deletions back. */
function useDeletion(one: state.ScheduleView | null, chosen: true | MessageId, done: Done) {
  const text = useText();
  const [, navigate] = useLocation();
  const { list } = useSnapshot(state.deletedSchedules);
  useOffer(
    commands.delete,
    () =>
      done(async () => {
        if (one === null) return;
        const { id, name } = one;
        await state.deleteSchedule(id);
        state.deletedSchedules.list = [...state.deletedSchedules.list, { id, name }];
        navigate('/schedules');
        const undo = callOf(commands.restore, { scheduleId: id });
        notify('success', text('schedules.deleted', { name }), null, null, undo);
      }),
    { available: chosen },
  );
  useOffer(
    commands.restore,
    ({ scheduleId = list.at(-1)?.id ?? 0 }) =>
      done(async () => {
        await state.restoreSchedule(scheduleId);
        state.deletedSchedules.list = state.deletedSchedules.list.filter(({ id }) => id !== scheduleId);
        navigate(`/schedules/${scheduleId}`);
      }),
    {
      available: list.length > 0 ? true : 'schedules.nothingDeleted',
      choices: () => list.map(({ id, name }) => ({ value: String(id), label: name })),
    },
  );
}

/** Runs missed runs now, or acknowledges them. */
function useMissed(
  props: ActionsProps,
  choices: RunChoices,
  runNow: (meant: state.ScheduleView | null) => void | Promise<void>,
  done: Done,
) {
  const { all, missed, chosenRun } = props;
  const ofRun = (run: state.ScheduleRun | undefined) => all.find(({ id }) => id === run?.scheduleId) ?? null;
  const isOpen = (run: state.ScheduleRun) =>
    missed.some(({ id }) => id === run.id) && ofRun(run)?.canEdit === true;
  const available = missed.some(isOpen) ? true : 'schedules.nothingMissed';
  useOffer(commands.again, ({ runId }) => runNow(ofRun(missed.find(({ id }) => id === runId))), {
    available,
    choices: choices(isOpen),
  });
  useOffer(
    commands.acknowledge,
    ({ runId = chosenRun?.id ?? 0 }) => {
      const run = missed.find(({ id }) => id === runId);
      return run === undefined ? undefined : done(() => state.acknowledgeMissed(run.scheduleId, run.id));
    },
    { available, choices: choices(isOpen) },
  );
}

interface ActionsProps {
  readonly one: state.ScheduleView | null;
  readonly all: readonly state.ScheduleView[];
  readonly runs: readonly state.ScheduleRun[];
  /** What nobody has acknowledged. */
  readonly missed: readonly state.ScheduleRun[];
  /** The run that is chosen in the calendar; null = none, or one that is to come. */
  readonly chosenRun: state.ScheduleRun | null;
  readonly projects: readonly { readonly id: number; readonly name: string; readonly timeZone: string }[];
  readonly projectId: number;
  readonly now: number;
}

/** What is done with schedules, and the dialogs that some of it asks for. */
export function Actions(props: ActionsProps) {
  const { one, all, projects, projectId, now } = props;
  const text = useText();
  const format = useFormat();
  const [, navigate] = useLocation();
  const { run: openBy } = useCommands();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const own = state.useScheduleRuns(one?.id ?? null);
  const change = useChange(state.schedulesKey, text);
  const runs = [...(own.data ?? []), ...props.runs, ...props.missed];
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
  useDeletion(one, chosen, done);
  const start = (id: number) => done(() => state.runSchedule(id));
  // A plan that is resumed sets devices: its name is said before.
  const runNow = (meant: state.ScheduleView | null) => {
    if (meant?.job.kind === 'plan') setDialog({ type: 'run', one: meant });
    else if (meant !== null) return start(meant.id);
    return undefined;
  };
  useOffer(commands.run, () => runNow(one), { available: chosen });
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
  useMissed(props, runChoices, runNow, done);
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
  if (dialog.type === 'run')
    return (
      <Confirm
        question={text('schedules.run.ask', {
          plan: dialog.one.about,
          minutes: dialog.one.job.kind === 'plan' ? dialog.one.job.minutes : 0,
        })}
        confirm={text('schedules.runNow')}
        onAnswer={(yes) => {
          close();
          if (yes) void start(dialog.one.id);
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
