import { useState } from 'react';
import { scripts } from '../../../../../commands/scripts/index.ts';
import { createPlan, derivePlan, type Plan, plan as planCall } from '../../../../contract/plans/plans.ts';
import { loadChunk } from '../../../components/chunks.ts';
import { useValueText } from '../../../components/fields/use-value-text.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { saveFile } from '../../../components/save-file.ts';
import { useOffer } from '../../../components/screen.ts';
import { ApiError } from '../../../state/connection/api-error.ts';
import { request } from '../../../state/connection/client.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { notify } from '../../../state/notices.ts';
import type { ReadProblem } from './read.ts';
import type { Retry } from './retry.ts';

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const longestTitle = 120;

/** A report that was chosen: the plan that it describes with what can be tried again, or why it is no report. */
export type Imported =
  | { readonly name: string; readonly problem: ReadProblem | 'noPlan' }
  | { readonly name: string; readonly problem: null; readonly plan: Plan; readonly retry: Retry };

/** The report of a plan as a file, and the way back: a plan of what a report says did not land. */
export function useReport(planId: string | null, open: (planId: string) => void) {
  const text = useText();
  const format = useFormat();
  const valueText = useValueText();
  const [imported, setImported] = useState<Imported | null>(null);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  const write = async () => {
    if (planId === null) return;
    try {
      const [{ plan }, { rowsOf }, { writeReport }] = await Promise.all([
        request(planCall, { params: { planId } }),
        loadChunk(() => import('./rows.ts')),
        loadChunk(() => import('./write.ts')),
      ]);
      const heads = {
        station: text('plans.station'),
        name: text('scripts.head.name'),
        sn: text('remarks.sn'),
        device: text('plans.device'),
        parameter: text('plans.field'),
        unit: text('scripts.head.unit'),
        before: text('scripts.head.before'),
        reportedAt: text('scripts.head.reportedAt'),
        wanted: text('plans.new'),
        readBack: text('scripts.head.readBack'),
        state: text('plans.state'),
        endedAt: text('scripts.head.endedAt'),
        elapsed: text('scripts.head.elapsed'),
        reason: text('scripts.why'),
      };
      const book = writeReport(rowsOf(plan, text, valueText), heads, zone, format.offset(zone, Date.now()));
      saveFile(`${plan.title} ${format.time(Date.now(), zone, 'date')}.xlsx`, new Blob([book], { type }));
    } catch (error) {
      notify('error', reasonOf(error, text));
    }
  };
  const choose = async (file: File) => {
    const { name } = file;
    try {
      const [{ readReport }, { planOf, retryOf }] = await Promise.all([
        loadChunk(() => import('./read.ts')),
        loadChunk(() => import('./retry.ts')),
      ]);
      const rows = await readReport(file);
      if (typeof rows === 'string') return setImported({ name, problem: rows });
      const id = planOf(rows);
      if (id === null) return setImported({ name, problem: 'notReport' });
      const { plan } = await request(planCall, { params: { planId: id } });
      setImported({ name, problem: null, plan, retry: retryOf(rows, plan, valueText, text) });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) setImported({ name, problem: 'noPlan' });
      else notify('error', reasonOf(error, text));
    }
  };
  /** As the plan itself would try them again, where the rows are all of that; else those rows alone. */
  const again = ({ id: planId, title }: Plan, { derive, items }: Retry) => {
    const surface = 'button' as const;
    if (derive !== null) {
      const body = { of: derive.of, devices: [...derive.devices], surface };
      return request(derivePlan, { params: { planId }, body });
    }
    const named = text('scripts.retryOf', { title }).slice(0, longestTitle);
    return request(createPlan, { body: { title: named, items: [...items], surface } });
  };
  const canRetry = imported?.problem === null && imported.retry.items.length > 0;
  useOffer(scripts.export, write, { available: planId === null ? 'scripts.noPlan.title' : true });
  useOffer(
    scripts.retry,
    async () => {
      if (imported?.problem !== null) return;
      try {
        const { plan } = await again(imported.plan, imported.retry);
        setImported(null);
        open(plan.id);
      } catch (error) {
        notify('error', reasonOf(error, text));
      }
    },
    { available: canRetry ? true : 'scripts.nothingToRetry' },
  );
  return { imported, choose, close: () => setImported(null) };
}
