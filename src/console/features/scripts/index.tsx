import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { scripts as scriptCommands } from '../../../../commands/scripts/index.ts';
import { said } from '../../components/arguments/said.ts';
import { FailedState, LoadingRows } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { usePlan } from '../../state/plans/plans.ts';
import { preferences } from '../../state/preferences.ts';
import { useRun, useRunLog } from '../../state/scripts/runs.ts';
import { scriptName } from '../../state/scripts/scripts.ts';
import { useShown } from '../../state/shown.ts';
import { Bar, useChoices } from './Bar.tsx';
import { Code } from './Code.tsx';
import { Generalise } from './Generalise.tsx';
import { Problems } from './Problems.tsx';
import { PageDialogs } from './page/PageDialogs.tsx';
import { useCompared } from './page/use-compared.ts';
import { useOpenOffers } from './page/use-open-offers.ts';
import { useProblems } from './page/use-problems.ts';
import { useTextOffers } from './page/use-text-offers.ts';
import { useVersionOffers } from './page/use-version-offers.ts';
import { type BesideView, ViewTabs } from './page/ViewTabs.tsx';
import { useReport } from './report/use-report.ts';
import { AsItRan } from './run/AsItRan.tsx';
import { LogPanel } from './run/LogPanel.tsx';
import { RunList } from './run/RunList.tsx';
import { RunTab } from './run/RunTab.tsx';
import { Tables } from './run/Tables.tsx';
import { tablesOf } from './run/tables.ts';
import { useRunning } from './run/use-running.ts';
import { useActions } from './use-actions.ts';
import { useScript } from './use-script.ts';
import { useWide } from './use-wide.ts';
import { Versions } from './Versions.tsx';
import '../../components/form/form.css';
import './scripts.css';
import './run/grid.css';
import './phone.css';

/** Scripts and plans: a script is written, run to a plan, and the plan is reviewed beside it. */
export default function ScriptsPage(props: {
  /** state/scripts scriptName. */
  readonly script: string | null;
  readonly runId: string | null;
  /** The review of a plan, which another screen area owns. */
  readonly plan: (planId: string) => ReactNode;
}) {
  const { runId } = props;
  const text = useText();
  const isWide = useWide();
  const [path, navigate] = useLocation();
  const { language } = useSnapshot(preferences);
  const script = useScript(useMemo(() => scriptName(props.script), [props.script]));
  const { source } = script;
  const own = source?.own ?? null;
  const title =
    own?.name ??
    (source?.library ? said(source.library.title, language, source.library.id) : text('scripts.untitled'));
  const [view, setView] = useState<BesideView>('run');
  const { data: run, error: runError, refetch: refetchRun } = useRun(runId);
  useShown('run', run ?? null);
  const log = useRunLog(runId);
  const runTitle = `${title.slice(0, 100)}${own === null ? '' : ` v${own.version}`}${script.isEdited ? '*' : ''}`;
  const actions = useActions(script, own === null && source?.library ? source.library.id : (own?.name ?? ''));
  const running = useRunning(script, runTitle, isWide, () => setView('run'));
  const [madePlan, setMadePlan] = useState<string | null>(null);
  const planId = madePlan ?? run?.planId ?? null;
  const { data: plan } = usePlan(planId ?? '', planId !== null);
  const report = useReport(planId, (made) => {
    setMadePlan(made);
    setView('run');
  });
  const file = useRef<HTMLInputElement>(null);
  const choices = useChoices();
  const tables = useMemo(() => tablesOf(run, log, text), [run, log, text]);

  const problems = useProblems(script.text, running.checked, run);
  const compared = useCompared(script.key);
  const besides = useRef<HTMLElement>(null);
  // Another run is looked at with its own plan.
  const { stopAsking } = running;
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the run alone
  useEffect(() => {
    if (runId === null) return;
    setMadePlan(null);
    setView('run');
    stopAsking();
    // Where they stand below each other, the run is what one looks at.
    if (!isWide) besides.current?.scrollIntoView();
  }, [runId]);
  const go = (key: string) => {
    setMadePlan(null);
    problems.clear();
    running.stopAsking();
    navigate(`/scripts/${key}`);
  };
  useOpenOffers({ script, choices, go, runWith: running.runWith });
  useOffer(scriptCommands.view, ({ view: chosen }) => setView(chosen));
  useVersionOffers(script, compared, () => navigate(path, { replace: true }));
  const place = useTextOffers(script, run?.script, problems, compared);
  useOffer(scriptCommands.import, () => file.current?.click());

  if (source === undefined)
    return script.error === null ? (
      <LoadingRows rows={14} />
    ) : (
      <FailedState
        title={text('scripts.failed')}
        reason={reasonOf(script.error, text)}
        onRetry={script.refetch}
      />
    );

  const { errors, found } = problems;
  const description = source.library?.description;
  return (
    <div className={`scripts yields paper ${isWide ? 'grid' : 'scripts--narrow column'}`}>
      <Bar
        script={script}
        title={title}
        problems={isWide ? { errors, hints: problems.all.length - errors } : null}
        showsProblems={problems.isShown}
        isWritten={isWide}
        canRehearse={isWide && view === 'run' && plan?.state === 'draft'}
      />
      <section className="scripts__code column yields" aria-label={text('scripts.text')}>
        {description != null && (
          <p className="scripts__about rigid raised underlined text-12 dim">
            {said(description, language, '')}
          </p>
        )}
        <Generalise script={script} />
        {script.isBehind && (
          <p
            className="scripts__about scripts__about--behind rigid raised underlined text-12 dim"
            role="status"
          >
            {text('scripts.behind')}
          </p>
        )}
        <Code
          script={script}
          isWide={isWide}
          compared={compared.version}
          problems={found}
          onProblems={problems.setTypes}
          place={place}
        />
        {(problems.isShown || (found.length > 0 && isWide)) && <Problems problems={problems.all} />}
      </section>
      <section
        ref={besides}
        className="scripts__beside column yields"
        aria-label={text(`scriptView.${view}`)}
      >
        <ViewTabs view={view} tables={tables.length} />
        {view === 'run' && (
          <RunTab
            script={script.key}
            running={running}
            runId={runId}
            run={run}
            error={runError}
            madePlan={madePlan}
            planId={planId}
            plan={props.plan}
            onRetry={() => void refetchRun()}
          />
        )}
        {view === 'tables' && <Tables key={runId} tables={tables} />}
        {view === 'ran' && <AsItRan run={run} text={script.text} />}
        {view === 'runs' && <RunList runId={runId} />}
        {view === 'versions' && <Versions own={own} compared={compared.version} />}
      </section>
      <LogPanel
        run={run}
        log={log}
        planId={planId}
        isWide={isWide}
        isApplying={plan?.approvedAt != null && plan.endedAt === null}
      />
      <input
        ref={file}
        type="file"
        hidden
        accept=".xlsx"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen !== undefined) void report.choose(chosen);
        }}
      />
      <PageDialogs running={running} actions={actions} report={report} />
    </div>
  );
}
