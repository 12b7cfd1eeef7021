/**
 * Gets what the tests need and this machine lacks: a Chromium, CJK fonts, mosquitto, HAProxy, poppler. A tool that cannot be had is an
 * error that names it: nothing is skipped.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const found = (paths: readonly (string | undefined)[]): string | null =>
  paths.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null;

/**
 * A Chromium without the window of a browser around its pages. It takes two thirds of the processor time: the whole one
 * runs its own toolbar as pages beside each page of a test.
 */
const findHeadlessShell = () =>
  found([process.env['CHROMIUM_PATH'], chromium.executablePath(), '/usr/bin/chromium-headless-shell']);

/** Path of the Chromium that the tests drive: CHROMIUM_PATH, Playwright's own, Debian's, Chrome; null = none found. */
export const findChromium = (): string | null =>
  findHeadlessShell() ?? found(['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']);

/** Path of the mosquitto broker, or null. */
export function findMosquitto(): string | null {
  return (
    [
      process.env['MOSQUITTO_PATH'],
      '/usr/sbin/mosquitto',
      '/usr/local/sbin/mosquitto',
      '/opt/homebrew/sbin/mosquitto',
    ].find((path) => path !== undefined && existsSync(path)) ?? null
  );
}

/** Path of HAProxy, or null. */
export const findHaproxy = (): string | null =>
  found([
    process.env['HAPROXY_PATH'],
    '/usr/sbin/haproxy',
    '/usr/local/sbin/haproxy',
    '/opt/homebrew/bin/haproxy',
  ]);

const runs = (program: string): boolean => spawnSync(program, ['-v']).error === undefined;

function hasMosquittoSub(): boolean {
  return spawnSync('mosquitto_sub', ['--help']).error === undefined;
}

function hasCjkFont(): boolean {
  const found = spawnSync('fc-list', [':lang=ja', 'family'], { encoding: 'utf8' });
  return found.status === 0 && found.stdout.trim() !== '';
}

/** `packages`: of each, the first of its names that this Debian has. */
function installDebian(packages: readonly (string | readonly [string, string])[]): void {
  const isRoot = process.getuid?.() === 0;
  if (!existsSync('/usr/bin/apt-get') || !isRoot) return;
  const options = { stdio: 'inherit' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  execFileSync('apt-get', ['update', '-qq'], options);
  const isKnown = (name: string) => spawnSync('apt-cache', ['show', '--no-all-versions', name]).status === 0;
  const names = packages.map((one) => {
    if (typeof one === 'string') return one;
    const [wanted, otherwise] = one;
    return isKnown(wanted) ? wanted : otherwise;
  });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options);
}

/** @throws Error naming the tools that are missing and could not be installed. */
export function ensureTools(): void {
  const wanted = [
    { name: 'CJK fonts', packages: ['fontconfig', 'fonts-noto-cjk'], present: hasCjkFont },
    { name: 'mosquitto', packages: ['mosquitto'], present: () => findMosquitto() !== null },
    { name: 'haproxy', packages: ['haproxy'], present: () => findHaproxy() !== null },
    { name: 'pdftotext', packages: ['poppler-utils'], present: () => runs('pdftotext') },
    { name: 'unzip', packages: ['unzip'], present: () => runs('unzip') },
    { name: 'mosquitto_sub', packages: ['mosquitto-clients'], present: hasMosquittoSub },
  ];
  const missing = wanted.filter((tool) => !tool.present());
  const packages = [
    ...missing.flatMap((tool) => tool.packages),
    ...(findHeadlessShell() === null ? [['chromium-headless-shell', 'chromium'] as const] : []),
  ];
  if (packages.length > 0) {
    console.log(`installing ${packages.flat().join(', ')}`);
    installDebian(packages);
  }
  if (findChromium() === null)
    spawnSync('npx', ['playwright', 'install', '--with-deps', 'chromium'], { stdio: 'inherit' });
  const absent = [
    ...wanted,
    { name: 'Chromium', packages: ['chromium'], present: () => findChromium() !== null },
  ].filter((tool) => !tool.present());
  if (absent.length > 0) {
    throw new Error(
      `the tests need ${absent.map((tool) => tool.name).join(', ')}: install ${absent.flatMap((tool) => tool.packages).join(' ')}`,
    );
  }
}
