import { useMemo } from 'react';
import { useText } from '../../../components/i18n.ts';
import type { SheetData } from '../use-sheet.ts';
import type { Geometry } from './geometry.ts';
import type { GridLook } from './grid-body.ts';
import type { CellWords } from './use-cell-words.ts';

/** What stands in which cell of the grid. @param id prefix of the ids of cells */
export function useGridLook(data: SheetData, words: CellWords, geometry: Geometry, id: string): GridLook {
  const { model, comparison, checked, lines, stations } = data;
  const text = useText();
  return useMemo<GridLook>(
    () => ({
      rows: lines.length,
      geometry,
      id,
      head(row) {
        const device = lines[row] ?? -1;
        const station = stations.get(model.stationOf(device));
        const slot = model.slotOf(device);
        return {
          code: station?.code ?? '',
          name: `${slot === null ? '' : `${text('matrix.slot', { slot })} · `}${station?.name ?? ''}`,
          state: station?.state ?? null,
        };
      },
      cell(row, field) {
        const device = lines[row] ?? -1;
        const definition = model.fields[field];
        const own = checked.devices.get(device);
        const fieldId = definition?.id ?? '';
        const isEdited = own !== undefined && fieldId in own.changes;
        const isWrong = own !== undefined && fieldId in own.problems;
        const isPending = model.pending(device, field) !== undefined;
        const differs = comparison.differs(device, field);
        const isUnreported = !isEdited && model.place(device, field) < 0;
        const isNumber = definition?.type === 'number' || definition?.type === 'date';
        return {
          ...words.parts(device, field, own),
          classes: [
            isNumber ? 'mx__cell--number' : '',
            differs ? 'is-different' : '',
            isEdited ? 'is-edited' : '',
            isWrong ? 'is-wrong' : '',
            isUnreported ? 'is-unreported' : '',
          ]
            .filter(Boolean)
            .join(' '),
          mark: isWrong ? 'problem' : isPending ? 'pending' : differs ? 'differs' : null,
        };
      },
      words: (row, field) => {
        const device = lines[row] ?? -1;
        return words.all(device, field, checked.devices.get(device), Date.now());
      },
    }),
    [lines, geometry, id, model, comparison, checked, stations, words, text],
  );
}
