import { first } from '../../../../commands/first.ts';
import { themes } from '../../../base/themes.ts';
import { commandsOf } from '../../../command/area.ts';
import type { Command, Origin } from '../../../command/command.ts';
import type { ChartPort, CommandContext } from '../../../command/context.ts';
import { createRegistry } from '../../../command/registry.ts';
import { addressOf, pageAt, tabOf } from '../../../contract/pages.ts';
import { loadChunk } from '../../components/chunks.ts';
import { addIcons } from '../../components/Icon.tsx';
import { actOffered, offered, offeredChoices } from '../../components/screen.ts';
import { hasToken, session, signOut } from '../../state/connection/session.ts';
import { closeOverlay, openKeySheet, openPalette, overlays } from '../../state/overlays.ts';
import {
  preferences,
  setLanguage,
  setMenuInHeader,
  setSideCollapsed,
  setTheme,
  setTransitions,
} from '../../state/preferences.ts';
import { shown } from '../../state/shown.ts';
import { stationsView } from '../../state/sites/stations.ts';
import {
  closeTabs,
  closingUnsaved,
  homeAddress,
  moveTab,
  nextTab,
  openTab,
  pinTab,
  reopenTab,
  tabs,
  unsaved,
} from '../../state/tabs.ts';
import { copyAddress, filterOfPage, focusContent, focusRegion } from '../regions.ts';
import { until } from './until.ts';

export const registry = createRegistry(commandsOf(first));

let later: Promise<void> | null = null;

/** Takes in what the first screen needs none of, once: commands and icons. @throws ChunkProblem; the next call tries again */
export function loadLater(): Promise<void> {
  later ??= loadChunk(() => import('./later.ts')).then(
    ({ later: areas, laterIcons }) => {
      addIcons(laterIcons);
      registry.add(commandsOf(areas));
    },
    (error: unknown) => {
      later = null;
      throw error;
    },
  );
  return later;
}

/** A loader of what needs them. */
export const afterLater =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  async () =>
    (await Promise.all([load(), loadLater()]))[0];

/** What only the mounted screens know. They put it here while they are on screen. */
export const mounted: {
  chart: ChartPort | null;
  /** Ids of the list as filtered and sorted now. */
  listed: readonly number[];
  /** The last page that has a tab, with its query: where the helper addresses return to. */
  lastPage: string;
} = { chart: null, listed: [], lastPage: homeAddress };

interface ShellPorts {
  readonly origin: Origin;
  readonly open: (address: string) => void;
  readonly notify: CommandContext['notices']['show'];
  readonly ask: CommandContext['ask'];
  /** What was thrown, in words. */
  readonly sayWhy: (error: unknown) => string;
  readonly afterSignOut: () => void;
}

const loadOrders = () => loadChunk(() => import('../../state/devices/give-order.ts'));

const openStation = () => {
  const match = pageAt(location.pathname);
  return match?.id === 'station' ? Number(match.parameters['id']) : null;
};

function neighbour(step: 1 | -1): number | null {
  const current = openStation() ?? stationsView.selectedId;
  const index = current === null ? -1 : mounted.listed.indexOf(current);
  if (mounted.listed.length === 0) return null;
  const next = index < 0 ? 0 : (index + step + mounted.listed.length) % mounted.listed.length;
  const id = mounted.listed[next];
  return id === undefined || id === current ? null : id;
}

function focusFilter(open: (address: string) => void): void {
  const own = filterOfPage();
  if (own !== undefined) {
    own.focus();
    return;
  }
  if (location.pathname !== homeAddress) open(homeAddress);
  // The page may still be on its way; the field is there within a few frames.
  let tries = 40;
  const find = () => {
    const field = document.querySelector<HTMLInputElement>('[data-station-filter] input');
    if (field !== null) field.focus();
    else if (tries-- > 0) setTimeout(find, 50);
  };
  find();
}

/** Opens the page of a command that is run from elsewhere first. */
async function actThere(command: Command, args: unknown, open: (address: string) => void): Promise<void> {
  open(command.page ?? homeAddress);
  // The page is on its way, and what it lists.
  await until(() => offered(command) === true);
  if (offered(command) === true) await actOffered(command, args);
}

const ordersPort = (ports: ShellPorts): CommandContext['orders'] => ({
  async give(proposal) {
    const { giveOrder } = await loadOrders();
    if (await giveOrder(proposal, ports.origin, ports.sayWhy)) ports.notify('orders.accepted', 'success');
  },
  async readStation(stationId) {
    const { readableDevices, readDevices } = await loadChunk(
      () => import('../../state/devices/read-devices.ts'),
    );
    const count = await readDevices(await readableDevices(stationId), ports.origin);
    if (count === 0) ports.notify('orders.readAlready', 'info');
    else ports.notify('orders.reading', 'success', { count });
  },
  async stopSirens(stationId) {
    const { stopSirens } = await loadOrders();
    await stopSirens(stationId, ports.origin);
    ports.notify('orders.stopping', 'success');
  },
});

