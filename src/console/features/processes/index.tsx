import { useMemo, useState } from 'react';
import { processes as processCommands } from '../../../../commands/processes.ts';
import { hostOfWork } from '../../../contract/processes.ts';
import { loadChunk } from '../../components/chunks.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, Unready } from '../../components/conditions.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { nextSort, type SortedBy, SortedRows } from '../../components/table/SortedRows.tsx';
import { useNow } from '../../state/connection/clock.ts';
import { lacksPermission, reasonOf } from '../../state/connection/refused.ts';
import {
  type ProcessRtu,
  type ProcessView,
  useProcesses,
  useProcessRtus,
  type WorkHolding,
  type WorkName,
} from '../../state/processes.ts';
import { DrainDialog, MoveDialog } from './ActDialog.tsx';
import { processColumns, rtuColumns, workColumns, workText } from './columns.tsx';
import '../../components/form/form.css';
import './processes.css';

const keyOfProcess = ({ id }: ProcessView) => id;
const keyOfWork = ({ work }: WorkHolding) => work;
const keyOfRtu = ({ sn }: ProcessRtu) => sn;
const none: readonly never[] = [];

/** Whether a process would take what another one has. */
const mayTake = ({ state, takesPart }: ProcessView) => state === 'running' && takesPart;

type Asked = { readonly move: WorkName } | { readonly act: 'drain' | 'resume'; readonly id: string };
type Sorts = Readonly<Record<string, SortedBy | null>>;

/** The RTUs that are connected to the chosen process. */
function Rtus(props: {
  readonly process: ProcessView;
  readonly zone: string;
  readonly sort: SortedBy | null;
  readonly onSort: (column: string, origin: 'button' | 'key') => void;
}) {
  const { process, zone, sort, onSort } = props;
  const text = useText();
  const format = useFormat();
  const { data, error, refetch } = useProcessRtus(process.id);
  const columns = useMemo(() => rtuColumns({ text, format, now: 0, zone }), [text, format, zone]);
  const label = text('processes.rtusOf', { name: process.name });
  const rtus = data?.rtus ?? none;
  const count = data?.total ?? 0;
  return (
    <section className="panel column clips processes__rtus" aria-label={label}>
      <header className="panel__head row gap-8">
        <h2 className="ellipsis">{label}</h2>
        <span className="dim text-12 num grow ellipsis">
          {data !== undefined &&
            text(count > rtus.length ? 'processes.rtus.bounded' : 'processes.rtus.count', {
              count,
              shown: rtus.length,
            })}
        </span>
        <CommandButton
          command={process.state === 'draining' ? processCommands.resume : processCommands.drain}
          icon={process.state === 'draining' ? 'play' : 'log-out'}
          label={text(process.state === 'draining' ? 'processes.resume' : 'processes.drain')}
        />
        <CommandButton
          command={processCommands.save}
          args={{ what: 'rtus' }}
          icon="download"
          look="ghost"
          iconOnly
        />
      </header>
      {data === undefined && error !== null ? (
        <FailedState
          title={text('processes.rtus.failed')}
          reason={reasonOf(error, text)}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <LoadingRows rows={6} />
      ) : rtus.length === 0 ? (
        <EmptyState icon="satellite" title={text('processes.rtus.none')} />
      ) : (
        <SortedRows
          label={label}
          columns={columns}
          rows={rtus}
          keyOf={keyOfRtu}
          sort={sort}
          onSort={onSort}
        />
      )}
    </section>
  );
}

/** What may be asked of the processes now, offered to keys, palette and buttons. */
function useActs(
  data: ReturnType<typeof useProcesses>['data'],
  chosen: ProcessView | null,
  ask: (asked: Asked) => void,
) {
  const text = useText();
  const list = data?.processes ?? none;
  const isAlone = data?.alone === true;
  const targetsOf = (work: WorkName) => {
    const holding = data?.work.find((one) => one.work === work);
    const host = hostOfWork(work);
    return list.filter(
      (process) =>
        mayTake(process) && process.id !== holding?.holder && (host === null || process.host === host),
    );
  };
  const askOf = (act: 'drain' | 'resume') => {
    if (chosen !== null) ask({ act, id: chosen.id });
  };
  const drains =
    chosen === null
      ? 'processes.noneChosen'
      : isAlone
        ? 'processes.alone'
        : chosen.state === 'silent'
          ? 'processes.chosenSilent'
          : true;
  useOffer(processCommands.drain, () => askOf('drain'), {
    available:
      drains !== true
        ? drains
        : chosen?.state === 'draining'
          ? 'processes.chosenDrains'
          : list.some((process) => process.id !== chosen?.id && mayTake(process)) || 'processes.noTarget',
  });
  useOffer(processCommands.resume, () => askOf('resume'), {
    available: drains !== true ? drains : chosen?.state === 'draining' || 'processes.chosenTakesPart',
  });
  const move = ({ work: asked }: { readonly work: string }) => {
    const holding = data?.work.find(({ work }) => work === asked);
    if (holding !== undefined && targetsOf(holding.work).length > 0) ask({ move: holding.work });
  };
  useOffer(processCommands.move, move, {
    available: isAlone
      ? 'processes.alone'
      : (data?.work.some(({ work }) => targetsOf(work).length > 0) ?? false) || 'processes.noTarget',
    choices: () =>
      (data?.work ?? none)
        .filter(({ work }) => targetsOf(work).length > 0)
        .map(({ work }) => ({ value: work, label: workText(work, text) })),
  });
  return targetsOf;
}

