import { levelPaths } from './level-shapes.ts';

/** The shape of a level, filled while the condition holds and hollow once it has returned; the word stands beside it. */
export function LevelGlyph(props: {
  readonly rank: number;
  readonly hollow?: boolean;
  readonly size?: number;
}) {
  const { rank, hollow = false, size = 12 } = props;
  return (
    <svg className="glyph" viewBox="0 0 12 12" aria-hidden="true" style={{ width: size, height: size }}>
      <path
        d={levelPaths[rank]}
        fill={hollow ? 'none' : `var(--lv${rank})`}
        stroke={`var(--lv${rank}-edge)`}
        strokeWidth={hollow ? 1.6 : 1.2}
        strokeLinejoin="round"
      />
    </svg>
  );
}
