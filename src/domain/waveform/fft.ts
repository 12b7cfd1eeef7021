/**
 * Discrete Fourier transform in place (Cooley and Tukey 1965, radix 2): X[k] = Σ x[n]·e^(−2πi·kn/N).
 * @param re real parts, as many as a power of two
 * @param im imaginary parts, as many
 * @throws TypeError for another number
 */
export function fft(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  if (n === 0 || (n & (n - 1)) !== 0 || im.length !== n)
    throw new TypeError('a transform takes as many values as a power of two');
  const swap = (values: Float64Array, a: number, b: number) => {
    const kept = values[a] as number;
    values[a] = values[b] as number;
    values[b] = kept;
  };
  for (let i = 1, j = 0; i < n; i += 1) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      swap(re, i, j);
      swap(im, i, j);
    }
  }
  for (let size = 2; size <= n; size *= 2) {
    const half = size / 2;
    for (let k = 0; k < half; k += 1) {
      // Each angle by itself: turning one on and on would add up its rounding.
      const angle = (-2 * Math.PI * k) / size;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      for (let i = k; i < n; i += size) {
        const j = i + half;
        const [a, b] = [re[j] as number, im[j] as number];
        const [real, imaginary] = [a * cos - b * sin, a * sin + b * cos];
        const [c, d] = [re[i] as number, im[i] as number];
        re[i] = c + real;
        im[i] = d + imaginary;
        re[j] = c - real;
        im[j] = d - imaginary;
      }
    }
  }
}
