import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation, useSearch } from 'wouter';
import { scripts as scriptCommands } from '../../../../commands/scripts/index.ts';
import { scriptVersion } from '../../../contract/scripts.ts';
import { Confirm } from '../../components/Confirm.tsx';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import type { CodeProblem } from '../../components/editor/CodeEditor.tsx';
import { Segmented } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { usePlan } from '../../state/plans/plans.ts';
import { preferences } from '../../state/preferences.ts';
import { useRun, useRunLog } from '../../state/scripts/runs.ts';
import { scriptName } from '../../state/scripts/scripts.ts';
import { useShown } from '../../state/shown.ts';
import { ArgumentsForm } from './ArgumentsForm.tsx';
import { AskDialog } from './AskDialog.tsx';
import type { RunArguments } from './argument-value.ts';
import { Bar, useChoices } from './Bar.tsx';
import { Code } from './Code.tsx';
import { Generalise } from './Generalise.tsx';
import { lastArgs } from './last-args.ts';
import { Problems } from './Problems.tsx';
import { ImportDialog } from './report/ImportDialog.tsx';
import { useReport } from './report/use-report.ts';
import { AsItRan } from './run/AsItRan.tsx';
import { LogPanel } from './run/LogPanel.tsx';
import { RunList } from './run/RunList.tsx';
import { RunPanel } from './run/RunPanel.tsx';
import { Tables } from './run/Tables.tsx';
import { tablesOf } from './run/tables.ts';
import { useRunning } from './run/use-running.ts';
import { useActions } from './use-actions.ts';
import { useScript } from './use-script.ts';
import { useWide } from './use-wide.ts';
import { Versions } from './Versions.tsx';
import { problemText, said } from './words.ts';
import '../../components/form/form.css';
import './scripts.css';
import './run/grid.css';
import './phone.css';

