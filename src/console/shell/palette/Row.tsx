import { Command as Cmdk } from 'cmdk';
import { memo, type ReactNode } from 'react';
import { Glyph } from '../../components/Glyph.tsx';
import { Icon, isIconName } from '../../components/Icon.tsx';
import { type Text, useText } from '../../components/i18n.ts';
import { Keys } from '../../components/Keys.tsx';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { shownRank } from '../../state/alarms/order.ts';
import type { Row } from './results.ts';
import type { Hit, SearchItem } from './search/index.ts';

/** A text with its matched parts marked. */
export function Marked({ text, ranges }: { readonly text: string; readonly ranges: Hit['ranges'] }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start > at) parts.push(text.slice(at, start));
    parts.push(<mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  parts.push(text.slice(at));
  return <>{parts}</>;
}

/** Why a row is there when what matched is not in its title: the match, in the language that it is in. */
export function Reason({
  item,
  hit,
  text,
}: {
  readonly item: SearchItem;
  readonly hit: Hit | null;
  readonly text: Text;
}) {
  const field = hit === null ? undefined : item.fields[hit.field];
  if (hit === null || field === undefined || hit.field === 0) return null;
  return (
    <span className="palette__why clips text-11 dim">
      {text(`palette.match.${field.kind}`)} <Marked text={field.text} ranges={hit.ranges} />
    </span>
  );
}

export interface RowProps {
  readonly row: Row;
  readonly keys: string | undefined;
  readonly ticked: boolean;
  /** What stands at the right: a live value, a state, a reason. */
  readonly note: ReactNode;
  readonly onChoose: (row: Row) => void;
}

/** One line of the palette. */
export const PaletteRow = memo(function PaletteRow({ row, keys, ticked, note, onChoose }: RowProps) {
  const text = useText();
  const { entry, hit, available } = row;
  const title = entry.fields[0]?.text ?? '';
  return (
    <Cmdk.Item
      value={entry.key}
      className={`palette__row one-line grid ${available === true ? '' : 'palette__row--off'}`}
      disabled={available !== true}
      onSelect={() => onChoose(row)}
    >
      {ticked ? (
        <Icon name="check" />
      ) : entry.type === 'station' ? (
        <Glyph state={entry.station.state} />
      ) : entry.type === 'openAlarm' ? (
        <LevelGlyph rank={shownRank(entry.alarm)} hollow={entry.alarm.present === 0} />
      ) : entry.type === 'alarm' ? (
        <Glyph state="deviceAlarm" />
      ) : (
        <Icon name={isIconName(entry.icon) ? entry.icon : 'list'} />
      )}
      <span className="palette__title column yields">
        <span className="ellipsis">
          <Marked text={title} ranges={hit?.field === 0 ? hit.ranges : []} />
        </span>
        <Reason item={entry} hit={hit} text={text} />
      </span>
      <span className="palette__note num clips text-12 dim">
        {available === true ? (
          note
        ) : (
          <span className="faint">{text(available.message, available.params)}</span>
        )}
      </span>
      <span className="palette__keys">{keys !== undefined && <Keys value={keys} />}</span>
    </Cmdk.Item>
  );
});
