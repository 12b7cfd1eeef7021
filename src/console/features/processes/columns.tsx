import type { ReactNode } from 'react';
import { processes as processCommands } from '../../../../commands/processes.ts';
import { hostOfWork, singularWork } from '../../../contract/processes.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { Formatters, Text } from '../../components/i18n.ts';
import type { SortedColumn } from '../../components/table/SortedRows.tsx';
import { sizeText } from '../../components/values/size-text.ts';
import { spanOf } from '../../components/values/span.ts';
import type { ProcessRtu, ProcessView, WorkHolding } from '../../state/processes.ts';

interface Words {
  readonly text: Text;
  readonly format: Formatters;
  readonly now: number;
  readonly zone: string;
}

const looks = { running: 'ok', draining: 'late', silent: 'fault' } as const;
const icons = { running: 'check', draining: 'log-out', silent: 'circle-x' } as const;

/** A lag below it is shown in milliseconds, a longer one as a span. */
const inMilliseconds = 10_000;

/** How a process stands, in a word. */
export function StateWord({ state, text }: { readonly state: ProcessView['state']; readonly text: Text }) {
  return (
    <span className={`pill pill--${looks[state]}`}>
      <Icon name={icons[state]} className="icon--small" />
      {text(`processes.state.${state}`)}
    </span>
  );
}

/** What work is called. */
export function workText(work: string, text: Text): string {
  const host = hostOfWork(work);
  if (host !== null) return text('processes.work.broker', { host });
  const known = singularWork.find((name) => name === work);
  return known === undefined ? work : text(`processes.work.${known}`);
}

/** The name of a process among those that are listed; of one that is not, its id. */
export const nameOf = (processes: readonly ProcessView[], id: string): string =>
  processes.find((process) => process.id === id)?.name ?? id;

function Name({ process, text }: { readonly process: ProcessView; readonly text: Text }) {
  return (
    <>
      <b className="rows__strong">{process.name}</b>
      {process.own && <span className="processes__own">{text('processes.own')}</span>}
    </>
  );
}

function clockCell(process: ProcessView, { text, format }: Pick<Words, 'text' | 'format'>): ReactNode {
  const { clockAhead, takesPart } = process;
  if (clockAhead === null) return '–';
  const value = text('processes.ms', { value: format.number(clockAhead, 0) });
  return takesPart ? (
    value
  ) : (
    <span className="refused" title={text('processes.noPart.text')}>
      {value} · {text('processes.noPart')}
    </span>
  );
}

export function processColumns({ text, format, now }: Words): readonly SortedColumn<ProcessView>[] {
  const number = (value: number | null) => (value === null ? '–' : format.number(value, 0));
  const column = (
    id: 'rtus' | 'streams' | 'databaseConnections' | 'memory' | 'lag' | 'behind',
    width: number,
    shown: (value: number) => string,
  ): SortedColumn<ProcessView> => ({
    ...{ id, head: text(`processes.${id}`), width, isNumber: true },
    value: (row) => row[id],
    cell: (row) => {
      const value = row[id];
      return value === null ? '–' : shown(value);
    },
  });
  return [
    {
      id: 'name',
      head: text('processes.name'),
      width: 182,
      value: ({ name }) => name,
      cell: (process) => <Name process={process} text={text} />,
    },
    {
      id: 'state',
      head: text('processes.state'),
      width: 108,
      value: ({ state }) => text(`processes.state.${state}`),
      cell: ({ state }) => <StateWord state={state} text={text} />,
    },
    {
      id: 'version',
      head: text('processes.version'),
      width: 74,
      value: ({ version }) => version,
      cell: ({ version }) => <span className="num">{version}</span>,
    },
    {
      id: 'startedAt',
      head: text('processes.startedAt'),
      width: 88,
      isNumber: true,
      value: ({ startedAt }) => now - startedAt,
      cell: ({ startedAt }) => spanOf(now - startedAt, format),
    },
    {
      id: 'seenAt',
      head: text('processes.seenAt'),
      width: 92,
      isNumber: true,
      value: ({ seenAt }) => (seenAt === null ? null : now - seenAt),
      cell: ({ seenAt }) =>
        seenAt === null ? '–' : text('processes.seenAgo', { span: spanOf(now - seenAt, format) }),
    },
    column('rtus', 60, number),
    column('streams', 84, number),
    column('databaseConnections', 84, number),
    column('memory', 76, (value) => sizeText(value, format)),
    {
      id: 'clockAhead',
      head: text('processes.clockAhead'),
      width: 166,
      isNumber: true,
      value: ({ clockAhead }) => clockAhead,
      cell: (process) => clockCell(process, { text, format }),
    },
    column('lag', 100, number),
    column('behind', 108, (value) =>
      value < inMilliseconds
        ? text('processes.ms', { value: format.number(value, 0) })
        : spanOf(value, format),
    ),
  ];
}

export function workColumns(
  { text, format, zone }: Words,
  processes: readonly ProcessView[],
): readonly SortedColumn<WorkHolding>[] {
  const holderText = ({ holder, movesTo }: WorkHolding) => {
    const name = holder === null ? text('processes.work.nobody') : nameOf(processes, holder);
    return movesTo === null
      ? name
      : `${name} · ${text('processes.work.movesTo', { name: nameOf(processes, movesTo) })}`;
  };
  return [
    {
      id: 'work',
      head: text('processes.work.name'),
      width: 262,
      value: ({ work }) => workText(work, text),
      cell: ({ work }) => <b className="rows__strong">{workText(work, text)}</b>,
    },
    {
      id: 'holder',
      head: text('processes.work.holder'),
      width: 130,
      value: holderText,
      cell: holderText,
    },
    {
      id: 'since',
      head: text('processes.work.since'),
      width: 146,
      value: ({ since }) => since,
      cell: ({ since }) => (
        <span className="num">{since === null ? '–' : format.time(since, zone, 'full')}</span>
      ),
    },
    {
      id: 'move',
      head: text('processes.move'),
      width: 84,
      value: () => null,
      cell: ({ work }) => (
        <CommandButton
          command={processCommands.move}
          args={{ work }}
          look="ghost"
          label={text('processes.move')}
        />
      ),
    },
  ];
}

export function rtuColumns({ text, format, zone }: Words): readonly SortedColumn<ProcessRtu>[] {
  return [
    {
      id: 'station',
      head: text('processes.rtus.station'),
      width: 180,
      value: ({ stationName }) => stationName,
      cell: ({ stationName }) => <b className="rows__strong">{stationName}</b>,
    },
    {
      id: 'sn',
      head: text('processes.rtus.sn'),
      width: 130,
      value: ({ sn }) => sn,
      cell: ({ sn }) => <span className="num">{sn}</span>,
    },
    {
      id: 'since',
      head: text('processes.rtus.since'),
      width: 146,
      value: ({ since }) => since,
      cell: ({ since }) => (
        <span className="num">{since === null ? '–' : format.time(since, zone, 'full')}</span>
      ),
    },
  ];
}
