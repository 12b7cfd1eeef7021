import { rules as ruleCommands } from '../../../../commands/rules.ts';
import { useCommands } from '../../components/commands.tsx';
import { FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { useAlarmHealth } from '../../state/alarms/health.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { DayChart } from './DayChart.tsx';
import { FailedMessages } from './FailedMessages.tsx';
import { Findings } from './Findings.tsx';
import { Blind, Chattering, Standing } from './Lists.tsx';
import { Noisiest } from './Noisiest.tsx';
import { Strip } from './Strip.tsx';
import './alarm-health.css';

const days = 30;

/** How the alarm system itself does: is there more than people can answer, which rules ring for nothing, what is not watched. */
export default function AlarmHealthPage() {
  const text = useText();
  const commands = useCommands();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { data, error, refetch } = useAlarmHealth(days, zone);
  if (error instanceof ApiError && error.status === 403)
    return <NoPermission permission="alarm:event:view" />;
  if (data === undefined)
    return error === null ? (
      <LoadingRows rows={14} />
    ) : (
      <FailedState
        title={text('health.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => void refetch()}
      />
    );
  const onRule = (ruleId: number) => commands.run(ruleCommands.open, { ruleId }, 'button');
  return (
    <div className="health scroll">
      <Strip health={data} zone={zone} />
      <div className="health__body grid gap-8">
        <div className="health__main column gap-8">
          <DayChart health={data} zone={zone} />
          <Noisiest health={data} onRule={onRule} />
        </div>
        <div className="health__side column gap-8">
          <Findings health={data} onRule={onRule} />
          <Chattering health={data} zone={zone} onRule={onRule} />
          <Standing health={data} zone={zone} onRule={onRule} />
          <Blind health={data} zone={zone} onRule={onRule} />
          <FailedMessages from={data.from} zone={zone} />
        </div>
      </div>
    </div>
  );
}