const views = ['run', 'tables', 'ran', 'runs', 'versions'] as const;
type View = (typeof views)[number];
const none: readonly CodeProblem[] = [];

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
  const commands = useCommands();
  const isWide = useWide();
  const [path, navigate] = useLocation();
  const { language } = useSnapshot(preferences);
  const script = useScript(useMemo(() => scriptName(props.script), [props.script]));
  const { source } = script;
  const own = source?.own ?? null;
  const title =
    own?.name ??
    (source?.library ? said(source.library.title, language, source.library.id) : text('scripts.untitled'));
  const [view, setView] = useState<View>('run');
  const [compared, setCompared] = useState<{ key: string; version: number } | null>(null);
  const [types, setTypes] = useState<readonly CodeProblem[]>(none);
  const [showsProblems, setShowsProblems] = useState(false);
  const [place, setPlace] = useState<{ line: number; column: number } | null>(null);
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

  const { checked } = running;
  const found = useMemo((): readonly CodeProblem[] => {
    const reported = (
      problem: Parameters<typeof problemText>[0] & { line: number | null; column: number | null },
    ) => ({
      severity: 'error' as const,
      line: problem.line ?? 1,
      column: problem.column ?? 1,
      message: problemText(problem, text),
    });
    if (checked !== null && checked.text === script.text && checked.problems.length > 0)
      return checked.problems.map(reported);
    return run?.problem != null && run.script === script.text ? [reported(run.problem)] : none;
  }, [checked, run, script.text, text]);
  // The editor reports its own markers and those that were set on it.
  const problems = useMemo(() => {
    const key = ({ line, message }: CodeProblem) => `${line} ${message}`;
    const known = new Set(types.map(key));
    return [...types, ...found.filter((problem) => !known.has(key(problem)))];
  }, [types, found]);
  // An address can name the version that the text is compared with.
  const named = Number(new URLSearchParams(useSearch()).get('version'));
  useEffect(() => {
    if (named > 0) setCompared({ key: script.key, version: named });
  }, [named, script.key]);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const version = compared !== null && compared.key === script.key ? compared.version : null;

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
    setTypes(none);
    setShowsProblems(false);
    running.stopAsking();
    navigate(`/scripts/${key}`);
  };
  const all = () => choices.flatMap(({ items }) => items);
  useOffer(scriptCommands.open, ({ script: key }) => go(key), { choices: all });
  // A script that is not on screen is opened first; what it runs is what is then seen.
  const [wanted, setWanted] = useState<{ key: string; args: RunArguments | undefined } | null>(null);
  const isWanted = wanted !== null && wanted.key === script.key && source !== undefined;
  const runWanted = useRef(running.runWith);
  runWanted.current = running.runWith;
  useEffect(() => {
    if (!isWanted) return;
    setWanted(null);
    if (wanted.args === undefined) commands.run(scriptCommands.check, {}, 'button');
    else void runWanted.current(wanted.args);
  }, [isWanted, wanted, commands]);
  useOffer(
    scriptCommands.run,
    ({ script: key, args }) => {
      if (key !== script.key) go(key);
      setWanted({ key, args: args as RunArguments | undefined });
    },
    { choices: all },
  );
  useOffer(scriptCommands.view, ({ view: chosen }) => setView(chosen));
  const versions = () =>
    (own?.versions ?? []).map(({ version: value, note }) => ({ value, label: `v${value} ${note}` }));
  useOffer(
    scriptCommands.diff,
    ({ version: chosen }) => {
      setCompared(version === chosen ? null : { key: script.key, version: chosen });
      if (named > 0) navigate(path, { replace: true });
    },
    { available: own === null ? 'scripts.noVersions.title' : true, choices: versions },
  );
  useOffer(
    scriptCommands.restore,
    async ({ version: chosen }) => {
      if (own === null) return;
      const answer = await request(scriptVersion, { params: { scriptId: own.id, version: chosen } });
      script.edit(answer.text);
      setCompared(null);
    },
    { available: own === null ? 'scripts.noVersions.title' : true, choices: versions },
  );
  const ran = run?.script;
  useOffer(scriptCommands.takeRan, () => script.edit(ran ?? script.text), {
    available: ran === undefined ? 'scripts.noRun' : ran === script.text ? 'scripts.sameText' : true,
  });
  useOffer(scriptCommands.problems, () => setShowsProblems(!showsProblems));
  useOffer(
    scriptCommands.place,
    ({ line, column = 1 }) => {
      setCompared(null);
      setPlace({ line, column });
    },
    {
      choices: () => problems.map(({ line, message }) => ({ value: line, label: `${line} ${message}` })),
    },
  );
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

  const runView = () => {
    if (running.asks && checked !== null)
      return (
        <div className="scripts__ask">
          <ArgumentsForm
            key={JSON.stringify(checked.arguments)}
            arguments={checked.arguments}
            last={lastArgs(script.key)}
            onStart={running.start}
          />
        </div>
      );
    if (madePlan !== null) return <div className="scripts__plan">{props.plan(madePlan)}</div>;
    if (runId !== null && run === undefined)
      return runError === null ? (
        <LoadingRows rows={8} />
      ) : (
        <FailedState
          title={text('scripts.runFailed')}
          reason={reasonOf(runError, text)}
          onRetry={() => void refetchRun()}
        />
      );
    if (run === undefined)
      return (
        <EmptyState icon="terminal" title={text('scripts.start.title')}>
          {text('scripts.start.text')}
        </EmptyState>
      );
    return <RunPanel run={run} plan={planId === null ? null : props.plan(planId)} />;
  };
  const description = source.library?.description;
  return (
    <div className={`scripts ${isWide ? '' : 'scripts--narrow'}`}>
      <Bar
        script={script}
        title={title}
        problems={isWide ? { errors, hints: problems.length - errors } : null}
        showsProblems={showsProblems}
        isWritten={isWide}
        canRehearse={isWide && view === 'run' && plan?.state === 'draft'}
      />
      <section className="scripts__code" aria-label={text('scripts.text')}>
        {description != null && <p className="scripts__about">{said(description, language, '')}</p>}
        <Generalise script={script} />
        {script.isBehind && (
          <p className="scripts__about scripts__about--behind" role="status">
            {text('scripts.behind')}
          </p>
        )}
        <Code
          script={script}
          isWide={isWide}
          compared={version}
          problems={found}
          onProblems={setTypes}
          place={place}
        />
        {(showsProblems || (found.length > 0 && isWide)) && <Problems problems={problems} />}
      </section>
      <section ref={besides} className="scripts__beside" aria-label={text(`scriptView.${view}`)}>
        <div className="scripts__tabs">
          <Segmented
            label={text('argument.scriptView')}
            value={view}
            options={views.map((value) => ({
              value,
              label:
                value === 'tables' && tables.length > 0
                  ? `${text('scriptView.tables')} ${tables.length}`
                  : text(`scriptView.${value}`),
            }))}
            onChange={(chosen) => commands.run(scriptCommands.view, { view: chosen }, 'button')}
          />
        </div>
        {view === 'run' && runView()}
        {view === 'tables' && <Tables key={runId} tables={tables} />}
        {view === 'ran' && <AsItRan run={run} text={script.text} />}
        {view === 'runs' && <RunList runId={runId} />}
        {view === 'versions' && <Versions own={own} compared={version} />}
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
      {running.question !== null && (
        <Confirm
          question={text('scripts.runWithErrors', { count: running.question.errors })}
          confirm={text('scripts.runAllTheSame')}
          onAnswer={running.question.answer}
        />
      )}
      {actions.asked !== null && (
        <AskDialog
          asked={actions.asked}
          proposed={actions.proposed}
          onAnswer={(typed) => actions.answer(actions.asked ?? 'copy', typed)}
          onClose={actions.close}
        />
      )}
      {report.imported !== null && <ImportDialog imported={report.imported} onClose={report.close} />}
    </div>
  );
}
