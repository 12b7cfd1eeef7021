/** A little curve, or bars for rain: 24 values, gaps stay gaps; decoration beside the number it belongs to. */
export function Sparkline(props: {
  readonly values: readonly (number | null)[];
  readonly bars?: boolean;
  readonly width?: number;
  readonly height?: number;
}) {
  const { values, bars = false, width = 72, height = 18 } = props;
  const known = values.filter((value): value is number => value !== null);
  if (known.length === 0) return <svg className="spark" width={width} height={height} aria-hidden="true" />;
  const low = bars ? 0 : Math.min(...known);
  const span = Math.max(...known) - low || 1;
  const x = (index: number) => 2 + (index / Math.max(1, values.length - 1)) * (width - 6);
  const y = (value: number) => height - 3 - ((value - low) / span) * (height - 6);
  if (bars) {
    return (
      <svg className="spark" width={width} height={height} aria-hidden="true">
        {values.map((value, index) =>
          value === null || value === 0 ? null : (
            <rect
              key={x(index)}
              x={x(index) - 1}
              y={y(value)}
              width="2"
              height={height - 2 - y(value)}
              fill="var(--chart-rain)"
            />
          ),
        )}
        <path d={`M0 ${height - 1.5}H${width}`} stroke="var(--chart-grid)" />
      </svg>
    );
  }
  let pen = false;
  const path = values
    .map((value, index) => {
      if (value === null) {
        pen = false;
        return '';
      }
      const step = `${pen ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = true;
      return step;
    })
    .join('');
  const last = values.findLastIndex((value) => value !== null);
  return (
    <svg className="spark" width={width} height={height} aria-hidden="true">
      <path
        d={path}
        fill="none"
        stroke="var(--c1)"
        strokeWidth="1.25"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={x(last)} cy={y(values[last] ?? low)} r="1.75" fill="var(--c1)" />
    </svg>
  );
}
