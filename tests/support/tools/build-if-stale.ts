/** Builds console and server when dist is missing or older than a source file. Runs before `start` and `demo`. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = [
  'src',
  'commands',
  'scripts',
  'locales',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
];
const products = ['dist/console/index.html', 'dist/server/main.js'];

function modified(path: string): number {
  const entry = statSync(root + path, { throwIfNoEntry: false });
  return entry?.mtimeMs ?? 0;
}

function newest(path: string): number {
  const entry = statSync(root + path, { throwIfNoEntry: false });
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  return readdirSync(root + path, { recursive: true, encoding: 'utf8' }).reduce(
    (latest, name) => Math.max(latest, modified(`${path}/${name}`)),
    0,
  );
}

/** When a source was last changed, ms. */
export const newestSource = (): number => Math.max(...sources.map(newest));

/** True when a product of the build is missing or a source is newer than the oldest product. */
export function isStale(): boolean {
  return newestSource() > Math.min(...products.map(modified));
}

/** Runs the build where it is needed. @throws Error when the build fails. */
export function buildIfStale(): void {
  if (!isStale()) return;
  console.log('Building console and server …');
  const result = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // The build is to be the same when a test asks for it.
    env: { ...process.env, VITEST: '', NODE_ENV: 'production' },
  });
  if (result.status !== 0) throw new Error('the build failed: run "npm run build" to see why');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildIfStale();
