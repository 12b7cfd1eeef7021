/**
 * The rooms of the house and who may import whom, as an allow-list: a file in no room and an import that is not
 * listed are violations. The README of the project says what each room is.
 */
interface Room {
  readonly path: string;
  /** Rooms (by path) that it may import; `type:` before one = by `import type` alone. */
  readonly rooms: readonly string[];
  /** Only a room that names it may import it, not one that names a room around it. */
  readonly closed?: boolean;
  /** Packages; `prefix/*` allows all of a scope, `node:*` Node's own modules. */
  readonly packages: readonly string[];
}

const pure = ['src/base', 'src/catalogue', 'src/domain', 'src/derive'];
const consoleRooms = [...pure, 'src/contract', 'src/command'];

export const rooms: readonly Room[] = [
  { path: 'locales', rooms: [], packages: [] },
  { path: 'src/base', rooms: ['type:locales'], packages: [] },
  { path: 'src/catalogue', rooms: ['src/base'], packages: [] },
  { path: 'src/domain', rooms: ['src/base', 'src/catalogue'], packages: [] },
  { path: 'src/derive', rooms: ['src/base', 'src/catalogue', 'src/domain'], packages: ['typebox'] },
  { path: 'src/contract', rooms: ['src/base', 'src/catalogue', 'src/derive'], packages: ['typebox'] },
  { path: 'src/protocol', rooms: ['src/base'], packages: ['protobufjs', 'node:zlib'] },
  { path: 'src/command', rooms: ['src/base', 'src/domain', 'src/contract'], packages: ['typebox'] },
  { path: 'commands', rooms: [...pure, 'src/contract', 'src/command'], packages: ['typebox'] },
  // The lists of all: for the shell alone, else a screen would take every command along.
  ...['first', 'later', 'index'].map((list) => ({
    path: `commands/${list}.ts`,
    closed: true,
    rooms: ['commands', 'commands/first.ts', 'commands/later.ts', 'src/command'],
    packages: [],
  })),
  { path: 'src/script', rooms: pure, packages: ['typebox'] },
  // It runs where nothing else is: of the house it knows types alone.
  { path: 'src/script/guest', rooms: ['type:src/script', 'type:src/catalogue'], packages: [] },
  { path: 'src/simulator', rooms: [...pure, 'src/protocol'], packages: ['mqtt'] },
  // It knows none of those that it works for.
  { path: 'src/server/work', rooms: ['src/server/steady.ts'], packages: ['node:async_hooks'] },
  {
    path: 'src/server',
    rooms: [...pure, 'src/contract', 'src/protocol', 'src/script', 'src/server/work', 'locales'],
    packages: [
      'node:*',
      'fastify',
      '@fastify/*',
      'typebox',
      '@photostructure/sqlite',
      'kysely',
      'pg',
      'aedes',
      'mqtt',
      '@node-rs/argon2',
      'otpauth',
      'pino',
      'prom-client',
      'nodemailer',
      '@resvg/resvg-js',
      'sharp',
      'web-push',
      'ipaddr.js',
      'csv-parse',
      'yazl',
      'hyparquet-writer',
      'pdfkit',
      'fontkit',
      'mathjs',
      '@formatjs/intl',
      'pinyin-pro',
      'quickjs-emscripten-core',
      '@jitl/quickjs-ng-wasmfile-release-sync',
      'sucrase',
      // From the sources alone: it bundles the guest.
      'rolldown',
    ],
  },
  {
    path: 'src/console/state',
    rooms: [...consoleRooms, 'commands'],
    packages: ['react', 'valtio', 'ky', '@tanstack/react-query'],
  },
  {
    path: 'src/console/components',
    rooms: [...pure, 'src/command', 'commands'],
    packages: [
      'react',
      'react-dom',
      'react-intl',
      'react-aria-components',
      '@internationalized/date',
      'lucide-react',
      'uplot',
      'maplibre-gl',
      'pmtiles',
      'monaco-editor',
      'cmdk',
      '@tanstack/react-virtual',
      'topojson-client',
      'world-atlas',
      'react-grid-layout',
      'geojson',
      'topojson-specification',
      'xlsx',
    ],
  },
  {
    path: 'src/console/features',
    rooms: [...consoleRooms, 'src/console/state', 'src/console/components', 'src/script', 'commands'],
    packages: ['react', 'valtio', 'wouter', '@tanstack/react-query', '@tanstack/react-virtual', 'xlsx'],
  },
  // Its screens are found by folder, when they are opened.
  { path: 'src/console/pages', rooms: ['src/base', 'src/contract'], packages: ['react'] },
  {
    path: 'src/console/shell',
    rooms: [...consoleRooms, 'src/console', 'commands', 'commands/first.ts', 'commands/later.ts', 'locales'],
    packages: [
      'react',
      'react-dom',
      'react-intl',
      'wouter',
      'valtio',
      'cmdk',
      'hotkeys-js',
      '@tanstack/react-query',
      'lucide-react',
      '@fontsource-variable/*',
    ],
  },
  {
    path: 'src/main',
    rooms: [...pure, 'src/contract', 'src/protocol', 'src/script', 'src/simulator', 'src/server', 'locales'],
    // The demo takes its own mails.
    packages: ['node:*', 'pino', 'rolldown', 'mailparser', 'smtp-server'],
  },
  {
    path: 'src/cli',
    rooms: ['src/base', 'src/catalogue', 'src/contract', 'src/server/words.ts'],
    packages: ['node:*', 'csv-parse', 'ky'],
  },
  { path: 'scripts', rooms: ['src/script'], packages: ['groundwatch'] },
  // Tests may import anything; nothing imports them, because no other room lists them.
  { path: 'tests', rooms: [], packages: [] },
];

