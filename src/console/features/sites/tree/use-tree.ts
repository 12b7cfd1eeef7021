import { useMemo, useState } from 'react';
import { kindByCode } from '../../../../catalogue/index.ts';
import type { SiteSensor } from '../../../../contract/sites/sites.ts';
import { kindMessage } from '../../../../derive/messages.ts';
import { useText } from '../../../components/i18n.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { asOf, useStations } from '../../../state/sites/stations.ts';
import { type NodeState, nodeStates } from './node-states.ts';
import { keyText, type NodeKey, pathTo, type Sites } from './nodes.ts';
import { linesOf, type TreeLine } from './tree-lines.ts';
import { treeOf } from './tree-nodes.ts';

/** Up to how much is all unfolded down to the stations at first. */
const fewProjects = 12;
const fewStations = 200;
/** How often the clock alone changes states: no event reports that a station is late. */
const everyMs = 10_000;

/** The lines of the device tree, narrowed by words and by trouble, how each node is, and how lines are folded. */
export function useTree(
  data: Sites | undefined,
  chosen: NodeKey | null,
  trouble: boolean,
): {
  readonly lines: readonly TreeLine[];
  readonly states: ReadonlyMap<string, NodeState>;
  readonly wanted: string;
  find(wanted: string): void;
  fold(name: string, open: boolean): void;
} {
  const text = useText();
  const now = useNow(everyMs);
  const { data: list } = useStations();
  const [wanted, setWanted] = useState('');
  // What is folded while something is looked for is another tree: it does not outlive the search.
  const [folds, setFolds] = useState<{ readonly of: string; readonly open: ReadonlyMap<string, boolean> }>({
    of: '',
    open: new Map(),
  });
  const narrowed = trouble || wanted.trim() !== '';
  const search = narrowed ? `${trouble} ${wanted}` : '';
  const [kept, setKept] = useState<ReadonlyMap<string, boolean>>(new Map());

  const tree = useMemo(() => {
    const sensorName = (sensor: SiteSensor) =>
      sensor.name ?? text(kindMessage(kindByCode(sensor.kind)?.id ?? 'none'));
    return data === undefined ? [] : treeOf(data, sensorName, text('sites.rtu'));
  }, [data, text]);
  const states = useMemo(
    () =>
      data === undefined || list === undefined
        ? new Map<string, NodeState>()
        : nodeStates(
            data,
            list.stations.map((station) => asOf(station, now)),
          ),
    [data, list, now],
  );
  const lines = useMemo(() => {
    if (narrowed) {
      const open = folds.of === search ? folds.open : new Map<string, boolean>();
      return linesOf(tree, (name) => open.get(name), wanted, trouble ? states : null);
    }
    const open = new Map<string, boolean>();
    for (const { id } of data?.companies ?? []) open.set(keyText({ type: 'company', id }), true);
    if (data !== undefined && data.projects.length < fewProjects && data.stations.length <= fewStations)
      for (const { id } of data.projects) open.set(keyText({ type: 'project', id }), true);
    if (data !== undefined && chosen !== null)
      for (const key of pathTo(data, chosen)) open.set(keyText(key), true);
    for (const [name, value] of kept) open.set(name, value);
    return linesOf(tree, (name) => open.get(name), '', null);
  }, [narrowed, folds, search, tree, wanted, trouble, states, data, chosen, kept]);
  return {
    lines,
    states,
    wanted,
    find: setWanted,
    fold(name, open) {
      const said = (before: ReadonlyMap<string, boolean>) => new Map(before).set(name, open);
      if (narrowed)
        setFolds((before) => ({
          of: search,
          open: said(before.of === search ? before.open : new Map<string, boolean>()),
        }));
      else setKept(said);
    },
  };
}
