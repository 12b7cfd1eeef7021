import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { reports as reportCommands } from '../../../../commands/reports.ts';
import type { Language } from '../../../base/messages.ts';
import { pageAt } from '../../../contract/pages.ts';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { useNow } from '../../state/connection/clock.ts';
import { reasonOf, refusal } from '../../state/connection/refused.ts';
import { preferences } from '../../state/preferences.ts';
import * as state from '../../state/reports.ts';
import { useStations } from '../../state/sites/stations.ts';
import { Actions } from './Actions.tsx';
import { History } from './History.tsx';
import { Preview } from './Preview.tsx';
import { lastPeriod, spanOf } from './period.ts';
import { type DraftReport, keyOf, RequestForm } from './RequestForm.tsx';
import '../../components/form/form.css';
import './reports.css';

type Refused = { readonly field: string | null; readonly sentence: string };

/** What is asked for, as it begins and as it is changed. */
function useDraft(now: number) {
  const { data: list } = useStations();
  const projects = list?.projects ?? [];
  const [own, setOwn] = useState<Partial<DraftReport>>({});
  const project = projects.find(({ id }) => id === own.projectId) ?? projects[0];
  const template = own.template ?? 'weekly';
  const built = template === 'monthly' || template === 'event' ? template : 'weekly';
  const zone = project?.timeZone ?? 'UTC';
  // A period stays as it is while the clock goes on within its day.
  const today = Math.floor(now / 3_600_000);
  const usual = useMemo(() => lastPeriod(built, zone, today * 3_600_000), [built, zone, today]);
  const draft: DraftReport = {
    ...{ template, projectId: project?.id ?? 0, stationId: own.stationId ?? 0 },
    ...{ from: own.from ?? usual.from, to: own.to ?? usual.to },
    languages: own.languages ?? [preferences.language],
    formats: own.formats ?? ['pdf'],
  };
  const change = (part: Partial<DraftReport>) =>
    setOwn((before) => {
      // Another template is of another period.
      const { from: _from, to: _to, ...rest } = before;
      return part.template === undefined ? { ...before, ...part } : { ...rest, ...part };
    });
  return { draft, change, project, projects };
}

/** Reports: what is asked for, the one that is open as it is printed, and those that were made. */
export default function ReportsPage() {
  const text = useText();
  const [path, navigate] = useLocation();
  const now = useNow(60_000);
  const wanted = Number(pageAt(path)?.parameters['report'] ?? 0) || null;
  const list = state.useReports(null);
  const templates = state.useReportTemplates();
  const { data: known } = useStations();
  const { draft, change: setDraft, project, projects } = useDraft(now);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [chosen, setChosen] = useState<Language | null>(null);
  const all = list.data?.reports ?? [];
  const id = wanted ?? all[0]?.id ?? null;
  const one = state.useReport(id);
  const report = one.data?.report ?? null;
  const language =
    report?.languages.find((own) => own === (chosen ?? preferences.language)) ?? report?.languages[0] ?? 'en';
  const stations = (known?.stations ?? []).filter(({ projectId }) => projectId === draft.projectId);

  useOffer(
    reportCommands.make,
    async () => {
      const span = spanOf(draft, project?.timeZone ?? 'UTC');
      if (span === null) {
        setRefused({ field: 'from', sentence: text('curve.badDate') });
        return;
      }
      const template = templates.data?.templates.find((own) => keyOf(own) === draft.template);
      try {
        const made = await state.makeReport({
          templateId: template?.id ?? null,
          builtIn: template?.builtIn ?? template?.template.period ?? 'weekly',
          projectId: draft.projectId,
          stationIds: draft.stationId === 0 ? [] : [draft.stationId],
          ...span,
          languages: [...draft.languages],
          formats: [...draft.formats],
        });
        setRefused(null);
        setChosen(null);
        await list.refetch();
        navigate(`/reports/${made.id}`);
      } catch (error) {
        setRefused(refusal(error, text));
      }
    },
    { available: list.data?.canMake === true && draft.projectId > 0 ? true : 'reports.cannotMake' },
  );
  useOffer(reportCommands.refresh, async () => {
    await Promise.all([list.refetch(), templates.refetch(), one.refetch()]);
  });

  const error = list.error ?? templates.error;
  if (error instanceof ApiError && error.status === 403)
    return <NoPermission permission="report:document:view" />;
  if (list.data === undefined || templates.data === undefined || known === undefined)
    return error === null ? (
      <LoadingRows rows={12} />
    ) : (
      <FailedState
        title={text('reports.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => void Promise.all([list.refetch(), templates.refetch()])}
      />
    );
  return (
    <div className="reports">
      <aside className="rsettings column" aria-label={text('reports.new')}>
        <header className="panel__head">
          <h2>{text('reports.new')}</h2>
        </header>
        <div className="scroll padded">
          <RequestForm
            draft={draft}
            templates={templates.data.templates}
            canMake={templates.data.canMake}
            projects={projects}
            stations={stations}
            refused={refused}
            now={now}
            onChange={setDraft}
          />
        </div>
      </aside>
      {report === null ? (
        <section className="rpreview column">
          {one.error === null ? (
            <EmptyState icon="file" title={text('reports.none')}>
              {text('reports.none.text')}
            </EmptyState>
          ) : (
            <FailedState
              title={text('reports.failed')}
              reason={reasonOf(one.error, text)}
              onRetry={() => void one.refetch()}
            />
          )}
        </section>
      ) : (
        <Preview report={report} language={language} />
      )}
      <History reports={all} total={list.data.total} currentId={id} />
      {report !== null && one.data !== undefined && (
        <Actions
          key={report.id}
          report={report}
          facts={one.data}
          canSign={list.data.canSign}
          language={language}
          onLanguage={setChosen}
        />
      )}
    </div>
  );
}
