import { proxy, useSnapshot } from 'valtio';
import { preferences } from './preferences.ts';
import { readStored, writeStored } from './stored.ts';

/** How much room a panel takes (src/console/README.md#pages): its own, none but its title, or the whole window. */
export type PanelState = 'default' | 'collapse' | 'fullscreen';
type PanelStates = Readonly<Record<string, PanelState>>;

const states: readonly unknown[] = ['default', 'collapse', 'fullscreen'];
const isStates = (value: unknown): value is PanelStates =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((state) => states.includes(state));

const kept = proxy<{ account: string | null; of: PanelStates }>({ account: null, of: {} });

function load(account: string): void {
  kept.account = account;
  kept.of = readStored(`panels.${account}`, {}, isStates);
}

/** States of the panels of whoever is signed in; a panel that was never touched is `default`. */
export function usePanels(): PanelStates {
  const { account } = useSnapshot(preferences);
  const { of, account: loaded } = useSnapshot(kept);
  return loaded === account ? of : readStored(`panels.${account}`, {}, isStates);
}

/**
 * Folds a panel away or gives it the window; what it has already is taken back. Kept per user. One panel at most has
 * the window.
 */
export function togglePanel(panel: string, state: Exclude<PanelState, 'default'>): void {
  if (kept.account !== preferences.account) load(preferences.account);
  const others = Object.entries(kept.of).filter(
    ([name, other]) => name !== panel && (state !== 'fullscreen' || other !== 'fullscreen'),
  );
  kept.of = { ...Object.fromEntries(others), [panel]: kept.of[panel] === state ? 'default' : state };
  writeStored(`panels.${preferences.account}`, kept.of);
}
