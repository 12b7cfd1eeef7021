import { Command as Cmdk } from 'cmdk';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { CommandContext } from '../../../command/context.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { useText } from '../../components/i18n.ts';
import { useNow } from '../../state/connection/clock.ts';
import { activeKeysOf, shortcuts } from '../../state/shortcuts.ts';
import { asOf } from '../../state/sites/stations.ts';
import { Note } from './Note.tsx';
import { PaletteRow } from './Row.tsx';
import type { Group, Row } from './results.ts';
import { useFirstRows } from './use-first-rows.ts';

/** Rows in their groups, with live values. */
export function RowList(props: {
  readonly groups: readonly Group[];
  readonly ticked: readonly number[];
  /** Alarms that are ticked. */
  readonly alarms: readonly number[];
  /** The station on screen. */
  readonly station: StationSummary | undefined;
  readonly here: CommandContext;
  readonly onChoose: (row: Row) => void;
}) {
  const { ticked, alarms, station, here } = props;
  const text = useText();
  const now = useNow(1000);
  const keyed = useSnapshot(shortcuts);
  const drawn = useFirstRows(props.groups);
  const latest = useRef(props.onChoose);
  useLayoutEffect(() => {
    latest.current = props.onChoose;
  });
  // Kept while another row is chosen: then nothing of the rows is drawn again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `here` is read anew with each of these
  return useMemo(() => {
    const titleOf = (group: Group) =>
      group.key === 'here' && station !== undefined
        ? text('palette.group.station', { station: `${station.code} ${station.name}` })
        : text(`palette.group.${group.key}`);
    const isTicked = (entry: Row['entry']) =>
      entry.type === 'station'
        ? ticked.includes(entry.station.id)
        : entry.type === 'openAlarm' && alarms.includes(entry.alarm.id);
    const chooseLatest = (row: Row) => latest.current(row);
    return drawn.map((group) => (
      <Cmdk.Group
        key={group.key}
        heading={
          <span className="palette__heading between flex">
            <span>{titleOf(group)}</span>
            <span className="num">{group.total}</span>
          </span>
        }
      >
        {group.rows.map((row) => (
          <PaletteRow
            key={row.entry.key}
            row={asOfNow(row, now)}
            keys={
              row.entry.type === 'command'
                ? activeKeysOf(row.entry.command, keyed, row.entry.args)[0]
                : undefined
            }
            ticked={isTicked(row.entry)}
            note={<Note entry={asOfNow(row, now).entry} now={now} station={station} context={here} />}
            onChoose={chooseLatest}
          />
        ))}
      </Cmdk.Group>
    ));
  }, [drawn, now, ticked, alarms, station, keyed, text]);
}

/** A row with its station's link and state as they are at a moment. */
function asOfNow(row: Row, now: number): Row {
  if (row.entry.type !== 'station') return row;
  const station = asOf(row.entry.station, now);
  return station === row.entry.station ? row : { ...row, entry: { ...row.entry, station } };
}