const preferencesPort = (): CommandContext['preferences'] => ({
  language: preferences.language,
  setLanguage,
  theme: preferences.theme,
  themes,
  setTheme,
  sideCollapsed: preferences.sideCollapsed,
  setSideCollapsed,
  menuInHeader: preferences.menuInHeader,
  setMenuInHeader,
  transitions: preferences.transitions,
  setTransitions,
  toggleFullscreen() {
    if (document.fullscreenElement === null) void document.documentElement.requestFullscreen();
    else void document.exitFullscreen();
  },
});

const tabsPort = (ports: ShellPorts): CommandContext['tabs'] => ({
  tabs: tabs.list,
  active: tabOf(location.pathname),
  async close(which, address) {
    const active = tabOf(location.pathname);
    const losing = closingUnsaved(which, address ?? active);
    const question = losing.includes(addressOf('scripts', {}))
      ? losing.length === 1
        ? 'scripts.leave'
        : 'tabs.leave'
      : 'parameters.leave';
    if (losing.length > 0 && !(await ports.ask({ type: 'confirm', question }))) return;
    for (const page of losing) unsaved.get(page)?.();
    const target = closeTabs(which, address ?? active, active);
    if (target !== null) ports.open(target);
  },
  add(addresses) {
    for (const address of addresses) openTab(address, '');
    const [first] = addresses;
    if (first !== undefined) ports.open(first);
  },
  canReopen: tabs.closed.length > 0,
  reopen() {
    const address = reopenTab();
    if (address !== null) ports.open(address);
  },
  step: (by) => ports.open(nextTab(tabOf(location.pathname), by)),
  go(place) {
    const tab = tabs.list[place];
    if (tab !== undefined) ports.open(`${tab.address}${tab.query}`);
  },
  pin: (address) => pinTab(address ?? tabOf(location.pathname)),
  move: (to, address, before) => moveTab(address ?? tabOf(location.pathname), to, before),
});

/** Composes the ports of all commands; read anew at each execution. */
export function commandContext(ports: ShellPorts): CommandContext {
  return {
    origin: ports.origin,
    orders: ordersPort(ports),
    navigation: {
      address: `${location.pathname}${location.search}`,
      open: ports.open,
      back: () => history.back(),
      focusContent,
      focusRegion,
      copyAddress,
      openOutside: (url) => void window.open(url, '_blank', 'noopener,noreferrer'),
    },
    session: {
      signedIn: hasToken(),
      roleId: session.roleId,
      permissions: session.permissions,
      async signOut() {
        await signOut();
        ports.afterSignOut();
      },
    },
    preferences: preferencesPort(),
    tabs: tabsPort(ports),
    palette: {
      open: openPalette,
      showKeys: openKeySheet,
      shown: overlays.shown !== null,
      close: closeOverlay,
    },
    plans: {
      shown: shown.plan,
      async act(planId, action) {
        const { actOnPlan } = await loadChunk(() => import('./plan-actions.ts'));
        await actOnPlan(planId, action, ports);
      },
      async create(stations, parameter, value) {
        const { createPlan } = await loadChunk(() => import('./create-plan.ts'));
        await createPlan({ stations, parameter, value }, ports);
      },
      async add(proposal) {
        const { addToPlan } = await loadChunk(() => import('./add-to-plan.ts'));
        await addToPlan(proposal, ports);
      },
    },
    scripts: {
      shown: shown.run,
      async act(runId, action) {
        const { actOnRun } = await loadChunk(() => import('./run-actions.ts'));
        await actOnRun(runId, action, ports);
      },
      async record() {
        const { recordScript } = await loadChunk(() => import('./record-script.ts'));
        await recordScript(ports.open, ports.notify);
      },
    },
    stations: {
      selected: stationsView.selectedId,
      select(id) {
        stationsView.selectedId = id;
      },
      open: openStation(),
      neighbour,
      focusFilter: () => focusFilter(ports.open),
    },
    chart: mounted.chart,
    screen: {
      situation: (command) => offered(command) ?? (command.page === undefined ? null : true),
      act: (command, args) =>
        offered(command) === null ? actThere(command, args, ports.open) : actOffered(command, args),
      choices: offeredChoices,
    },
    notices: { show: ports.notify },
    ask: ports.ask,
  };
}