/** The processes over the database: how each stands, which has what work, and its RTUs; work is moved, a process drained. */
export default function ProcessesPage() {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const now = useNow(1000);
  const { data, error, refetch } = useProcesses();
  const [chosenId, setChosen] = useState<string | null>(null);
  const [sorts, setSorts] = useState<Sorts>({});
  const [asked, setAsked] = useState<Asked | null>(null);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const list = data?.processes ?? none;
  const chosen = list.find(({ id }) => id === chosenId) ?? list.find(({ own }) => own) ?? null;
  const rtus = useProcessRtus(chosen?.id ?? null).data?.rtus ?? none;
  const words = useMemo(() => ({ text, format, now, zone }), [text, format, now, zone]);
  const columns = useMemo(() => processColumns(words), [words]);
  const ofWork = useMemo(() => workColumns({ text, format, now: 0, zone }, list), [text, format, zone, list]);
  const available = data !== undefined;
  useOffer(processCommands.choose, ({ process }) => setChosen(process), {
    available,
    choices: () => list.map(({ id, name }) => ({ value: id, label: name })),
  });
  const heads: Readonly<Record<string, readonly { readonly id: string; readonly head: string }[]>> = {
    rtus: rtuColumns({ text, format, now: 0, zone }),
    work: ofWork.filter(({ head }) => head !== ''),
    processes: columns,
  };
  const offerOf = (of: string, isThere: boolean) => ({
    ...{ of, available: isThere },
    choices: () => (heads[of] ?? []).map(({ id, head }) => ({ value: id, label: head })),
  });
  const sortBy =
    (of: string) =>
    ({ column }: { readonly column: string }) =>
      setSorts((before) => ({ ...before, [of]: nextSort(before[of] ?? null, column) }));
  useOffer(processCommands.sort, sortBy('rtus'), offerOf('rtus', rtus.length > 0));
  useOffer(processCommands.sort, sortBy('work'), offerOf('work', available));
  useOffer(processCommands.sort, sortBy('processes'), offerOf('processes', available));
  useOffer(
    processCommands.save,
    async ({ what }) => {
      const { saveProcesses, saveRtus, saveWork } = await loadChunk(() => import('./save-rows.ts'));
      if (what === 'rtus') saveRtus(rtus, zone, text);
      else if (what === 'work') saveWork(data?.work ?? none, list, zone, text);
      else saveProcesses(list, zone, text);
    },
    { available },
  );
  const targetsOf = useActs(data, chosen, setAsked);
  const isRefused = lacksPermission(error);
  if (data === undefined || isRefused)
    return (
      <Unready
        title={text('processes.failed')}
        reason={error === null ? null : reasonOf(error, text)}
        lacks={isRefused ? 'device:maintenance:view' : null}
        onRetry={() => void refetch()}
      />
    );
  const sort = (of: string) => (column: string, origin: 'button' | 'key') =>
    commands.run(processCommands.sort, { of, column }, origin);
  const close = () => setAsked(null);
  const ofAct = asked !== null && 'act' in asked ? list.find(({ id }) => id === asked.id) : undefined;
  return (
    <div className="processes">
      <section className="panel column clips processes__table" aria-label={text('processes.table')}>
        <header className="panel__head row gap-8">
          <h2>{text('page.processes')}</h2>
          <span className="dim text-12 ellipsis grow">{!data.alone && text('processes.text')}</span>
          <CommandButton
            command={processCommands.save}
            args={{ what: 'processes' }}
            icon="download"
            look="ghost"
            iconOnly
          />
        </header>
        {data.alone && <p className="dim text-12 processes__alone">{text('processes.alone.text')}</p>}
        <SortedRows
          label={text('processes.table')}
          columns={columns}
          rows={list}
          keyOf={keyOfProcess}
          sort={sorts['processes'] ?? null}
          onSort={sort('processes')}
          chosen={chosen?.id ?? null}
          onChoose={(process, origin) => commands.run(processCommands.choose, { process }, origin)}
        />
      </section>
      <section className="panel column clips processes__work" aria-label={text('processes.work')}>
        <header className="panel__head row gap-8">
          <h2 className="grow">{text('processes.work')}</h2>
          <CommandButton
            command={processCommands.save}
            args={{ what: 'work' }}
            icon="download"
            look="ghost"
            iconOnly
          />
        </header>
        <SortedRows
          label={text('processes.work')}
          columns={ofWork}
          rows={data.work}
          keyOf={keyOfWork}
          sort={sorts['work'] ?? null}
          onSort={sort('work')}
        />
      </section>
      {chosen !== null && (
        <Rtus process={chosen} zone={zone} sort={sorts['rtus'] ?? null} onSort={sort('rtus')} />
      )}
      {ofAct !== undefined && asked !== null && 'act' in asked && (
        <DrainDialog act={asked.act} process={ofAct} onClose={close} />
      )}
      {asked !== null && 'move' in asked && (
        <MoveDialog work={asked.move} targets={targetsOf(asked.move)} onClose={close} />
      )}
    </div>
  );
}
