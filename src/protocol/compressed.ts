/** Compressed payloads of Sparkplug B: an outer payload whose body is the real one, deflated or gzipped. */
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { limits, type Payload, PayloadError } from './payload.ts';

/** Marks a payload as compressed. */
export const compressedUuid = 'SPBV1.0_COMPRESSED';

/**
 * The bytes within a compressed payload, at most `limits.inflatedBytes`. Throws PayloadError `compressed` for an
 * unknown algorithm, damaged data, or more bytes than that.
 */
export function inflate({ body, metrics }: Payload): Uint8Array {
  if (body === null) throw new PayloadError('compressed', 'no body');
  const reported = metrics.find(({ name }) => name === 'algorithm')?.value ?? 'DEFLATE';
  const algorithm = String(reported).toUpperCase();
  const options = { maxOutputLength: limits.inflatedBytes };
  try {
    if (algorithm === 'GZIP') return gunzipSync(body, options);
    if (algorithm === 'DEFLATE') {
      // With zlib's header as the reference implementations write it, or bare.
      const hasHeader = (body[0] ?? 0) % 16 === 8 && (((body[0] ?? 0) << 8) | (body[1] ?? 0)) % 31 === 0;
      return hasHeader ? inflateSync(body, options) : inflateRawSync(body, options);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new PayloadError('compressed', code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : code);
  }
  throw new PayloadError('compressed', algorithm.slice(0, 32));
}