const top = new Set([
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'LICENSE',
  'biome.json',
]);

const inside = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

/** The room of a file: the longest path that holds it; `null` = in no room. Dot files, READMEs and the top's own are free. */
export function roomOf(file: string): Room | 'top' | null {
  if (top.has(file) || file.startsWith('.') || file.endsWith('/README.md')) return 'top';
  return (
    rooms.filter((room) => inside(file, room.path)).sort((a, b) => b.path.length - a.path.length)[0] ?? null
  );
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"](\.[^'"]+)['"]/g;

/** Imports of a source text: the specifier and whether it is by type alone. */
export function importsOf(text: string): readonly { specifier: string; typeOnly: boolean }[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...code.matchAll(importPattern)].map((match) => ({
    specifier: match[2] ?? match[3] ?? match[4] ?? '',
    typeOnly: match[1] !== undefined,
  }));
}

function resolve(file: string, specifier: string): string {
  const parts = file.split('/').slice(0, -1);
  for (const step of specifier.replace(/\?.*$/, '').split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  return parts.join('/');
}

function allowsPackage(room: Room, specifier: string): boolean {
  return room.packages.some((allowed) => {
    if (allowed.endsWith('*')) return specifier.startsWith(allowed.slice(0, -1));
    return specifier === allowed || specifier.startsWith(`${allowed}/`);
  });
}

/** What is wrong with one file, in words; empty = nothing. */
export function violations(file: string, text: string): readonly string[] {
  const room = roomOf(file);
  if (room === null) return [`${file} is in no room`];
  if (room === 'top' || room.path === 'tests' || !/\.(ts|tsx|css|html)$/.test(file)) return [];
  return importsOf(text).flatMap(({ specifier, typeOnly }) => {
    if (!specifier.startsWith('.')) {
      return allowsPackage(room, specifier) ? [] : [`${room.path} may not import the package ${specifier}`];
    }
    const target = resolve(file, specifier);
    const targetRoom = roomOf(target);
    if (targetRoom === room && room.path !== 'src/console/features') return [];
    if (room.path === 'src/console/features' && inside(target, room.path)) {
      const feature = (path: string) => path.split('/')[3];
      return feature(file) === feature(target) ? [] : [`${file} imports another feature: ${specifier}`];
    }
    const names = (entry: string) =>
      targetRoom !== 'top' && targetRoom?.closed ? entry === target : inside(target, entry);
    const allowed = room.rooms.some((entry) =>
      entry.startsWith('type:') ? typeOnly && names(entry.slice(5)) : names(entry),
    );
    return allowed ? [] : [`${room.path} may not import ${target}${typeOnly ? ' (type)' : ''}`];
  });
}
