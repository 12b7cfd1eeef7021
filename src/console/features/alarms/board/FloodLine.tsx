import { useMemo } from 'react';
import { alarms as alarmCommands } from '../../../../../commands/alarms/index.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { ranks } from '../../../components/levels/level-shapes.ts';
import { asks, shownRank } from '../../../state/alarms/order.ts';
import { canAcknowledge } from '../view.ts';
import { clockText } from '../words/use-alarm-words.ts';
import { FloodBars } from './FloodBars.tsx';
import type { BoardLine } from './lines.ts';
import { boardKeys } from './use-board-keys.ts';

/** Many alarms of one cause as one row: how many, since when, of which levels and stations; all are answered at once. */
export function FloodLine(props: {
  readonly line: BoardLine & { readonly type: 'flood' };
  readonly id: string;
  /** The project, or the station of the RTU, that they have in common. */
  readonly cause: string;
  readonly isCurrent: boolean;
  readonly phone: boolean;
  /** Alarms are marked: the key of the row acts on those. */
  readonly isKeyTaken: boolean;
  readonly at: number;
  readonly top: number;
  readonly now: number;
  readonly zone: string;
}) {
  const { line, cause, isCurrent, phone, at, top, now, zone } = props;
  const text = useText();
  const format = useFormat();
  const { alarms, isFolded, peak } = line;
  const rank = Math.max(...alarms.map(shownRank));
  const stations = useMemo(() => [...new Set(alarms.map(({ stationCode }) => stationCode))].sort(), [alarms]);
  const asked = alarms.filter(canAcknowledge).length;
  const since = clockText(Math.min(...alarms.map(({ raisedAt }) => raisedAt)), now, zone, format);
  const counts = ranks.map((one) => {
    const own = alarms.filter((alarm) => shownRank(alarm) === one).length;
    return own === 0 ? null : (
      <span key={one} className="row gap-4 num strong rigid">
        <LevelGlyph rank={one} size={12} />
        {own}
      </span>
    );
  });
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
          {phone ? (
            <span className="row gap-8 num">{counts}</span>
          ) : (
            stations.length > 1 && (
              <small className="faint num ellipsis" title={stations.join(', ')}>
                {stations.join(', ')}
              </small>
            )
          )}
        </span>
        {!phone && <FloodBars alarms={alarms} />}
        {!phone && counts}
      </span>
      {asked > 0 && (
        <span role="gridcell" tabIndex={-1} className="aflood__answer">
          <CommandButton
            command={alarmCommands.acknowledgeFlood}
            args={{ flood: line.key }}
            label={text('alarms.act.acknowledgeMany', { count: asked })}
            keys={isCurrent && isFolded && !props.isKeyTaken ? boardKeys.acknowledge : undefined}
          />
        </span>
      )}
    </div>
  );
}
