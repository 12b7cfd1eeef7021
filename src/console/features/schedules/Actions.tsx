import { useState } from 'react';
import { useLocation } from 'wouter';
import { plans as planCommands } from '../../../../commands/plans/index.ts';
import { reports as reportCommands } from '../../../../commands/reports.ts';
import { schedules as commands } from '../../../../commands/schedules.ts';
import { scripts as scriptCommands } from '../../../../commands/scripts/index.ts';
import type { ScheduleJobKind } from '../../../base/schedule-words.ts';
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
  | { readonly type: 'edit' | 'delete' | 'run' }
  | { readonly type: 'add'; readonly job: ScheduleJobKind };

/** What is done with schedules, and the dialogs that some of it asks for. */
export function Actions(props: {
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
