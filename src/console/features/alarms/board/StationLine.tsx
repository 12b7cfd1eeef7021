import type { StationSummary } from '../../../../contract/sites/stations.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { ranks } from '../../../components/levels/level-shapes.ts';
import { shownRank } from '../../../state/alarms/order.ts';
import type { BoardLine } from './lines.ts';

/** The head of a station's alarms; folded it counts them by level. */
export function StationLine(props: {
  readonly line: BoardLine & { readonly type: 'station' };
  readonly station: StationSummary | undefined;
  readonly project: string;
  readonly at: number;
  readonly top: number;
  readonly now: number;
}) {
  const { line, station, project, at, top, now } = props;
  const text = useText();
  const format = useFormat();
  const [first] = line.alarms;
  const contact = station?.lastContactAt ?? null;
  const count = line.alarms.length;
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={at + 2}
      aria-expanded={!line.isFolded}
      className="rows__row rows__section aboard__station text-12 dim"
      style={{ transform: `translateY(${top}px)` }}
      data-station-line={line.stationId}
    >
      <span role="gridcell" tabIndex={-1} className="row gap-6">
        <Icon name={line.isFolded ? 'chevron-right' : 'chevron-down'} className="icon--small" />
        <b className="stressed num">{first?.stationCode}</b>
        <b className="stressed ellipsis">{first?.stationName}</b>
        <span className="faint ellipsis">{project}</span>
        {line.isFolded &&
          ranks.map((rank) => {
            const own = line.alarms.filter((alarm) => shownRank(alarm) === rank).length;
            return own === 0 ? null : (
              <span key={rank} className="row gap-4 num strong">
                <LevelGlyph rank={rank} size={10} />
                {own}
              </span>
            );
          })}
        <span className="grow" />
        <small className="faint num one-line text-11">
          {contact === null
            ? text('alarms.count', { count })
            : text('alarms.group', { count, age: format.duration(now - contact) })}
        </small>
      </span>
    </div>
  );
}
