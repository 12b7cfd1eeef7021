import { history } from '../../../../../commands/history.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { saveFile } from '../../../components/save-file.ts';
import { useOffer } from '../../../components/screen.ts';
import { fetchReadings, type Loaded } from '../fetch-history.ts';
import type { CurveLine } from '../lines.ts';
import { historyCsv } from './history-csv.ts';
import { useRowsOf } from './use-table.ts';

/** Offers what is loaded of the lines as a CSV file, with the readings themselves where there are not too many. */
export function useCsv(lines: readonly CurveLine[], loaded: Loaded | null, zone: string, name: string): void {
  const text = useText();
  const format = useFormat();
  const rowsOf = useRowsOf();
  useOffer(
    history.exportCsv,
    async () => {
      if (loaded === null) return;
      const columns = await fetchReadings(loaded, lines, new AbortController().signal);
      const { lines: found, times, titles } = rowsOf(lines, loaded, columns);
      const heads = { time: text('table.time'), titles: titles.map(({ full }) => full) };
      const [from, to] = [loaded.from, loaded.to].map((t) => format.time(t, zone, 'date'));
      const content = historyCsv(found, times, zone, heads);
      const file = `${text('history.file')}_${name}_${from}_${to}.csv`;
      saveFile(file, new Blob([content], { type: 'text/csv;charset=utf-8' }));
    },
    { available: loaded === null || lines.length === 0 ? 'history.noChannel.title' : true },
  );
}
