import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import { scripts } from '../../../../../commands/scripts/index.ts';
import { runStates } from '../../../../contract/workflows.ts';
import { useCommands } from '../../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../../components/conditions.tsx';
import { Select } from '../../../components/fields.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { keepKeys } from '../../../components/table/keep-keys.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { useRuns } from '../../../state/scripts/runs.ts';
import { runLook } from './run-look.ts';

/** Runs of the company, newest first: who ran what, when, how it stands, what it proposes. */
export function RunList({ runId }: { readonly runId: string | null }) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const id = useId();
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(0);
  const { data, error, refetch } = useRuns();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const states = [
    { value: '', label: text('scripts.anyState') },
    ...runStates.map((state) => ({ value: state, label: text(`runState.${state}`) })),
  ];
  useOffer(scripts.filterRuns, ({ state }) => setWanted(state), {
    choices: () => states,
  });
  if (data === undefined)
    return error === null ? (
      <LoadingRows rows={8} />
    ) : (
      <FailedState
        title={text('scripts.runsFailed')}
        reason={reasonOf(error, text)}
        onRetry={() => void refetch()}
      />
    );
  const shown = wanted === '' ? data.runs : data.runs.filter(({ state }) => state === wanted);
  const current = Math.min(at, shown.length - 1);
  const open = (index: number, origin: 'button' | 'key') => {
    const run = shown[index];
    if (run === undefined) return;
    setAt(index);
    commands.run(scripts.openRun, { run: run.id }, origin);
  };
  const onPress = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    if (row !== null && String(getSelection() ?? '') === '') open(Number(row.dataset['row']), 'button');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (to !== undefined) setAt(Math.max(0, Math.min(shown.length - 1, to)));
    else if (event.key === 'Enter' || event.key === ' ') open(current, 'key');
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="scripts__tools row gap-8 rigid underlined text-12">
        <span className="dim num" role="status">
          {text('scripts.runCount', { shown: shown.length, total: data.total })}
        </span>
        <span className="grow" />
        <Select
          label={text('scripts.state')}
          value={wanted}
          options={states}
          onChange={(state) => commands.run(scripts.filterRuns, { state }, 'button')}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState icon="history" title={text('scripts.noRuns.title')}>
          {text('scripts.noRuns.text')}
        </EmptyState>
      ) : (
        <div
          className="rows"
          role="grid"
          tabIndex={0}
          aria-label={text('scriptView.runs')}
          aria-rowcount={shown.length + 1}
          aria-activedescendant={`${id}-${current}`}
          onFocus={keepKeys}
          onKeyDown={onKeyDown}
          onClick={onPress}
        >
          <div className="rows__row rows__heads scripts__row scripts__row--runs" role="row" tabIndex={-1}>
            {(['scripts.script', 'scripts.state', 'scripts.proposes', 'scripts.started'] as const).map(
              (head) => (
                <span key={head} role="columnheader" tabIndex={-1}>
                  {text(head)}
                </span>
              ),
            )}
          </div>
          {shown.map((run, index) => (
            <div
              key={run.id}
              id={`${id}-${index}`}
              className={`rows__row scripts__row scripts__row--runs ${index === current ? 'is-current' : ''}`}
              role="row"
              tabIndex={-1}
              aria-rowindex={index + 2}
              aria-selected={run.id === runId}
              data-row={index}
            >
              <span role="gridcell" tabIndex={-1} className="rows__strong" title={run.title}>
                {run.title}
              </span>
              <span role="gridcell" tabIndex={-1}>
                <span className={`pill ${runLook[run.state].pill}`}>
                  <Icon name={runLook[run.state].icon} />
                  {text(`runState.${run.state}`)}
                </span>
              </span>
              <span role="gridcell" tabIndex={-1} className="num">
                {text('scripts.setsShort', run.proposed)}
              </span>
              <span role="gridcell" tabIndex={-1} className="num dim">
                {text('scripts.byAt', {
                  by: run.createdBy,
                  time: format.time(run.createdAt, zone, 'dayTime'),
                })}
              </span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
