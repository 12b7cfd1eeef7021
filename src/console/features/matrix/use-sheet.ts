/** Everything that the matrix shows of a sheet: devices, values, differences, edits, filtered and sorted. */
import { useMemo, useRef } from 'react';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { useMatrix } from '../../state/devices/matrix.ts';
import { useEdits } from '../../state/devices/matrix-edits.ts';
import { useStandardsOf } from '../../state/devices/standards.ts';
import { useStations } from '../../state/sites/stations.ts';
import { type CheckedEdits, Checker } from './checks.ts';
import { Comparison } from './compare.ts';
import { onlyDevices, sortDevices, wantedDevices } from './lines.ts';
import { Model } from './model.ts';
import type { Sheet } from './sheets.ts';
import type { MatrixView } from './use-view.ts';

const noStations: ReadonlyMap<number, StationSummary> = new Map();

export interface SheetData {
  readonly model: Model;
  readonly comparison: Comparison;
  readonly checked: CheckedEdits;
  readonly stations: ReadonlyMap<number, StationSummary>;
  /** Devices that fit the filters but for those of differences and edits. */
  readonly wanted: readonly number[];
  /** Devices as they are shown, row by row. */
  readonly lines: readonly number[];
  /** Per field, of the wanted devices. */
  readonly counts: ReturnType<Comparison['counts']>;
}

const sameList = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((one, at) => one === b[at]);

/** The same list as before while its members are the same: what hangs on it is not done again. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const kept = useRef(list);
  if (!sameList(kept.current, list)) kept.current = list;
  return kept.current;
}

/** Null while nothing has come. */
export function useSheet(sheet: Sheet, view: MatrixView) {
  const { data, error, refetch, isFetching } = useMatrix(sheet.group, sheet.kind);
  const { data: all } = useStations();
  const { own, standard } = useStandardsOf(sheet.kind, sheet.group);
  const { edits, canUndo, sheets } = useEdits(sheet.id);
  const checker = useRef<Checker | null>(null);
  checker.current ??= new Checker();

  const stations = useMemo(
    () => (all === undefined ? noStations : new Map(all.stations.map((station) => [station.id, station]))),
    [all],
  );
  const model = useMemo(() => (data === undefined ? null : new Model(sheet, data)), [sheet, data]);
  const comparison = useMemo(
    () => (model === null ? null : new Comparison(model, standard)),
    [model, standard],
  );
  const checked = useMemo(
    () => (model === null ? null : (checker.current?.check(model, edits) ?? null)),
    [model, edits],
  );
  // Stations move with every second; their codes do not.
  const codes = useSame((model?.matrix.devices.station ?? []).map((id) => stations.get(id)?.code ?? ''));
  const ordered = useMemo(() => {
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    const places = codes.map((_, place) => place);
    return places.sort((a, b) => compare(codes[a] ?? '', codes[b] ?? ''));
  }, [codes]);
  const { text, projectId, kind, state, only, sort } = view;
  const wanted = useSame(
    useMemo(
      () =>
        model === null
          ? []
          : wantedDevices(
              model,
              ordered.filter((device) => device < model.count && stations.has(model.stationOf(device))),
              stations,
              { text, projectId, kind, state },
            ),
      [model, ordered, stations, text, projectId, kind, state],
    ),
  );
  const lines = useSame(
    useMemo(
      () =>
        model === null || comparison === null || checked === null
          ? []
          : sortDevices(onlyDevices(wanted, only, { model, comparison, checked }), sort, comparison),
      [model, comparison, checked, wanted, only, sort],
    ),
  );
  const counts = useMemo(() => comparison?.counts(wanted) ?? [], [comparison, wanted]);
  const shown: SheetData | null =
    model === null || comparison === null || checked === null
      ? null
      : { model, comparison, checked, stations, wanted, lines, counts };
  return {
    shown,
    error,
    refetch,
    isFetching,
    projects: all?.projects ?? [],
    standards: own,
    standard,
    edits,
    canUndo,
    editedSheets: sheets,
  };
}
