/** D6 S80: licences and known holes by a command, from a registry that speaks the protocol here on loopback. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../support/tools/audit-dependencies.ts', import.meta.url));
const root = fileURLToPath(new URL('../../../', import.meta.url));
let folder: string;
let registry: Server;
let holes: Record<string, unknown> | null = {};
const asked: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dependencies-'));
  registry = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    request.resume().on('end', () => {
      const name = (request.url ?? '').slice(1);
      const version = { name, version: '1.0.0', dist: { tarball: 'http://127.0.0.1/x', shasum: '' } };
      if (request.method !== 'POST')
        answer(200, { name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } });
      else answer(holes === null ? 405 : 200, holes ?? { error: 'not here' });
    });
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  registry.closeAllConnections();
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  holes = {};
});

/** Runs the command on a lock file of packages with these licences. */
async function run(licences: Readonly<Record<string, string | null>>, isDev = false) {
  const names = Object.keys(licences);
  const wanted = Object.fromEntries(names.map((name) => [name, '1.0.0']));
  const own = { name: 'trial', version: '1.0.0', [isDev ? 'devDependencies' : 'dependencies']: wanted };
  const packages = Object.fromEntries(
    names.map((name) => [
      `node_modules/${name}`,
      {
        version: '1.0.0',
        ...(licences[name] === null ? {} : { license: licences[name] }),
        ...(isDev ? { dev: true } : {}),
      },
    ]),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify(own));
  const lock = { name: 'trial', version: '1.0.0', lockfileVersion: 3, requires: true };
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: { '': own, ...packages } }),
  );
  const { port } = registry.address() as AddressInfo;
  const environment = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: join(folder, 'cache'),
    npm_config_fetch_retries: '0',
  };
  const tsx = join(root, 'node_modules/.bin/tsx');
  return new Promise<{ code: number; text: string }>((resolve) => {
    const options = { env: environment, cwd: root };
    execFile(tsx, [script, '--lock', join(folder, 'package-lock.json')], options, (error, text) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text }),
    );
  });
}
const hole = [
  {
    id: 1,
    url: 'https://example.org/hole',
    title: 'It lets anybody in',
    severity: 'high',
    vulnerable_versions: '<=1.0.0',
    cwe: [],
    cvss: { score: 8, vectorString: null },
  },
];

describe('D6 S80: npm run audit:dependencies', () => {
  it('D6: lists each package with its licence, and that the registry knows of no hole', async () => {
    const { code, text } = await run({ 'trial-a': 'MIT', 'trial-b': '(GPL-3.0 OR Apache-2.0)' });
    expect(text).toMatch(/trial-a@1\.0\.0 +product +MIT\n/);
    expect(text).toMatch(/trial-b@1\.0\.0 +product +\(GPL-3\.0 OR Apache-2\.0\)\n/);
    expect(text).toContain('2 packages; licence not known: 0; to be agreed to: 0');
    expect(text).toContain('Known holes: none');
    expect(asked.some((line) => line.startsWith('POST /-/npm/v1/security/'))).toBe(true);
    expect(code).toBe(0);
  });
  it('D6: names a vulnerability, its severity and its advisory', async () => {
    holes = { 'trial-a': hole };
    const { code, text } = await run({ 'trial-a': 'MIT', 'trial-b': 'ISC' });
    expect(text).toContain('Known holes, says the registry: 1');
    expect(text).toMatch(/trial-a \S+: high\. It lets anybody in https:\/\/example\.org\/hole/);
    expect(code).toBe(1);
  });
  it('D6: says so where the registry gives nothing, and does not call that none', async () => {
    holes = null;
    const { code, text } = await run({ 'trial-a': 'MIT', 'trial-c': null });
    expect(text).toContain('Known holes: not known. The registry gave nothing');
    expect(text).not.toContain('none');
    expect(text).toMatch(/trial-c@1\.0\.0 +product +licence not known/);
    expect(code).toBe(2);
  });
  it('D6: points at a licence that nobody has agreed to, in the product and beside it', async () => {
    const licences = { 'trial-a': 'GPL-3.0', 'trial-b': 'EPL-2.0', 'trial-c': 'MIT AND GPL-3.0' };
    const { code, text } = await run(licences);
    expect(text).toContain('to be agreed to: 3');
    expect(code).toBe(1);
    expect((await run(licences, true)).text).toContain('to be agreed to: 2');
  });
});
