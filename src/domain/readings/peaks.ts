/** Peaks of three axes that were sampled together, in the unit of the samples. */
export interface Peaks {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Greatest length of the vector of one moment: not more than the length of the three peaks' vector. */
  readonly vector: number;
}

/** Greatest amounts of each axis and of their vector sum, sample by sample; 0 where there are no samples. */
export function peaksOf(x: ArrayLike<number>, y: ArrayLike<number>, z: ArrayLike<number>): Peaks {
  const peaks = { x: 0, y: 0, z: 0, vector: 0 };
  for (let i = 0; i < Math.max(x.length, y.length, z.length); i += 1) {
    const [a, b, c] = [x[i] ?? 0, y[i] ?? 0, z[i] ?? 0];
    peaks.x = Math.max(peaks.x, Math.abs(a));
    peaks.y = Math.max(peaks.y, Math.abs(b));
    peaks.z = Math.max(peaks.z, Math.abs(c));
    peaks.vector = Math.max(peaks.vector, Math.hypot(a, b, c));
  }
  return peaks;
}
