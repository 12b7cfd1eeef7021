import type { Unit } from '../base/units.ts';

/** Factors of the units that recordings come in, to the base of each dimension. */
const scales: Readonly<
  Record<string, { readonly dimension: string; readonly factor: number; readonly offset?: number }>
> = {
  mm: { dimension: 'length', factor: 1 },
  cm: { dimension: 'length', factor: 10 },
  m: { dimension: 'length', factor: 1000 },
  in: { dimension: 'length', factor: 25.4 },
  ft: { dimension: 'length', factor: 304.8 },
  '°': { dimension: 'angle', factor: 1 },
  deg: { dimension: 'angle', factor: 1 },
  rad: { dimension: 'angle', factor: 180 / Math.PI },
  mrad: { dimension: 'angle', factor: 0.18 / Math.PI },
  arcsec: { dimension: 'angle', factor: 1 / 3600 },
  '°C': { dimension: 'temperature', factor: 1 },
  K: { dimension: 'temperature', factor: 1, offset: -273.15 },
  '°F': { dimension: 'temperature', factor: 5 / 9, offset: -160 / 9 },
  V: { dimension: 'voltage', factor: 1 },
  mV: { dimension: 'voltage', factor: 0.001 },
  Pa: { dimension: 'pressure', factor: 1 },
  hPa: { dimension: 'pressure', factor: 100 },
  kPa: { dimension: 'pressure', factor: 1000 },
  MPa: { dimension: 'pressure', factor: 1_000_000 },
  bar: { dimension: 'pressure', factor: 100_000 },
  mbar: { dimension: 'pressure', factor: 100 },
  psi: { dimension: 'pressure', factor: 6894.757293168 },
  '%': { dimension: 'ratio', factor: 0.01 },
  '1': { dimension: 'ratio', factor: 1 },
  Hz: { dimension: 'frequency', factor: 1 },
  kHz: { dimension: 'frequency', factor: 1000 },
  s: { dimension: 'time', factor: 1 },
  min: { dimension: 'time', factor: 60 },
  h: { dimension: 'time', factor: 3600 },
  mg: { dimension: 'acceleration', factor: 1 },
  g: { dimension: 'acceleration', factor: 1000 },
  'm/s': { dimension: 'speed', factor: 1 },
  'mm/s': { dimension: 'speed', factor: 0.001 },
  'km/h': { dimension: 'speed', factor: 1 / 3.6 },
  kt: { dimension: 'speed', factor: 1852 / 3600 },
  N: { dimension: 'force', factor: 0.001 },
  kN: { dimension: 'force', factor: 1 },
  MN: { dimension: 'force', factor: 1000 },
  kgf: { dimension: 'force', factor: 0.00980665 },
  tf: { dimension: 'force', factor: 9.80665 },
  με: { dimension: 'strain', factor: 1 },
  'm/s²': { dimension: 'acceleration', factor: 1000 / 9.80665 },
};

/**
 * A function from `from` to a channel's unit (SI definitions; 1 in = 25.4 mm, 1 psi = 6894.757 Pa, g = 9.80665 m/s²,
 * 1 kt = 1852 m/h).
 * Null when the two do not measure the same thing.
 */
export function converter(from: string, to: Unit | null): ((value: number) => number) | null {
  if (from === to) return (value) => value;
  const source = scales[from];
  const target = to === null ? undefined : scales[to];
  if (source === undefined || target === undefined || source.dimension !== target.dimension) return null;
  return (value) => (value * source.factor + (source.offset ?? 0) - (target.offset ?? 0)) / target.factor;
}

/** Units that measure the same thing as a channel's own, itself first. */
export function unitsLike(own: Unit | null): readonly string[] {
  const dimension = own === null ? undefined : scales[own]?.dimension;
  if (own === null || dimension === undefined) return own === null ? [] : [own];
  return [
    own,
    ...Object.keys(scales).filter((unit) => unit !== own && scales[unit]?.dimension === dimension),
  ];
}
