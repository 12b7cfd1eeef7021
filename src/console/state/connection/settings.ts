import { proxy } from 'valtio';
import type { DataOf } from '../../../contract/call.ts';
import * as contract from '../../../contract/company/session.ts';
import { request } from './client.ts';

/** What the server says of itself before anyone is signed in; null until it has. */
export const settings = proxy<{ value: DataOf<typeof contract.settings> | null }>({ value: null });

let asking: Promise<void> | null = null;

/** Asks once, whoever wants them. Without an answer the console is that of the Chinese edition. */
export async function loadSettings(): Promise<void> {
  if (settings.value !== null) return;
  asking ??= readSettings().finally(() => {
    asking = null;
  });
  await asking;
}

/** Asks anew: somebody has changed them. */
export async function readSettings(): Promise<void> {
  settings.value = await request(contract.settings, {});
  document.body.dataset['edition'] = settings.value.edition;
}
