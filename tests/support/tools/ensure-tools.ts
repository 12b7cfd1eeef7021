/**
 * Gets what the tests need and this machine lacks: a Chromium, CJK fonts, mosquitto, poppler. A tool that cannot be had is an
 * error that names it: nothing is skipped.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Path of the Chromium that the tests drive: CHROMIUM_PATH, Playwright's own, Debian's, Chrome; null = none found. */
export function findChromium(): string | null {
  const candidates = [
    process.env['CHROMIUM_PATH'],
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null;
}

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

const runs = (program: string): boolean => spawnSync(program, ['-v']).error === undefined;

function hasMosquittoSub(): boolean {
  return spawnSync('mosquitto_sub', ['--help']).error === undefined;
}

function hasCjkFont(): boolean {
  const found = spawnSync('fc-list', [':lang=ja', 'family'], { encoding: 'utf8' });
  return found.status === 0 && found.stdout.trim() !== '';
}

function installDebian(packages: readonly string[]): void {
  const isRoot = process.getuid?.() === 0;
  if (!existsSync('/usr/bin/apt-get') || !isRoot) return;
  const options = { stdio: 'inherit' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
}

/** @throws Error naming the tools that are missing and could not be installed. */
export function ensureTools(): void {
  const wanted = [
    { name: 'chromium', packages: ['chromium'], present: () => findChromium() !== null },
    { name: 'CJK fonts', packages: ['fontconfig', 'fonts-noto-cjk'], present: hasCjkFont },
    { name: 'mosquitto', packages: ['mosquitto'], present: () => findMosquitto() !== null },
    { name: 'pdftotext', packages: ['poppler-utils'], present: () => runs('pdftotext') },
    { name: 'unzip', packages: ['unzip'], present: () => runs('unzip') },
    { name: 'mosquitto_sub', packages: ['mosquitto-clients'], present: hasMosquittoSub },
  ];
  const missing = wanted.filter((tool) => !tool.present());
  if (missing.length === 0) return;
  console.log(`installing ${missing.map((tool) => tool.name).join(', ')}`);
  installDebian(missing.flatMap((tool) => tool.packages));
  if (findChromium() === null) {
    spawnSync('npx', ['playwright', 'install', '--with-deps', 'chromium'], { stdio: 'inherit' });
  }
  const absent = wanted.filter((tool) => !tool.present());
  if (absent.length > 0) {
    throw new Error(
      `the tests need ${absent.map((tool) => tool.name).join(', ')}: install ${absent.flatMap((tool) => tool.packages).join(' ')}`,
    );
  }
}
