import type { ReactNode } from 'react';
import { scripts as scriptCommands } from '../../../../../commands/scripts/index.ts';
import { isRunEnded, type RunDetail } from '../../../../contract/workflows.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { EmptyState } from '../../../components/conditions.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { Permit } from '../../../components/Permit.tsx';
import { bytesText } from '../../../components/values/impact-text.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { useSourceText } from '../use-source-text.ts';
import { problemText } from '../words.ts';
import { pace, runLook } from './run-look.ts';
import './run.css';

/** A run: how far it is, what went wrong, and what it proposes; its plan stands below, with the approval. */
export function RunPanel({ run, plan }: { readonly run: RunDetail; readonly plan: ReactNode }) {
  const text = useText();
  const format = useFormat();
  const now = useNow(1000);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isOver = isRunEnded(run.state);
  const args = { run: run.id };
  const { progress, problem, proposed } = run;
  const source = useSourceText(run);
  const moving = run.state === 'running' || run.state === 'waiting' ? pace(run, now) : null;
  const { icon, pill } = runLook[run.state];
  const done = progress === null ? 0 : Math.min(progress.done, progress.total);
  return (
    <>
      <div className="scripts__run rigid padded underlined">
        <div className="scripts__runhead row wrap gap-8">
          <b className="ellipsis">{run.title}</b>
          <span className={`pill ${pill}`} role="status">
            <Icon name={icon} />
            {text(`runState.${run.state}`)}
          </span>
          <span className="grow" />
          <Permit needs="device:workflow:run">
            {!isOver && run.state !== 'paused' && (
              <CommandButton
                command={scriptCommands.pause}
                args={args}
                icon="pause"
                label={text('scripts.pause')}
              />
            )}
            {run.state === 'paused' && (
              <CommandButton
                command={scriptCommands.resume}
                args={args}
                icon="play"
                label={text('scripts.resume')}
              />
            )}
            {!isOver && (
              <CommandButton command={scriptCommands.cancel} args={args} label={text('scripts.cancel')} />
            )}
            {isOver && (
              <CommandButton
                command={scriptCommands.again}
                args={args}
                icon="refresh"
                label={text('scripts.again')}
              />
            )}
          </Permit>
          {run.planId !== null && (
            <CommandButton command={scriptCommands.export} icon="download" label={text('scripts.report')} />
          )}
        </div>
        <p className="scripts__facts dim num wrap text-12 flex">
          <span>
            {text('scripts.startedBy', {
              by: run.createdBy,
              time: format.time(run.createdAt, zone, 'dayTime'),
            })}
          </span>
          {source !== null && (
            <CommandButton
              command={scriptCommands.openSource}
              args={args}
              look="ghost"
              label={text('scripts.openSource', { title: source })}
            />
          )}
          {run.modules.length > 0 && (
            <span>
              {text('scripts.modules', {
                names: run.modules.map(({ name, version }) => `${name} v${version}`).join(', '),
              })}
            </span>
          )}
          {run.endedAt !== null && (
            <span>{text('scripts.took', { span: format.duration(run.endedAt - run.createdAt) })}</span>
          )}
          <span>{text('scripts.proposed', proposed)}</span>
          {run.journal.bytes > 0 && (
            <span>
              {run.journal.until === null
                ? text('scripts.journal', { size: bytesText(run.journal.bytes) })
                : text('scripts.journalUntil', {
                    size: bytesText(run.journal.bytes),
                    time: format.time(run.journal.until, zone, 'date'),
                  })}
            </span>
          )}
          {run.awaited > 0 && !isOver && <span>{text('scripts.awaited', { count: run.awaited })}</span>}
        </p>
        {progress !== null && progress.total > 0 && (!isOver || run.state !== 'done') && (
          <div className="scripts__progress">
            <div
              className="scripts__track clips"
              role="progressbar"
              aria-label={text('scripts.progress')}
              aria-valuemin={0}
              aria-valuemax={progress.total}
              aria-valuenow={done}
            >
              <span style={{ width: `${(100 * done) / progress.total}%` }} />
            </div>
            <p className="num">
              <b>{done}</b> {text('scripts.ofTotal', { total: progress.total })}
              <span className="dim ellipsis">{progress.text}</span>
              <span className="grow" />
              {moving !== null && (
                <span className="dim">
                  {text('scripts.pace', {
                    rate: format.number(moving.rate, moving.rate < 10 ? 1 : 0),
                    time: format.time(moving.end, zone, 'time'),
                  })}
                </span>
              )}
            </p>
          </div>
        )}
        {problem !== null && (
          <p className="scripts__failure refused row gap-8 text-12" role="alert">
            <Icon name="circle-alert" />
            <span>{problemText(problem, text)}</span>
            {problem.line !== null && (
              <CommandButton
                command={scriptCommands.place}
                args={{ line: problem.line, column: problem.column ?? 1 }}
                look="ghost"
                label={text('scripts.at', { line: problem.line, column: problem.column ?? 1 })}
              />
            )}
          </p>
        )}
      </div>
      {run.planId === null ? (
        <EmptyState
          icon={isOver ? 'list-checks' : 'clock'}
          title={text(isOver ? 'scripts.noPlan.title' : 'scripts.planLater.title')}
        >
          {text(isOver ? 'scripts.noPlan.text' : 'scripts.planLater.text')}
        </EmptyState>
      ) : (
        <div className="scripts__plan fill">{plan}</div>
      )}
    </>
  );
}
