/** A little curve that ends in a dot; nothing is drawn where nothing is known. */
export function Spark(props: {
  readonly values: readonly (number | null)[];
  readonly width?: number;
  readonly height?: number;
  readonly className?: string;
}) {
  const { values, width = 96, height = 36, className } = props;
  const known = values.flatMap((value) => value ?? []);
  if (known.length === 0) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (at: number) => (at / Math.max(1, values.length - 1)) * (width - 6) + 3;
  const y = (value: number) => height - 4 - ((value - low) / (high - low || 1)) * (height - 8);
  let pen = 'M';
  const path = values
    .map((value, at) => {
      const move = pen;
      pen = value === null ? 'M' : 'L';
      return value === null ? '' : `${move}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
  const end = values.findLastIndex((value) => value !== null);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={className}
      aria-hidden="true"
    >
      <path d={path} fill="none" stroke="var(--c1)" strokeWidth="1.5" strokeLinejoin="round" />
      <circle cx={x(end)} cy={y(values[end] ?? 0)} r="2.5" fill="var(--c1)" />
    </svg>
  );
}
