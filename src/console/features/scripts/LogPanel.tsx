import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { isRunEnded, type LineKind } from '../../../contract/workflows.ts';
import { CommandButton } from '../../components/commands.tsx';
import { SearchField } from '../../components/fields.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOrderText } from '../../components/orders/use-order-text.ts';
import { useOffer } from '../../components/screen.ts';
import { notify } from '../../state/notices.ts';
import { togglePanel, usePanels } from '../../state/panels.ts';
import type { RunDetail, RunLog } from '../../state/runs.ts';
import { useStations } from '../../state/stations.ts';
import { setAgainOf } from './set-again.ts';
import { tableOf } from './tables.ts';
import { problemText } from './words.ts';

const rowHeight = 18;
const panel = 'scripts.log';
interface Line {
  readonly key: string;
  readonly at: number;
  readonly kind: 'run' | LineKind | 'failed';
  readonly station: string;
  readonly text: string;
}
const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** What the run logged and what became of it, newest first, as it comes. */
export function LogPanel({ run, log }: { readonly run: RunDetail | undefined; readonly log: RunLog }) {
  const text = useText();
  const format = useFormat();
  const { data } = useStations();
  const words = useOrderText();
  const [filter, setFilter] = useState('');
  const isFolded = usePanels()[panel] === 'collapse';
  const scroller = useRef<HTMLDivElement>(null);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const codes = useMemo(() => new Map((data?.stations ?? []).map(({ id, code }) => [id, code])), [data]);
  const { createdAt, createdBy, endedAt, state, problem } = run ?? {};
  const lines = useMemo(() => {
    const known = new Set(codes.values());
    const all: Line[] = log.lines.map(({ line, at, kind, text: said }) => {
      if (kind === 'table') {
        const table = tableOf(said);
        const told = text('scripts.logTable', { rows: table.total, columns: table.columns.length });
        return { key: `line-${line}`, at, kind, station: '', text: told };
      }
      if (kind === 'setAgain') {
        const again = setAgainOf(said);
        const name = again === null ? said : words.field(again.group, again.field);
        const field = again?.slot == null ? name : `${again.slot} · ${name}`;
        const station = codes.get(again?.station ?? 0) ?? '';
        return { key: `line-${line}`, at, kind, station, text: text('scripts.setAgain', { field }) };
      }
      // A line about one station says so at its beginning.
      const [, code = '', rest = ''] = /^([^\s:：]{1,40})[:：]?\s+(.*)$/s.exec(said) ?? [];
      const isStation = known.has(code);
      return { key: `line-${line}`, at, kind, station: isStation ? code : '', text: isStation ? rest : said };
    });
    if (createdAt !== undefined)
      all.unshift({
        key: 'started',
        at: createdAt,
        kind: 'run',
        station: '',
        text: text('scripts.logStarted', { by: createdBy ?? '' }),
      });
    if (endedAt !== undefined && endedAt !== null && state !== undefined)
      all.push({
        key: 'ended',
        at: endedAt,
        kind: problem == null ? 'run' : 'failed',
        station: '',
        text: problem == null ? text(`runState.${state}`) : problemText(problem, text),
      });
    return all.reverse();
  }, [log.lines, codes, words, text, createdAt, createdBy, endedAt, state, problem]);
  const wanted = fold(filter).split(/\s+/).filter(Boolean);
  const shown =
    wanted.length === 0
      ? lines
      : lines.filter((line) => {
          const target = fold(`${text(`scriptLog.${line.kind}`)} ${line.station} ${line.text}`);
          return wanted.every((word) => target.includes(word));
        });
  const time = (at: number) =>
    `${format.time(at, zone, 'time')}.${String(((at % 1000) + 1000) % 1000).padStart(3, '0')}`;
  const rows = useVirtualizer({
    count: isFolded ? 0 : shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 20,
    getItemKey: (index) => shown[index]?.key ?? index,
  });
  useOffer('scripts.log', () => togglePanel(panel, 'collapse'));
  useOffer(
    'scripts.copyLog',
    async () => {
      const copied = [...shown]
        .reverse()
        .map((line) =>
          [new Date(line.at).toISOString(), text(`scriptLog.${line.kind}`), line.station, line.text].join(
            '\t',
          ),
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
                    <span>{text(`scriptLog.${line.kind}`)}</span>
                    <b className="ellipsis">{line.station}</b>
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
