import type { MapLayer } from '../../contract/map/layers.ts';
import type { Login } from '../accounts/login.ts';
import type { ServiceTokens } from '../accounts/service/tokens.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { AlarmBook } from '../alarms/alarm-book.ts';
import type { BackTests } from '../alarms/back-test/back-tests.ts';
import type { AlarmEngine } from '../alarms/engine.ts';
import type { RuleBook } from '../alarms/rules/rule-book.ts';
import type { Denials } from '../audit/denials.ts';
import type { AuditSeal } from '../audit/head.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { OrderLists } from '../delivery/lists.ts';
import type { Exports } from '../exports/exports.ts';
import type { FtpAccess } from '../ftp/server.ts';
import type { ForeignMetrics } from '../gateway/foreign/metrics.ts';
import type { WaitingList } from '../gateway/waiting.ts';
import type { ListenerBook } from '../listeners/listeners.ts';
import type { LiveHub } from '../live/hub.ts';
import type { MapFile } from '../maps/map-file.ts';
import type { DeviceMessageBook } from '../messages/book.ts';
import type { ContactBook } from '../notify/contact-book.ts';
import type { MessageBook } from '../notify/message-book.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { NotifyBook } from '../notify/notify-book.ts';
import type { Outlets } from '../outlets/outlets.ts';
import type { PlanBook } from '../plans/book.ts';
import type { PlanIssuer } from '../plans/rollout/issuer.ts';
import type { PlatformFacts } from '../platform/view.ts';
import type { CallWindows } from '../processes/call-windows.ts';
import type { ProcessBook } from '../processes/page.ts';
import type { Rehearsals } from '../rehearsal/rehearsals.ts';
import type { Reports } from '../reports/reports.ts';
import type { Schedules } from '../schedules/schedules.ts';
import type { SirenBook } from '../sirens/siren-book.ts';
import type { Board } from '../sites/board.ts';
import type { SiteEditor } from '../sites/edit/editor.ts';
import type { DataSources } from '../sources/sources.ts';
import type { DriftWatch } from '../standards/drift-watch.ts';
import type { Storage } from '../storage/storage.ts';
import type { UploadRoom } from '../uploads/room.ts';
import type { WorkNoticeBook } from '../work-notices/book.ts';
import type { ScriptLibrary } from '../workflows/scripts/library.ts';
import type { Workflows } from '../workflows/workflows.ts';

/** What the console must know before anyone is signed in. */
export interface PublicSettings {
  readonly version: string;
  readonly edition: 'cn' | 'jp';
  readonly mapLayers: readonly MapLayer[];
  readonly demo: boolean;
}

/** What handlers work with. */
export interface Services {
  readonly storage: Storage;
  readonly sessions: Sessions;
  readonly serviceTokens: ServiceTokens;
  readonly login: Login;
  readonly denials: Denials;
  /** How often an address, or a token, may call. */
  readonly callWindows: CallWindows;
  /** Keeps the head of the audit. */
  readonly seal: AuditSeal;
  readonly board: Board;
  readonly hub: LiveHub;
  readonly editor: SiteEditor;
  readonly waiting: WaitingList;
  readonly foreign: ForeignMetrics;
  readonly listeners: ListenerBook;
  readonly processes: ProcessBook;
  /** Ports of the embedded broker; null with an external one. */
  readonly broker: () => { readonly port: number | null; readonly tlsPort: number | null } | null;
  readonly delivery: Delivery;
  readonly orders: OrderLists;
  readonly plans: PlanBook;
  readonly issuer: PlanIssuer;
  readonly driftWatch: DriftWatch;
  readonly workflows: Workflows;
  readonly library: ScriptLibrary;
  readonly rehearsals: Rehearsals;
  readonly alarmEngine: AlarmEngine;
  readonly alarmBook: AlarmBook;
  readonly ruleBook: RuleBook;
  readonly sirenBook: SirenBook;
  readonly backTests: BackTests;
  readonly exports: Exports;
  readonly reports: Reports;
  readonly schedules: Schedules;
  readonly workNotices: WorkNoticeBook;
  readonly notifier: Notifier;
  readonly notifyBook: NotifyBook;
  readonly messageBook: MessageBook;
  readonly contactBook: ContactBook;
  readonly outlets: Outlets;
  readonly deviceMessages: DeviceMessageBook;
  readonly sources: DataSources;
  /** Where files come by FTP; null = nowhere. */
  readonly ftp: () => FtpAccess | null;
  readonly uploads: UploadRoom;
  /** The PMTiles file of maps; null = there is none. */
  readonly mapFile: MapFile | null;
  readonly settings: PublicSettings;
  /** What the environment says, without secrets. */
  readonly platformFacts: PlatformFacts;
  /** Quality and last problems of an RTU's traffic. */
  readonly traffic: (rtuId: number) => {
    readonly quality: 'GOOD' | 'STALE';
    readonly problems: readonly {
      readonly at: number;
      readonly reason: string;
      readonly detail: string;
      readonly count: number;
    }[];
  } | null;
  readonly now: () => number;
}
