/** A run of tests that failed ends as one that failed, also where it had a PostgreSQL. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const postgres = new URL('../../support/postgres.ts', import.meta.url).href;

test('a process that has loaded the PostgreSQL of the tests keeps its exit code', async () => {
  const code = await new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', `await import('${postgres}'); process.exitCode = 3;`],
      { cwd: fileURLToPath(new URL('../../../', import.meta.url)) },
    );
    child.once('exit', resolve);
  });
  expect(code).toBe(3);
});
