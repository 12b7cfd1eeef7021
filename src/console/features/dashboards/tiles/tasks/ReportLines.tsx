import { navigation } from '../../../../../../commands/navigation/index.ts';
import { reports as reportCommands } from '../../../../../../commands/reports.ts';
import { schedules as scheduleCommands } from '../../../../../../commands/schedules.ts';
import { missedStates } from '../../../../../base/schedule-words.ts';
import { addressOf } from '../../../../../contract/pages.ts';
import { useCommands } from '../../../../components/commands.tsx';
import { useFormat, useText } from '../../../../components/i18n.ts';
import { usePermitted } from '../../../../components/Permit.tsx';
import { useNow } from '../../../../state/connection/clock.ts';
import { useReports } from '../../../../state/reports.ts';
import { type ScheduleView, useSchedules } from '../../../../state/schedules.ts';
import { TileLine } from '../TileLine.tsx';
import { TaskSection } from './TaskSection.tsx';

const day = 86_400_000;
/** Reports that are due, and those that were made, at most. */
const shown = 3;

const isMissed = ({ last }: ScheduleView) =>
  last !== null && last.acknowledged === null && missedStates.some((state) => state === last.state);

function DueLines({ projectId, now }: { readonly projectId: number | null; readonly now: number }) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const from = Math.floor(now / day) * day;
  const { data } = useSchedules({ from, to: from + day });
  const due = (data?.schedules ?? [])
    .filter((one) => one.job.kind === 'report' && one.enabled && one.dueAt !== null)
    .filter((one) => projectId === null || one.projectId === projectId)
    .toSorted((a, b) => Number(isMissed(b)) - Number(isMissed(a)) || (a.dueAt ?? 0) - (b.dueAt ?? 0));
  return due
    .slice(0, shown)
    .map((one) => (
      <TileLine
        key={one.id}
        title={one.name}
        note={isMissed(one) ? text('dashboards.tasks.missed') : one.projectName}
        end={text('dashboards.tasks.due', { time: format.time(one.dueAt ?? 0, one.timeZone, 'dayTime') })}
        isStrong={isMissed(one)}
        onPress={() => commands.run(scheduleCommands.open, { scheduleId: one.id }, 'button')}
      />
    ));
}

/** Reports that are due next by their schedules, those that were missed first; and the last that were made. */
export function ReportLines({ projectId }: { readonly projectId: number | null }) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const mayPlan = usePermitted()('station:data:view');
  const now = useNow(60_000);
  const { data, error } = useReports(projectId);
  return (
    <TaskSection
      title="page.reports"
      none={null}
      waits={data === undefined}
      failed={error !== null && data === undefined}
    >
      {mayPlan && <DueLines projectId={projectId} now={now} />}
      {data?.reports.slice(0, shown).map((report) => (
        <TileLine
          key={report.id}
          title={report.name}
          note={`${report.projectName} · ${format.time(report.madeAt, report.timeZone, 'dayTime')}`}
          end={text(`reports.state.${report.state}`)}
          onPress={() => commands.run(reportCommands.open, { reportId: report.id }, 'button')}
        />
      ))}
      {data?.reports.length === 0 && (
        <TileLine
          title={text('dashboards.tasks.noReport')}
          note=""
          end=""
          onPress={() => commands.run(navigation.open, { address: addressOf('reports', {}) }, 'button')}
        />
      )}
    </TaskSection>
  );
}
