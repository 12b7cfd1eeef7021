import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Of the build, beside its other programs. */
const built = new URL('./guest.js', import.meta.url);

async function bundled(): Promise<string> {
  if (existsSync(built)) return readFile(built, 'utf8');
  const { rolldown } = await import('rolldown');
  const source = fileURLToPath(new URL('../../../script/guest/index.ts', import.meta.url));
  const bundle = await rolldown({ input: source, platform: 'neutral' });
  const { output } = await bundle.generate({ format: 'es' });
  return output[0].code;
}

let code: Promise<string> | null = null;
/**
 * The text of the module "groundwatch", which is evaluated inside QuickJS before a script is: src/script/guest without
 * its types, in one piece. It names no other module.
 */
export function guestCode(): Promise<string> {
  code ??= bundled();
  return code;
}
