/** Degrees in, degrees out. */
export const radians = (degrees: number) => (degrees * Math.PI) / 180;
export const degrees = (value: number) => (value * 180) / Math.PI;

/** The same bearing in 0 ≤ b < 360. */
export function bearing(value: number): number {
  const turned = ((value % 360) + 360) % 360;
  return turned === 360 ? 0 : turned;
}
