import { get } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Bench } from './bench.ts';
import { channels, startHistoryServer } from './history-server.ts';

const rows = 100_000;
const step = 60_000;
/** Rows that one answer holds at most (contract/history-calls). */
const most = 65_536;

/** Bytes of an answer's body as they come over the wire. */
function bytesOf(url: string, token: string): Promise<number> {
  const headers = { authorization: token, 'accept-encoding': 'gzip' };
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${url}: ${response.statusCode}`));
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

/** P12: bytes on the wire of 100,000 readings × 4 channels, against their rows as gzipped JSON. */
export const bench: Bench = {
  id: 'P12',
  title: 'bytes on the wire, 100k rows × 4 channels, against JSON rows, gzip 6',
  async run() {
    const server = await startHistoryServer(rows, step, 0.02);
    try {
      let ours = 0;
      for (let first = 0; first < rows; first += most) {
        const from = server.from + first * step;
        const to = Math.min(server.to, from + most * step);
        const range = `from=${from}&to=${to}&bins=1&rawUpTo=${most}`;
        const path = `/rest/history/1/columns?row=tilt&channels=${channels.join(',')}&${range}`;
        ours += await bytesOf(server.address + path, server.token);
      }
      const reference = gzipSync(await server.json(), { level: 6 }).length;
      return [{ ours: ours / 1024, reference: reference / 1024, unit: 'KB', goal: 0.45 }];
    } finally {
      await server.stop();
    }
  },
};
