/**
 * `npm run audit:dependencies`: every package of the lock file with its licence and its known holes, from what the
 * registry gives: licences stand in the lock file (and, where it has none, in the installed package), holes are asked
 * for by `npm audit`. Where the registry gives nothing, that is said: not known is not the same as none.
 *
 * Exit code: 0 everything is known and no hole is reported; 1 a hole, or a licence that is not allowed; 2 no hole is
 * reported, but something is not known. `--json` prints the same as JSON; `--lock FILE` reads another lock file.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Licences under which the product may be given away; an SPDX expression may combine them. */
const agreed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  // Of libvips, a library that stays a file of its own, as sharp brings it.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/** Besides them, of what is not given away with the product: a copyleft that ends at the package's own files. */
const agreedBeside = new Set([...agreed, 'EPL-2.0']);

interface Locked {
  readonly version?: string;
  readonly license?: string | { readonly type?: string };
  readonly dev?: boolean;
  readonly link?: boolean;
}
interface Dependency {
  readonly name: string;
  readonly version: string;
  /** Runs in the product, or only beside it (tests, tools). */
  readonly use: 'product' | 'development';
  /** Null = not known. */
  readonly licence: string | null;
  readonly isAgreed: boolean;
}
interface Hole {
  readonly name: string;
  readonly severity: string;
  readonly range: string;
  readonly titles: readonly string[];
}

const { values } = parseArgs({ options: { json: { type: 'boolean' }, lock: { type: 'string' } } });
const lockPath = resolve(values.lock ?? 'package-lock.json');
const folder = dirname(lockPath);

/** True for an expression of agreed licences: with OR one is enough, with AND all are needed. */
function isAgreed(expression: string, list: ReadonlySet<string>): boolean {
  const plain = expression.replace(/[()]/g, ' ').trim();
  return plain
    .split(/\s+OR\s+/i)
    .some((choice) => choice.split(/\s+AND\s+/i).every((licence) => list.has(licence.trim())));
}

function licenceOf(place: string, { license }: Locked): string | null {
  const text = (value: Locked['license']) => (typeof value === 'string' ? value : (value?.type ?? null));
  const locked = text(license);
  if (locked !== null && locked !== '') return locked;
  const manifest = join(folder, place, 'package.json');
  if (!existsSync(manifest)) return null;
  return text((JSON.parse(readFileSync(manifest, 'utf8')) as Locked).license) || null;
}

function readDependencies(): readonly Dependency[] {
  const { packages } = JSON.parse(readFileSync(lockPath, 'utf8')) as { packages: Record<string, Locked> };
  return Object.entries(packages)
    .filter(([place, locked]) => place !== '' && locked.link !== true)
    .map(([place, locked]): Dependency => {
      const licence = licenceOf(place, locked);
      return {
        name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
        version: locked.version ?? '?',
        use: locked.dev === true ? 'development' : 'product',
        licence,
        isAgreed: licence !== null && isAgreed(licence, locked.dev === true ? agreedBeside : agreed),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));
}

/** The holes that the registry reports, or the reason why it reports none. */
function askHoles(): { readonly holes: readonly Hole[] } | { readonly unknown: string } {
  const asked = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  interface Reported {
    readonly message?: string;
    readonly error?: { readonly summary?: string; readonly detail?: string; readonly code?: string };
    readonly vulnerabilities?: Readonly<
      Record<
        string,
        {
          readonly severity: string;
          readonly range: string;
          readonly via: readonly (string | { readonly title?: string; readonly url?: string })[];
        }
      >
    >;
  }
  let reported: Reported;
  try {
    reported = JSON.parse(asked.stdout) as Reported;
  } catch {
    const said = (asked.error?.message ?? asked.stderr ?? '').trim().split('\n').at(-1) ?? '';
    return { unknown: said === '' ? 'no answer' : said };
  }
  if (reported.vulnerabilities === undefined)
    return { unknown: reported.message ?? reported.error?.summary ?? reported.error?.code ?? 'no answer' };
  return {
    holes: Object.entries(reported.vulnerabilities).map(([name, { severity, range, via }]) => ({
      name,
      severity,
      range,
      titles: via.map((entry) =>
        typeof entry === 'string' ? `through ${entry}` : `${entry.title ?? ''} ${entry.url ?? ''}`.trim(),
      ),
    })),
  };
}

const dependencies = readDependencies();
const answer = askHoles();
const unlicensed = dependencies.filter(({ licence }) => licence === null);
const refused = dependencies.filter((entry) => entry.licence !== null && !entry.isAgreed);
if (values.json) console.log(JSON.stringify({ dependencies, ...answer }, null, 2));
else {
  const width = Math.max(...dependencies.map(({ name, version }) => name.length + version.length + 1));
  for (const { name, version, use, licence, isAgreed: fits } of dependencies)
    console.log(
      `${`${name}@${version}`.padEnd(width)}  ${use.padEnd(11)}  ${licence ?? 'licence not known'}${
        fits || licence === null ? '' : '  (to be agreed to)'
      }`,
    );
  console.log(
    `\n${dependencies.length} packages; licence not known: ${unlicensed.length}; to be agreed to: ${refused.length}`,
  );
  if ('unknown' in answer)
    console.log(`Known holes: not known. The registry gave nothing: ${answer.unknown}`);
  else if (answer.holes.length === 0) console.log('Known holes: none, says the registry');
  else {
    console.log(`Known holes, says the registry: ${answer.holes.length}`);
    for (const { name, severity, range, titles } of answer.holes)
      console.log(`  ${name} ${range}: ${severity}. ${titles.join('; ')}`);
  }
}
const hasHole = 'holes' in answer && answer.holes.length > 0;
const isUnknown = 'unknown' in answer || unlicensed.length > 0;
process.exitCode = hasHole || refused.length > 0 ? 1 : isUnknown ? 2 : 0;
