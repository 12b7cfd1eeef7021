import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import type { MessageId } from '../../../base/messages.ts';
import { isRunEnded, type LineKind } from '../../../contract/workflows.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { SearchField, Select } from '../../components/fields.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOrderText } from '../../components/orders/use-order-text.ts';
import { useOffer } from '../../components/screen.ts';
import { notify } from '../../state/notices.ts';
import { togglePanel, usePanels } from '../../state/panels.ts';
import type { RunDetail, RunLog } from '../../state/runs.ts';
import { useStations } from '../../state/stations.ts';
import type { Tone } from './plan-story.ts';
import { setAgainOf } from './set-again.ts';
import { tableOf } from './tables.ts';
import { usePlanStory } from './use-plan-story.ts';
import { problemText } from './words.ts';
import './log.css';

const rowHeight = 18;
/** Where a finger presses them. */
const touchHeight = 44;
const none = { stationId: null, station: '' } as const;
const panel = 'scripts.log';
interface Line {
  readonly key: string;
  readonly at: number;
  readonly kind: 'run' | LineKind | 'failed' | Tone;
  readonly word: MessageId;
  readonly stationId: number | null;
  readonly station: string;
  readonly text: string;
}
const views = ['all', 'script', 'devices', 'trouble'] as const;
type View = (typeof views)[number];
const isOf = (view: View, kind: Line['kind']) =>
  view === 'all' ||
  (view === 'trouble'
    ? kind === 'trouble' || kind === 'failed'
    : (view === 'devices') === (kind === 'good' || kind === 'trouble' || kind === 'on' || kind === 'plan'));
