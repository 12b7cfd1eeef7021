import { alarms } from '../../../../commands/alarms/index.ts';
import { parameters } from '../../../../commands/parameters/index.ts';
import { shortcuts } from '../../../../commands/shortcuts.ts';
import { stations } from '../../../../commands/stations/index.ts';
import { type CommandCall, callOf } from '../../../command/command.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { useText } from '../../components/i18n.ts';
import type { PaletteBox } from './box/use-box.ts';
import type { usePages } from './pages/use-pages.ts';
import type { Row, Searched } from './results.ts';
import { callOfRow, type useRecentCalls } from './use-recent-calls.ts';

/** What is done with a row, a value or a page of the palette. */
export interface RowActions {
  /** Runs the row, opens what it names, or answers the page with it. */
  choose(row: Row): void;
  /** Goes on with arguments of `parameters.set`. */
  set(args: Readonly<Record<string, unknown>>): void;
  /** Answers the page with a value of its list; where it takes several, with all that are marked. */
  take(value: unknown): void;
  /** Ticks or marks the chosen station, or takes that back. */
  tick(): void;
  /** Takes back the last step: a page, the prefix, or the ticks. @returns false where there is none */
  back(): boolean;
  /** Gives the chosen row a key; undefined where it cannot have one. */
  readonly bind: (() => void) | undefined;
}

/** The actions on the row that is chosen and on the page that asks. */
export function useRowActions(options: {
  readonly box: PaletteBox;
  readonly pages: ReturnType<typeof usePages>;
  readonly searched: Searched | null;
  /** The station on screen. */
  readonly station: StationSummary | undefined;
  readonly rows: readonly Row[];
  /** Key of the chosen row. */
  readonly selected: string;
  readonly recency: ReturnType<typeof useRecentCalls>;
  /** What was typed as a sentence: then no row is chosen. */
  readonly isSpoken: boolean;
  readonly run: (call: CommandCall) => void;
}): RowActions {
  const { box, pages, searched, station, rows, selected, run } = options;
  const { ticked, marked } = box;
  const { page, go, answer } = pages;
  const text = useText();
  const isMany = page?.script?.asked.argument.type === 'stations';
  const meant =
    page === undefined && !options.isSpoken
      ? callOfRow(rows.find(({ entry }) => entry.key === selected)?.entry, options.recency.calls)
      : null;
  return {
    choose({ entry, available }) {
      if (available !== true) return;
      if (entry.type === 'station') {
        if (page?.step.ask === 'stations') answer(ticked.length > 0 ? ticked : [entry.station.id]);
        else if (page !== undefined) answer(entry.station.id);
        else if (ticked.length > 0) box.clear();
        else run(callOf(stations.open, { stationId: entry.station.id }));
      } else if (entry.type === 'device') run(callOf(stations.open, { stationId: entry.stationId }));
      else if (entry.type === 'openAlarm') {
        if (box.alarms.length > 0) box.clear();
        else run(callOf(alarms.choose, { alarmId: entry.alarm.id }));
      } else if (entry.type === 'alarm')
        run(callOf(stations.open, { stationId: entry.alarm.stationId, tab: 'latest' }));
      else if (entry.type === 'parameter') {
        const verb = text('palette.verb.set');
        box.setPrefix(null);
        box.setQuery(
          `${verb} ${station === undefined || ticked.length > 0 ? '' : `@${station.code} `}${entry.fields[0]?.text ?? ''} `,
        );
      } else go(entry, entry.args);
    },
    set(args) {
      const entry = searched?.commands.entries.find(({ command }) => command === parameters.set);
      if (entry !== undefined) go(entry, args);
    },
    take(value) {
      if (!isMany) answer(value);
      else answer(marked.length > 0 ? marked : Array.isArray(value) ? value : [value]);
    },
    tick() {
      if (isMany && selected !== 'standing')
        box.setMarked(
          marked.includes(selected) ? marked.filter((code) => code !== selected) : [...marked, selected],
        );
      const row = rows.find(({ entry }) => entry.key === selected);
      if (row?.entry.type === 'openAlarm') {
        const { id } = row.entry.alarm;
        const { alarms: before } = box;
        box.setAlarms(before.includes(id) ? before.filter((other) => other !== id) : [...before, id]);
      }
      if (row?.entry.type !== 'station') return;
      const { id } = row.entry.station;
      box.setTicked(ticked.includes(id) ? ticked.filter((other) => other !== id) : [...ticked, id]);
    },
    back() {
      if (page !== undefined) pages.back();
      else if (box.prefix !== null) box.setPrefix(null);
      else if (ticked.length > 0) box.setTicked([]);
      else if (box.alarms.length > 0) box.setAlarms([]);
      else return false;
      box.setMarked([]);
      box.setQuery('');
      return true;
    },
    bind:
      meant === null
        ? undefined
        : () => run(callOf(shortcuts.bind, { command: meant.command.id, args: meant.args })),
  };
}
