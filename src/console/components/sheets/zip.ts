/** What a zip file unpacks to, found out without keeping any of it: a small file can hold a very large one. */

const entryOf = 0x02014b50;
const endOf = 0x06054b50;
const mostEntries = 100;

/** @returns bytes until `limit` is passed */
async function inflated(bytes: Uint8Array<ArrayBuffer>, limit: number): Promise<number> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return size;
    size += value.length;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      return size;
    }
  }
}

/** True for a zip file whose files together are no larger than `limit` bytes, whatever it says of itself. */
export async function unpacksWithin(file: ArrayBuffer, limit: number): Promise<boolean> {
  const view = new DataView(file);
  let end = file.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== endOf) end -= 1;
  if (end < 0) return false;
  const count = view.getUint16(end + 10, true);
  if (count > mostEntries) return false;
  let left = limit;
  try {
    for (let index = 0, at = view.getUint32(end + 16, true); index < count; index += 1) {
      if (view.getUint32(at, true) !== entryOf) return false;
      const method = view.getUint16(at + 10, true);
      const packed = view.getUint32(at + 20, true);
      const head = view.getUint32(at + 42, true);
      const start = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
      if (method !== 0 && method !== 8) return false;
      left -= method === 0 ? packed : await inflated(new Uint8Array(file, start, packed), left);
      if (left < 0) return false;
      at +=
        46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
  } catch {
    // An offset that leads out of the file, or what is no deflated data.
    return false;
  }
  return true;
}