const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** What the run logged, what became of it, and what of its plan once that is approved; newest first, as it comes. */
export function LogPanel(props: {
  readonly run: RunDetail | undefined;
  readonly log: RunLog;
  readonly planId: string | null;
  readonly isWide: boolean;
}) {
  const { run, log, planId, isWide } = props;
  const text = useText();
  const format = useFormat();
  const { data } = useStations();
  const commands = useCommands();
  const orders = useOrderText();
  const [filter, setFilter] = useState('');
  const [view, setView] = useState<View>('all');
  const isFolded = usePanels()[panel] === 'collapse';
  const scroller = useRef<HTMLDivElement>(null);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const story = usePlanStory(planId);
  const named = data?.stations;
  const stations = useMemo(() => new Map((named ?? []).map((one) => [one.code, one])), [named]);
  const { createdAt, createdBy, endedAt, state, problem } = run ?? {};
  const lines = useMemo(() => {
    const all: Line[] = log.lines.map(({ line, at, kind, text: said }) => {
      if (kind === 'table') {
        const table = tableOf(said);
        const told = text('scripts.logTable', { rows: table.total, columns: table.columns.length });
        return { ...none, key: `line-${line}`, at, kind, word: 'scriptLog.table', text: told };
      }
      if (kind === 'setAgain') {
        const again = setAgainOf(said);
        const name = again === null ? said : orders.field(again.group, again.field);
        const field = again?.slot == null ? name : `${again.slot} · ${name}`;
        const about = named?.find(({ id }) => id === again?.station);
        return {
          key: `line-${line}`,
          at,
          kind,
          word: 'scriptLog.setAgain',
          stationId: about?.id ?? null,
          station: about === undefined ? '' : `${about.code} ${about.name}`,
          text: text('scripts.setAgain', { field }),
        };
      }
      // A line about one station says so at its beginning.
      const [, code = '', rest = ''] = /^([^\s:：]{1,40})[:：]?\s+(.*)$/s.exec(said) ?? [];
      const about = stations.get(code);
      const whole = { ...none, key: `line-${line}`, at, kind, word: 'scriptLog.log' as const, text: said };
      return about === undefined
        ? whole
        : { ...whole, stationId: about.id, station: `${code} ${about.name}`, text: rest };
    });
    if (createdAt !== undefined)
      all.unshift({
        key: 'started',
        at: createdAt,
        kind: 'run',
        ...none,
        word: 'scriptLog.run',
        text: text('scripts.logStarted', { by: createdBy ?? '' }),
      });
    if (endedAt !== undefined && endedAt !== null && state !== undefined)
      all.push({
        key: 'ended',
        at: endedAt,
        kind: problem == null ? 'run' : 'failed',
        ...none,
        word: problem == null ? 'scriptLog.run' : 'scriptLog.failed',
        text: problem == null ? text(`runState.${state}`) : problemText(problem, text),
      });
    for (const { tone, ...line } of story) all.push({ ...line, kind: tone });
    // Lines of the same moment stand in the order in which they came.
    return all.sort((a, b) => a.at - b.at).reverse();
  }, [log.lines, stations, named, orders, story, text, createdAt, createdBy, endedAt, state, problem]);
  const ofView = view === 'all' ? lines : lines.filter(({ kind }) => isOf(view, kind));
  const words = fold(filter).split(/\s+/).filter(Boolean);
  const shown =
    words.length === 0
      ? ofView
      : ofView.filter((line) => {
          const target = fold(`${text(line.word)} ${line.station} ${line.text}`);
          return words.every((word) => target.includes(word));
        });
  const time = (at: number) =>
    `${format.time(at, zone, 'time')}.${String(((at % 1000) + 1000) % 1000).padStart(3, '0')}`;
  const rows = useVirtualizer({
    count: isFolded ? 0 : shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isWide ? rowHeight : touchHeight),
    overscan: 20,
    getItemKey: (index) => shown[index]?.key ?? index,
  });
  useOffer<{ show: View }>('scripts.filterLog', ({ show }) => setView(show));
  useOffer('scripts.log', () => togglePanel(panel, 'collapse'));
  useOffer(
    'scripts.copyLog',
    async () => {
      const copied = [...shown]
        .reverse()
        .map((line) =>
          [new Date(line.at).toISOString(), text(line.word), line.station, line.text].join('\t'),
        );
      await navigator.clipboard.writeText(copied.join('\n'));
      notify('success', text('scripts.copied', { count: copied.length }));
    },
    { available: shown.length > 0 ? true : 'scripts.noLog' },
  );
  const isLive = state !== undefined && !isRunEnded(state);
  return (
    <section className={`scripts__log ${isFolded ? 'is-folded' : ''}`} aria-label={text('scripts.logTitle')}>
      <div className="scripts__loghead">
        <h2>{text('scripts.logTitle')}</h2>
        <span className="dim num" role="status">
          {run === undefined
            ? ''
            : text(isLive ? 'scripts.linesLive' : 'scripts.lines', { count: lines.length })}
          {log.more > 0 && ` ${text('scripts.linesMore', { count: log.more })}`}
        </span>
        <span className="scripts__grow" />
        {!isFolded && (
          <Select
            label={text('argument.logShow')}
            value={view}
            options={views.map((value) => ({ value, label: text(`logShow.${value}`) }))}
            onChange={(show) => commands.run('scripts.filterLog', { show }, 'button')}
          />
        )}
        {!isFolded && <SearchField label={text('scripts.filter')} value={filter} onChange={setFilter} />}
        <CommandButton command="scripts.copyLog" icon="copy" iconOnly look="ghost" />
        <CommandButton
          command="scripts.log"
          icon={isFolded ? 'chevron-right' : 'chevron-down'}
          iconOnly
          look="ghost"
        />
      </div>
      {!isFolded &&
        (shown.length === 0 ? (
          <p className="scripts__nolog dim">
            {text(run === undefined ? 'scripts.noRunLog' : 'scripts.noLog')}
          </p>
        ) : (
          <div
            ref={scroller}
            className="scripts__lines mono"
            role="log"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
            tabIndex={0}
            aria-label={text('scripts.logTitle')}
          >
            <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
              {rows.getVirtualItems().map(({ index, start, key }) => {
                const line = shown[index];
                if (line === undefined) return null;
                return (
                  <div
                    key={key}
                    className={`scripts__line scripts__line--${line.kind}`}
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    <span className="dim num">{time(line.at)}</span>
                    <span>{text(line.word)}</span>
                    {line.stationId === null ? (
                      <span />
                    ) : (
                      <button
                        type="button"
                        className="scripts__station ellipsis"
                        title={line.station}
                        onClick={() =>
                          commands.run(
                            'stations.open',
                            { stationId: line.stationId, tab: 'commands' },
                            'button',
                          )
                        }
                      >
                        {line.station}
                      </button>
                    )}
                    <span className="ellipsis" title={line.text}>
                      {line.text}
                    </span>
                  </div>
                );
              })}
            </div>
          </div>
        ))}
    </section>
  );
}
