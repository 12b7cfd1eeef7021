import { chart } from '../../../../commands/chart/index.ts';
import { useCommands } from '../../components/commands.tsx';
import { useFormat } from '../../components/i18n.ts';
import { colorOf } from './panes.ts';
import { Swatch } from './Rail.tsx';
import type { StationSeries } from './series.ts';

/** A series that can be shown or hidden: its line, name and last value. `index`: its place among the `count` shown; −1 = hidden. */
export function Chip({
  entry,
  index,
  count,
  title,
  plain = false,
}: {
  readonly entry: StationSeries;
  readonly index: number;
  readonly count: number;
  readonly title: string;
  /** Without its last value: names that carry their station are long. */
  readonly plain?: boolean;
}) {
  const commands = useCommands();
  const format = useFormat();
  return (
    <button
      type="button"
      className="channel row gap-6 rigid text-12 pickable"
      aria-pressed={index >= 0}
      title={title}
      onClick={() => commands.run(chart.series, { key: entry.key }, 'button')}
    >
      {index >= 0 && (
        <Swatch color={colorOf(entry, index, count)} dash={entry.series.dash} bars={entry.series.sum} />
      )}
      {entry.label}
      {index >= 0 && !plain && (
        <span className="num dim">
          {format.number(entry.last, entry.series.digits)} {entry.series.unit}
        </span>
      )}
    </button>
  );
}
