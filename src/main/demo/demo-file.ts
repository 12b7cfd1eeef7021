import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a demo remembers besides its database: readable by its owner alone. */
export interface DemoFile {
  readonly seed: number;
  /** The moment round which the fleet's stories happen, UTC ms. */
  readonly anchor: number;
  readonly stations: number;
  /** From it the RTUs' credentials come. */
  readonly secret: string;
  readonly accounts: readonly {
    readonly accountName: string;
    readonly password: string;
    readonly roleId: number;
  }[];
}

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/** Reads the demo's file, or makes one with new random passwords. */
export function openDemoFile(
  folder: string,
  stations: number,
): { readonly file: DemoFile; readonly isNew: boolean } {
  const path = join(folder, 'demo.json');
  if (existsSync(path)) return { file: JSON.parse(readFileSync(path, 'utf8')) as DemoFile, isNew: false };
  const file: DemoFile = {
    seed: 1,
    anchor: Math.floor(Date.now() / 60_000) * 60_000,
    stations,
    secret: random(24),
    accounts: (
      [
        ['maintainer', 1],
        ['operator', 2],
        ['viewer', 3],
        ['engineer', 2],
      ] as const
    ).map(([accountName, roleId]) => ({ accountName, password: random(9), roleId })),
  };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path, JSON.stringify(file, null, 2), { mode: 0o600 });
  return { file, isNew: true };
}

/** Broker credential of a simulated RTU: 256 bits out of the demo's secret. */
export function credentialOf(file: DemoFile): (sn: string) => string {
  return (sn) => createHmac('sha256', file.secret).update(sn).digest('base64url');
}
