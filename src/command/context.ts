/**
 * The ports through which a command acts. The console's state or the mounted feature implements them, the shell
 * composes them, a test supplies its own. No React and no browser here.
 */
import type { Language, MessageId } from '../base/messages.ts';
import type { DeriveKind, PlanState } from '../contract/plans/plans.ts';
import type { RunState } from '../contract/workflows.ts';
import type { Draft } from '../domain/parameters/parameter-edits.ts';
import type { Command, CommandGuard, Origin } from './command.ts';

export interface NavigationPort {
  /** Address inside the application, with query. */
  readonly address: string;
  open(address: string): void;
  /** Goes to where one was before. */
  back(): void;
  /** Puts the focus on what the page is about. */
  focusContent(): void;
  /** Puts the focus into the next (1) or previous (-1) part of the window. */
  focusRegion(step: 1 | -1): void;
  /** Copies the whole address; false where that was not let. */
  copyAddress(): Promise<boolean>;
  /** Opens a page outside in a new window. */
  openOutside(url: string): void;
}
export interface SessionPort {
  readonly signedIn: boolean;
  readonly roleId: number | null;
  readonly permissions: readonly string[];
  signOut(): Promise<void>;
}
export interface PreferencesPort {
  readonly language: Language;
  setLanguage(language: Language): void;
  readonly theme: string;
  readonly themes: readonly string[];
  setTheme(theme: string): void;
  readonly sideCollapsed: boolean;
  setSideCollapsed(collapsed: boolean): void;
  toggleFullscreen(): void;
  /** The server's menu: in the header, or at the side. */
  readonly menuInHeader: boolean;
  setMenuInHeader(inHeader: boolean): void;
  readonly transitions: boolean;
  setTransitions(on: boolean): void;
}
export interface TabsPort {
  readonly tabs: readonly { readonly address: string }[];
  readonly active: string;
  /** Asks first where edits that were not sent would be lost. */
  close(which: 'this' | 'left' | 'right' | 'others' | 'all', address?: string): void | Promise<void>;
  /** Opens pages as tabs; the first is shown. */
  add(addresses: readonly string[]): void;
  readonly canReopen: boolean;
  reopen(): void;
  /** Goes to the tab next to the active one, round the ends. */
  step(by: 1 | -1): void;
  /** Goes to the tab at a place, from 0; where there is none, nowhere. */
  go(place: number): void;
  /** Pins a tab (the active one without an address), or lets it go. */
  pin(address?: string): void;
  /** Moves a tab (the active one without an address); `before` another tab where that is named. */
  move(to: 'left' | 'right' | 'first' | 'last', address?: string, before?: string): void;
}
export interface PalettePort {
  open(text: string): void;
  showKeys(): void;
  /** True while it, or the sheet of keys, lies over the page. */
  readonly shown: boolean;
  close(): void;
}
export interface StationsPort {
  /** Selected on the home page, shared by map and list. */
  readonly selected: number | null;
  select(stationId: number | null): void;
  /** The station whose page is open. */
  readonly open: number | null;
  /** Neighbour in the list as filtered and sorted now. */
  neighbour(step: 1 | -1): number | null;
  /** Goes to the list and puts the cursor into its filter. */
  focusFilter(): void;
}
/** The mounted curve; null while none is on screen. */
export interface ChartPort {
  setRange(
    range: 'week' | 'month' | 'quarter' | 'latest20' | { readonly from: number; readonly to: number },
  ): void;
  zoom(factor: number): void;
  pan(fraction: number): void;
  fit(): void;
}
/** What the screen that is open can do now; mounted features fill it. */
export interface ScreenPort {
  /** True when the command can run, the sentence that says why not, or null where no mounted feature knows it. */
  situation(command: Command): true | MessageId | null;
  act(command: Command, args: unknown): void | Promise<void>;
  /** Values that an argument of the command can take there, with what stands for them. */
  choices(command: Command, argument: string, soFar: unknown): readonly ScreenChoice[];
}
export interface ScreenChoice {
  readonly value: unknown;
  /** In the user's language. */
  readonly label: string;
}
export interface NoticesPort {
  show(
    message: MessageId,
    severity: 'info' | 'success' | 'warning' | 'error',
    params?: Readonly<Record<string, string | number>>,
    /** Of what it speaks of, inside the application: the notice opens it. */
    address?: string,
  ): void;
}
/** What can be done with a plan from anywhere: steered, or another one made out of it. */
export type PlanAction = 'approve' | 'pause' | 'resume' | 'cancelRest' | DeriveKind;
/**
 * What can be done with a run of a script from anywhere. `source`: the script that it came from is opened; `again`: its
 * text, with its arguments.
 */
export type RunAction = 'open' | 'source' | 'pause' | 'resume' | 'cancel' | 'again';

/** Proposed sets that wait for their review. */
export interface PlansPort {
  /** On screen now. */
  readonly shown: { readonly id: string; readonly state: PlanState } | null;
  /** A plan that is made out of it is opened. */
  act(planId: string, action: PlanAction): Promise<void>;
  /** Makes a draft that sets a parameter (`group.field`) of stations to what a text means, and opens it. */
  create(stations: readonly number[], parameter: string, value: string): Promise<void>;
  /** Adds a set to the draft that the user works on, or begins one with it. */
  add(proposal: OrderProposal & { readonly content: { readonly type: 'set' } }): Promise<void>;
}
/** Scripts that are made and run from anywhere. */
export interface ScriptsPort {
  /** The run on screen now. */
  readonly shown: { readonly id: string; readonly state: RunState } | null;
  act(runId: string, action: RunAction): Promise<void>;
  /** Opens what was done since the sign-in as a script that nobody has kept yet. */
  record(): Promise<void>;
}
/** A proposed order to a device of a station, before anyone has confirmed it. */
export interface OrderProposal {
  readonly stationId: number;
  /** Null = the RTU itself. */
  readonly slot: number | null;
  readonly content:
    | {
        readonly type: 'set';
        readonly group: string;
        readonly edits: Draft;
      }
    | {
        readonly type: 'action';
        readonly action: string;
        readonly args: Draft;
      };
}
/** The way to the devices: everything that is sent to one goes through here. */
export interface OrdersPort {
  /** Asks what the order's guard demands (password, confirmation, arguments), then sends it. */
  give(proposal: OrderProposal): Promise<void>;
  /** Requests all parameters of every device of a station. */
  readStation(stationId: number): Promise<void>;
  /** Stops every siren of a station, at once and without a question. */
  stopSirens(stationId: number): Promise<void>;
}
export interface CommandContext {
  /** Who started the command that runs. */
  readonly origin: Origin;
  readonly orders: OrdersPort;
  readonly navigation: NavigationPort;
  readonly session: SessionPort;
  readonly preferences: PreferencesPort;
  readonly tabs: TabsPort;
  readonly stations: StationsPort;
  readonly chart: ChartPort | null;
  readonly screen: ScreenPort;
  readonly palette: PalettePort;
  readonly plans: PlansPort;
  readonly scripts: ScriptsPort;
  readonly notices: NoticesPort;
  /** Asks what the guard demands; false or null = the user declined. */
  ask(guard: CommandGuard): Promise<boolean>;
}
