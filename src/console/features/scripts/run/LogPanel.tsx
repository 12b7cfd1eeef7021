import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { scripts as scriptCommands } from '../../../../../commands/scripts/index.ts';
import { stations } from '../../../../../commands/stations/index.ts';
import { tsvCell } from '../../../../base/csv.ts';
import { isRunEnded, type RunDetail } from '../../../../contract/workflows.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { SearchField, Select } from '../../../components/fields.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { notify } from '../../../state/notices.ts';
import { togglePanel, usePanels } from '../../../state/panels.ts';
import type { RunLog } from '../../../state/scripts/runs.ts';
import { isOf, type LogView, logViews, useLogLines } from './use-log-lines.ts';
import './log.css';

const rowHeight = 18;
/** Where a finger presses them. */
const touchHeight = 44;
const panel = 'scripts.log';
const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** What the run logged, what became of it, and what of its plan once that is approved; newest first, as it comes. */
export function LogPanel(props: {
  readonly run: RunDetail | undefined;
  readonly log: RunLog;
  readonly planId: string | null;
  readonly isWide: boolean;
  /** Devices of the plan are still to land. */
  readonly isApplying: boolean;
}) {
  const { run, log, planId, isWide, isApplying } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const [filter, setFilter] = useState('');
  const [view, setView] = useState<LogView>('all');
  const isFolded = usePanels()[panel] === 'collapse';
  const scroller = useRef<HTMLDivElement>(null);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const lines = useLogLines(run, log, planId);
  const ofView = view === 'all' ? lines : lines.filter((line) => isOf(view, line));
  const words = fold(filter).split(/\s+/).filter(Boolean);
  const shown =
    words.length === 0
      ? ofView
      : ofView.filter((line) => {
          const target = fold(`${text(line.word)} ${line.station} ${line.text}`);
          return words.every((word) => target.includes(word));
        });
  const openStation = (stationId: number | null) =>
    stationId !== null && commands.run(stations.open, { stationId, tab: 'commands' }, 'button');
  const time = (at: number) =>
    `${format.time(at, zone, 'time')}.${String(((at % 1000) + 1000) % 1000).padStart(3, '0')}`;
  const rows = useVirtualizer({
    count: isFolded ? 0 : shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isWide ? rowHeight : touchHeight),
    overscan: 20,
    getItemKey: (index) => shown[index]?.key ?? index,
  });
  useOffer(scriptCommands.filterLog, ({ show }) => setView(show));
  useOffer(scriptCommands.log, () => togglePanel(panel, 'collapse'));
  useOffer(
    scriptCommands.copyLog,
    async () => {
      const copied = [...shown]
        .reverse()
        .map((line) =>
          [new Date(line.at).toISOString(), text(line.word), line.station, line.text].map(tsvCell).join('\t'),
        );
      await navigator.clipboard.writeText(copied.join('\n'));
      notify('success', text('scripts.copied', { count: copied.length }));
    },
    { available: shown.length > 0 ? true : 'scripts.noLog' },
  );
  const isLive = isApplying || (run !== undefined && !isRunEnded(run.state));
  return (
    <section
      className={`scripts__log column yields ${isFolded ? 'is-folded' : ''}`}
      aria-label={text('scripts.logTitle')}
    >
      <div className="scripts__loghead row gap-8 rigid inset underlined text-12">
        <h2 className="stressed">{text('scripts.logTitle')}</h2>
        <span className="dim num" role="status">
          {run === undefined
            ? ''
            : text(isLive ? 'scripts.linesLive' : 'scripts.lines', { count: lines.length })}
          {log.more > 0 && ` ${text('scripts.linesMore', { count: log.more })}`}
        </span>
        <span className="grow" />
        {!isFolded && (
          <Select
            label={text('argument.logShow')}
            value={view}
            options={logViews.map((value) => ({ value, label: text(`logShow.${value}`) }))}
            onChange={(show) => commands.run(scriptCommands.filterLog, { show }, 'button')}
          />
        )}
        {!isFolded && <SearchField label={text('scripts.filter')} value={filter} onChange={setFilter} />}
        <CommandButton command={scriptCommands.copyLog} icon="copy" iconOnly look="ghost" />
        <CommandButton
          command={scriptCommands.log}
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
            className="scripts__lines mono scroll text-12"
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
                    className={`scripts__line gap-8 one-line inset atop grid scripts__line--${line.kind}`}
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    <span className="dim num">{time(line.at)}</span>
                    <span>{text(line.word)}</span>
                    {line.stationId !== null && (
                      <button
                        type="button"
                        className="scripts__station ellipsis yields strong"
                        title={line.station}
                        onClick={() => openStation(line.stationId)}
                      >
                        {line.station}
                      </button>
                    )}
                    <span
                      className={`ellipsis ${line.stationId === null ? 'scripts__whole' : ''}`}
                      title={line.text}
                    >
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
