import { useMemo } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { ranks } from '../../../components/levels/level-shapes.ts';
import { asks, shownRank } from '../../../state/alarms/order.ts';
import { clockText } from '../words/use-alarm-words.ts';
import type { BoardLine } from './lines.ts';

/** Many alarms of one cause as one row: how many, since when, of which levels and stations. */
export function FloodLine(props: {
  readonly line: BoardLine & { readonly type: 'flood' };
  readonly id: string;
  /** The project, or the station of the RTU, that they have in common. */
  readonly cause: string;
  readonly isCurrent: boolean;
  readonly at: number;
  readonly top: number;
  readonly now: number;
  readonly zone: string;
}) {
  const { line, cause, isCurrent, at, top, now, zone } = props;
  const text = useText();
  const format = useFormat();
  const { alarms, isFolded, peak } = line;
  const rank = Math.max(...alarms.map(shownRank));
  const stations = useMemo(() => [...new Set(alarms.map(({ stationCode }) => stationCode))].sort(), [alarms]);
  const since = clockText(Math.min(...alarms.map(({ raisedAt }) => raisedAt)), now, zone, format);
  const classes = [
    'rows__row rows__section aflood text-12',
    alarms.some(asks) ? 'is-asking' : '',
    isCurrent ? 'is-current is-open' : '',
  ];
  return (
    <div
      id={props.id}
      role="row"
      tabIndex={-1}
      aria-rowindex={at + 2}
      aria-expanded={!isFolded}
      aria-selected={isCurrent}
      className={classes.filter(Boolean).join(' ')}
      style={{ transform: `translateY(${top}px)`, '--edge': `var(--lv${rank}-edge)` } as never}
      data-flood={line.key}
    >
      <span role="gridcell" tabIndex={-1} className="row gap-8">
        <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} className="icon--small rigid" />
        <span className="acell grow">
          <b className="stressed ellipsis">
            {text('alarms.flood', { count: alarms.length, of: line.cause.of, cause })}
          </b>
          <small className="dim num ellipsis">
            {text('alarms.flood.since', { count: stations.length, time: since, peak })}
          </small>
          <small className="faint num ellipsis" title={stations.join(', ')}>
            {stations.join(', ')}
          </small>
        </span>
        {ranks.map((one) => {
          const own = alarms.filter((alarm) => shownRank(alarm) === one).length;
          return own === 0 ? null : (
            <span key={one} className="row gap-4 num strong rigid">
              <LevelGlyph rank={one} size={12} />
              {own}
            </span>
          );
        })}
      </span>
    </div>
  );
}
