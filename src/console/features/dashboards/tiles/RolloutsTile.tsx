import { useEffect, useState } from 'react';
import { useText } from '../../../components/i18n.ts';
import { Permit, usePermitted } from '../../../components/Permit.tsx';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import type { TileProps } from './scope.ts';
import { TileEmpty } from './TileEmpty.tsx';
import { DutyLines } from './tasks/DutyLines.tsx';
import { PlanLines } from './tasks/PlanLines.tsx';
import { ReportLines } from './tasks/ReportLines.tsx';

const needs = {
  duties: 'alarm:event:view',
  reports: 'report:document:view',
  plans: 'device:parameter:view',
} as const;

/** What there is to do: who is on duty, reports that are due and made, plans under way; each for who may see it. */
export default function RolloutsTile({ projectId, onNote }: TileProps<'rollouts'>) {
  const text = useText();
  const permitted = usePermitted();
  const [running, setRunning] = useState(0);
  const note = running === 0 ? '' : text('dashboards.running', { count: running });
  useEffect(() => onNote(note), [onNote, note]);
  if (!permitted(Object.values(needs))) return <TileEmpty icon="lock" says="dashboards.noRollouts" />;
  return (
    <ScrollRegion className="dtasks scroll" label={text('dashboards.tile.rollouts')}>
      <Permit needs={needs.duties}>
        <DutyLines projectId={projectId} />
      </Permit>
      <Permit needs={needs.reports}>
        <ReportLines projectId={projectId} />
      </Permit>
      <Permit needs={needs.plans}>
        <PlanLines onRunning={setRunning} />
      </Permit>
    </ScrollRegion>
  );
}
