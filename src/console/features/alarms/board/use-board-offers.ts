import type { RefObject } from 'react';
import { alarms as alarmCommands } from '../../../../../commands/alarms/index.ts';
import { stations as stationCommands } from '../../../../../commands/stations/index.ts';
import { table } from '../../../../../commands/table.ts';
import { alarmText } from '../../../../derive/alarm-text.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { ranks } from '../../../components/levels/level-shapes.ts';
import { useOffer } from '../../../components/screen.ts';
import { wholeHistory } from '../../../state/alarms/alarms.ts';
import { askFile } from '../../../state/overlays.ts';
import { type AlarmFilters, alarmsView, noFilters, passes } from '../view.ts';
import { useAlarmWords } from '../words/use-alarm-words.ts';
import { historyFiltersOf } from './history-filters.ts';
import { kindsOf, kindText } from './kinds.ts';
import { floodLineOf, placeOf } from './lines.ts';
import type { AlarmBoard } from './use-board.ts';

const set = (change: Partial<AlarmFilters>) => {
  alarmsView.filters = { ...alarmsView.filters, ...change };
};
const mostChoices = 500;
/** As many as a list of the board may have (contract/alarms). */
const mostIds = 20_000;

/** Available while something is listed. */
const whileShown = ({ shown }: AlarmBoard) => ({
  available: shown.length > 0 ? true : ('alarms.cannot.chosen' as const),
});

/** Offers to move in the list, to mark in it and to fold it. */
function useListOffers(board: AlarmBoard, show: (alarmId: number) => void): void {
  const text = useText();
  const commands = useCommands();
  const words = useAlarmWords();
  const { shown, current, currentId } = board;
  const some = whileShown(board);
  const one = { available: current === null ? ('alarms.cannot.chosen' as const) : true };
  useOffer(alarmCommands.choose, ({ alarmId }) => show(alarmId), {
    choices: () =>
      shown.slice(0, mostChoices).map((alarm) => ({
        value: alarm.id,
        label: `${alarm.stationCode} ${alarmText(alarm, text)} · ${words.standing(alarm)}`,
      })),
  });
  useOffer(alarmCommands.next, () => board.move(1), some);
  useOffer(alarmCommands.previous, () => board.move(-1), some);
  useOffer(
    alarmCommands.mark,
    () => {
      if (currentId !== null) board.mark(currentId);
    },
    one,
  );
  useOffer(alarmCommands.markAll, () => board.markAll(), some);
  useOffer(
    alarmCommands.station,
    () => {
      if (current !== null)
        commands.run(stationCommands.open, { stationId: current.stationId, tab: 'latest' }, 'button');
    },
    current !== null && current.companyId !== null ? { available: 'alarms.cannot.station' } : one,
  );
  useOffer(
    alarmCommands.fold,
    ({ stationId, flood }) => {
      const key = flood ?? (stationId === undefined ? floodLineOf(board.lines, currentId)?.key : undefined);
      if (key !== undefined) {
        const { opened } = alarmsView;
        alarmsView.opened = opened.includes(key) ? opened.filter((other) => other !== key) : [...opened, key];
        return;
      }
      const id = stationId ?? (current === null ? undefined : placeOf(current));
      if (id === undefined) return;
      const { folded } = alarmsView;
      alarmsView.folded = folded.includes(id) ? folded.filter((other) => other !== id) : [...folded, id];
    },
    some,
  );
}

/** Offers what the list is filtered and sorted by. */
function useFilterOffers(board: AlarmBoard, field: RefObject<HTMLInputElement | null>): void {
  const text = useText();
  const words = useAlarmWords();
  const { filters } = board;
  useOffer(alarmCommands.show, ({ tab }) => {
    set({ tab });
    board.unmark();
    board.unchoose();
  });
  useOffer(
    alarmCommands.level,
    ({ level }) => {
      const { ranks: before } = alarmsView.filters;
      set({
        ranks: before.includes(level) ? before.filter((rank) => rank !== level) : [...before, level],
      });
    },
    { choices: () => ranks.map((rank) => ({ value: rank, label: words.level(rank) })) },
  );
  useOffer(alarmCommands.unanswered, () => set({ unanswered: !filters.unanswered }));
  useOffer(alarmCommands.mine, () => set({ mine: !filters.mine }));
  useOffer(alarmCommands.project, ({ projectId }) => set({ projectId }));
  useOffer(alarmCommands.kind, ({ kind }) => set({ kind }), {
    choices: () => [
      { value: null, label: text('alarms.allKinds') },
      ...kindsOf(board.inTab).map((kind) => ({ value: kind, label: kindText(kind, text) })),
    ],
  });
  useOffer(alarmCommands.sort, ({ sort }) => {
    alarmsView.sort = sort;
  });
  useOffer(
    alarmCommands.finding,
    ({ finding }) => {
      alarmsView.finding = finding;
    },
    { available: filters.tab === 'closed' },
  );
  useOffer(alarmCommands.clearFilters, () => {
    set(noFilters);
    Object.assign(alarmsView, { finding: 'any' });
  });
  useOffer(alarmCommands.filter, () => field.current?.focus());
  useOffer(alarmCommands.refresh, async () => {
    await (filters.tab === 'closed' ? board.history : board.open).refetch();
  });
}

/** Offers what can be done with the board besides acting on alarms: moving, marking, filtering, saving. */
export function useBoardOffers(
  board: AlarmBoard,
  field: RefObject<HTMLInputElement | null>,
  show: (alarmId: number) => void,
): void {
  const text = useText();
  const { filters, listed } = board;
  useListOffers(board, show);
  useFilterOffers(board, field);
  useOffer(
    table.export,
    async () => {
      const { from, to, finding } = alarmsView;
      const said = (alarm: (typeof listed)[number]) => alarmText(alarm, text);
      const idsOf = (alarms: typeof listed) => alarms.slice(0, mostIds).map(({ id }) => id);
      if (filters.tab !== 'closed') {
        askFile({ table: 'alarms', query: { alarmIds: idsOf(listed) } });
        return;
      }
      const query = historyFiltersOf(from, to, finding);
      // What the board filters by itself the server does not know: then it is given the ids.
      if (JSON.stringify({ ...filters, ...noFilters }) === JSON.stringify(filters))
        askFile({ table: 'alarms', query });
      else {
        const found = (await wholeHistory(query)).filter((alarm) =>
          passes(alarm, filters, board.account, said),
        );
        askFile({ table: 'alarms', query: { alarmIds: idsOf(found) } });
      }
    },
    whileShown(board),
  );
}
