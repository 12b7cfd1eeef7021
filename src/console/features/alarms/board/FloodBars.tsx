import { floodAbove, floodWindow } from '../../../../domain/alarms/health.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { floodBins } from './flood-bins.ts';

const [width, height] = [112, 30];
const [step, most] = [7, 16];
/** Fewer bins than that say nothing that the counts do not. */
const fewest = 3;

/** When the alarms of a flood were raised, in the colour of the worst of each 10 min: decoration beside the counts. */
export function FloodBars({ alarms }: { readonly alarms: readonly AlarmView[] }) {
  const bins = floodBins(alarms, floodWindow, most);
  if (bins.length < fewest) return null;
  const top = Math.max(floodAbove + 2, ...bins.map(({ count }) => count));
  const y = (count: number) => (count / top) * (height - 2);
  return (
    <svg className="aflood__bars" width={width} height={height} aria-hidden="true">
      <path d={`M0 ${height - 0.5}H${width}`} stroke="var(--hairline)" />
      {bins.map(({ from, count, rank }, index) =>
        count === 0 ? null : (
          <rect
            key={from}
            x={index * step}
            y={height - 1 - Math.max(2, y(count))}
            width={step - 1}
            height={Math.max(2, y(count))}
            fill={`var(--lv${rank})`}
          />
        ),
      )}
      <path
        d={`M0 ${height - 1 - y(floodAbove)}H${width}`}
        stroke="var(--text-muted)"
        strokeDasharray="3 2"
      />
    </svg>
  );
}
