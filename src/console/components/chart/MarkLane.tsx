import { Icon } from '../Icon.tsx';
import { useFormat, useText } from '../i18n.ts';
import { LevelGlyph } from '../levels/LevelGlyph.tsx';
import { type ChartMark, nextMark, placeMarks } from './marks.ts';

export const laneHeight = 30;
const longest = 240;

/** The shape of a mark: of a level, or an icon. */
export function MarkGlyph({ mark }: { readonly mark: ChartMark }) {
  return mark.level === undefined ? (
    <Icon name={mark.icon} className="icon--small dim" />
  ) : (
    <LevelGlyph rank={mark.level.rank} hollow={mark.level.hollow} />
  );
}

/**
 * The lane of marks over the panes: what happened, where it did. It lies beside the panes in the page and not within
 * them, since nothing inside a slider can be reached.
 */
export function MarkLane(props: {
  readonly marks: readonly ChartMark[];
  readonly from: number;
  readonly to: number;
  /** px from the panes' top at which it begins. */
  readonly top: number;
  readonly width: number;
  readonly zone: string;
  /** px of a moment. */
  readonly x: (t: number) => number;
  readonly chosen: string | null;
  readonly onChoose: (key: string) => void;
}) {
  const { marks, from, to, top, width, zone, x, chosen } = props;
  const text = useText();
  const format = useFormat();
  const short = ({ text: whole }: ChartMark) =>
    whole.length > longest ? `${whole.slice(0, longest)}…` : whole;
  const said = (mark: ChartMark) => `${mark.kind} ${format.time(mark.t, zone, 'dayTime')} ${short(mark)}`;
  const line = marks.find(({ key, t }) => key === chosen && t >= from && t <= to);
  return (
    <>
      {line !== undefined && <i className="chart__markline" style={{ left: x(line.t) }} aria-hidden="true" />}
      <ul className="chart__lane" aria-label={text('chart.marks')} style={{ top, height: laneHeight }}>
        {placeMarks(marks, from, to, x).map((group) => {
          const shown = group.marks.find(({ key }) => key === chosen);
          const first = shown ?? group.marks[0];
          const next = nextMark(group, chosen);
          if (first === undefined || next === undefined) return null;
          const count = group.marks.length;
          return (
            <li key={group.marks[0]?.key} style={{ left: group.x }}>
              <button
                type="button"
                className={`chart__mark ${group.x > width / 2 ? 'chart__mark--left' : ''}`}
                aria-pressed={shown !== undefined}
                aria-label={count === 1 ? said(first) : text('chart.marksHere', { count, text: said(first) })}
                onClick={() => props.onChoose(next.key)}
              >
                <MarkGlyph mark={first} />
                {count > 1 && <span className="num">{count}</span>}
                <span className="chart__bubble text-12" aria-hidden="true">
                  <b>{first.kind}</b> <span className="num">{format.time(first.t, zone, 'dayTime')}</span>
                  <br />
                  {short(first)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
