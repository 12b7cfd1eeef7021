/** Values between a decoded metric and storage or a form. Int64 arrives as bigint; null is null everywhere. */
import { enums } from '../catalogue/index.ts';
import type { Channel, ParameterField, ParameterValue } from '../catalogue/model.ts';

/** A decoded scalar of a metric. */
export type MetricScalar = number | bigint | boolean | string | null;

/** The number of a value, exactly: an integer that a double cannot hold is none. */
const safeNumber = (raw: MetricScalar): number | undefined => {
  const value = typeof raw === 'bigint' ? Number(raw) : raw;
  if (typeof raw === 'bigint' && BigInt(Number(raw)) !== raw) return undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};
const safeInteger = (raw: MetricScalar, below: number): number | undefined => {
  const value = safeNumber(raw);
  return value !== undefined && Number.isInteger(value) && value >= 0 && value < below ? value : undefined;
};

/** Of a set's value the bits beyond its `known` members; 0 for none, and for what is no set at all. */
export function unknownBits(known: number, raw: MetricScalar | undefined): number {
  const bits = raw === undefined ? undefined : safeInteger(raw, 2 ** 32);
  return bits === undefined ? 0 : Math.floor(bits / 2 ** known) * 2 ** known;
}

/**
 * The stored form of a channel's metric value: number, code, 0/1, bits, UTC ms, or text. Undefined where the value
 * does not fit the channel (wrong type, code unknown, not finite, an integer that would be rounded, too long); samples
 * never fit. Bits that the catalogue does not know are kept: they are what the device said, and nobody reads them.
 */
export function storedValue(channel: Channel, raw: MetricScalar): number | string | null | undefined {
  if (raw === null) return null;
  switch (channel.type) {
    case 'number':
      return safeNumber(raw);
    case 'enum':
      return safeInteger(raw, enums[channel.values].values.length);
    case 'flag':
      return typeof raw === 'boolean' ? Number(raw) : undefined;
    case 'flagSet':
      return safeInteger(raw, 2 ** 32);
    case 'time':
      return safeInteger(raw, 8.64e15);
    case 'text':
      return typeof raw === 'string' && raw.length <= channel.maxLength ? raw : undefined;
    case 'samples':
      return undefined;
  }
}

/** The metric value of a stored channel value: the inverse of `storedValue`. */
export function metricValue(channel: Channel, stored: number | string | null): MetricScalar {
  return channel.type === 'flag' && stored !== null ? stored !== 0 : stored;
}

/** The metric value of a parameter; a value that the field does not know becomes null. */
export function parameterMetricValue(field: ParameterField, value: ParameterValue): MetricScalar {
  if (value === null) return null;
  if (field.type === 'enum') {
    const code = enums[field.values].values.indexOf(String(value));
    return code < 0 ? null : code;
  }
  if (field.type === 'set') {
    const members = typeof value === 'object' ? value : [];
    return enums[field.values].values.reduce(
      (bits, id, bit) => (members.includes(id) ? bits + 2 ** bit : bits),
      0,
    );
  }
  return typeof value === 'object' ? null : value;
}

/**
 * A parameter's value from its metric: the inverse. Undefined where it does not fit the field's type. Of a set the
 * members that the catalogue knows; `unknownBits` tells the others.
 */
export function parameterFromMetric(field: ParameterField, raw: MetricScalar): ParameterValue | undefined {
  if (raw === null) return null;
  switch (field.type) {
    case 'number':
      return safeNumber(raw);
    case 'date':
      return safeInteger(raw, 8.64e15);
    case 'flag':
      return typeof raw === 'boolean' ? raw : undefined;
    case 'text':
    case 'secret':
      return typeof raw === 'string' ? raw : undefined;
    case 'enum': {
      const { values } = enums[field.values];
      const code = safeInteger(raw, values.length);
      return code === undefined ? undefined : values[code];
    }
    case 'set': {
      const { values } = enums[field.values];
      const bits = safeInteger(raw, 2 ** 32);
      return bits === undefined
        ? undefined
        : values.filter((_, bit) => Math.floor(bits / 2 ** bit) % 2 === 1);
    }
  }
}
