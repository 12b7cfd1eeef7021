/** A run of tests ends as its tests did, and leaves nothing behind, also where it had a PostgreSQL. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const postgres = new URL('../../support/postgres.ts', import.meta.url).href;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

/** Runs the script in a process that has loaded the PostgreSQL of the tests. */
const ended = (script: string) =>
  new Promise<Ended>((resolve) => {
    let [out, errors] = ['', ''];
    const child = execFile(
      process.execPath,
      [
        '--import',
        'tsx',
        '--input-type=module',
        '-e',
        `const { startOwnPostgres } = await import('${postgres}'); ${script}`,
      ],
      { cwd: fileURLToPath(new URL('../../../', import.meta.url)) },
    );
    child.stdout?.on('data', (part) => (out += String(part)));
    child.stderr?.on('data', (part) => (errors += String(part)));
    child.once('close', (code) => resolve({ code, out, errors }));
  });

test.each([
  ['a code that was set', 'process.exitCode = 3;', 3],
  ['success', '', 0],
  ['a code that it ends with at once', 'process.exit(4);', 4],
  ['success at once', 'process.exit(0);', 0],
  ['success, a server stopped', 'await (await startOwnPostgres()).stop();', 0],
  [
    'a code that was set, a server stopped',
    'await (await startOwnPostgres()).stop(); process.exitCode = 3;',
    3,
  ],
])('keeps %s', async (_, script, code) => {
  expect(await ended(script)).toEqual({ code, out: '', errors: '' });
});

test('ends the server of a process that ends at once', async () => {
  const { code, out } = await ended(
    'const { port } = await startOwnPostgres(); console.log(port); process.exit(5);',
  );
  expect(code).toBe(5);
  const answers = () =>
    fetch(`http://127.0.0.1:${Number(out)}`).then(
      () => true,
      (error: Error) =>
        !String((error.cause as { code?: string } | undefined)?.code).includes('ECONNREFUSED'),
    );
  await expect.poll(answers, { timeout: 10_000 }).toBe(false);
});
