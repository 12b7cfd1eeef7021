import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino, { type DestinationStream, type Logger } from 'pino';
import { Login } from '../server/accounts/login.ts';
import { keyFor, readServerKey } from '../server/accounts/server-key.ts';
import { Sessions } from '../server/accounts/sessions.ts';
import { AlarmBook } from '../server/alarms/alarm-book.ts';
import { BackTests } from '../server/alarms/back-test/back-tests.ts';
import { AlarmEngine, type AlarmFaultPoint } from '../server/alarms/engine.ts';
import { RuleBook } from '../server/alarms/rules/rule-book.ts';
import { Denials } from '../server/audit/denials.ts';
import { AuditSeal } from '../server/audit/head.ts';
import { printable } from '../server/audit/printable.ts';
import { redactor } from '../server/audit/redact.ts';
import { ChangeFeed, waking } from '../server/changes/feed.ts';
import { Delivery } from '../server/delivery/delivery.ts';
import type { FaultPoint } from '../server/delivery/faults.ts';
import { OrderLists } from '../server/delivery/lists.ts';
import type { Driver } from '../server/drivers/driver.ts';
import { openDrivers } from '../server/drivers/drivers.ts';
import { Exports } from '../server/exports/exports.ts';
import { ArrivalCounter } from '../server/faults/arrival-days.ts';
import { FtpServer } from '../server/ftp/server.ts';
import { Gateway } from '../server/gateway/gateway.ts';
import { LogBudget } from '../server/gateway/log-budget.ts';
import { createHttpServer } from '../server/http/server.ts';
import { ListenerBook } from '../server/listeners/listeners.ts';
import { describeListeners } from '../server/listeners/parts.ts';
import { followChanges } from '../server/live/follow.ts';
import { LiveHub } from '../server/live/hub.ts';
import { MapFile } from '../server/maps/map-file.ts';
import { DeviceMessages } from '../server/messages/messages.ts';
import { ContactBook } from '../server/notify/contact-book.ts';
import { MessageBook } from '../server/notify/message-book.ts';
import { Notifier } from '../server/notify/notifier.ts';
import { NotifyBook } from '../server/notify/notify-book.ts';
import type { NotifyFaultPoint } from '../server/notify/outbox.ts';
import { Metrics } from '../server/operations/metrics.ts';
import { Readiness } from '../server/operations/readiness.ts';
import { ServiceSpans } from '../server/operations/service-spans.ts';
import { PlanBook } from '../server/plans/book.ts';
import { PlanMarks } from '../server/plans/marks.ts';
import { PlanIssuer } from '../server/plans/rollout/issuer.ts';
import { Standstills } from '../server/plans/standstills.ts';
import { Rehearsals } from '../server/rehearsal/rehearsals.ts';
import { type ReportFaultPoint, Reports } from '../server/reports/reports.ts';
import { type ScheduleFaultPoint, Schedules } from '../server/schedules/schedules.ts';
import { SirenCaller, type SirenFaultPoint } from '../server/sirens/caller.ts';
import { SirenBook } from '../server/sirens/siren-book.ts';
import { Board } from '../server/sites/board.ts';
import { SiteEditor } from '../server/sites/edit/editor.ts';
import { MaintenanceEnds } from '../server/sites/maintenance-ends.ts';
import { loadOwnKinds } from '../server/sites/own-kinds.ts';
import { DataSources } from '../server/sources/sources.ts';
import { openStorage } from '../server/storage/open.ts';
import type { Storage } from '../server/storage/storage.ts';
import { UploadRoom } from '../server/uploads/room.ts';
import { Shelf } from '../server/uploads/shelf.ts';
import { UploadSweep } from '../server/uploads/sweep.ts';
import { within } from '../server/within.ts';
import { WorkNoticeBook } from '../server/work-notices/book.ts';
import type { WorkflowFaultPoint } from '../server/workflows/faults.ts';
import { ScriptLibrary } from '../server/workflows/scripts/library.ts';
import { Workflows } from '../server/workflows/workflows.ts';
import { readDeclarations, scriptsFolder } from './library-files.ts';
import { platformFacts } from './platform-facts.ts';
import { rehearse } from './rehearsal/start.ts';
import { type Settings, secretsOf } from './settings.ts';

declare const __VERSION__: string | undefined;
/** package.json's version, put in by the build. */
export const version = typeof __VERSION__ === 'string' ? __VERSION__ : '1.10.0';

/** How often stations that were added, moved or retired by another process are looked for. */
const sitesEvery = 15_000;

/** ms that a stop waits for the storage: a database that does not answer must not hold it up. */
const storageTime = 2000;

/** A running product. */
export interface Running {
  readonly storage: Storage;
  readonly gateway: Gateway;
  readonly board: Board;
  readonly delivery: Delivery;
  readonly orders: OrderLists;
  readonly plans: PlanBook;
  readonly issuer: PlanIssuer;
  readonly workflows: Workflows;
  readonly library: ScriptLibrary;
  readonly rehearsals: Rehearsals;
  readonly standstills: Standstills;
  readonly workNotices: WorkNoticeBook;
  readonly alarmEngine: AlarmEngine;
  readonly arrivalCounter: ArrivalCounter;
  readonly serviceSpans: ServiceSpans;
  readonly alarmBook: AlarmBook;
  readonly ruleBook: RuleBook;
  readonly sirenCaller: SirenCaller;
  readonly sirenBook: SirenBook;
  readonly backTests: BackTests;
  readonly exports: Exports;
  readonly reports: Reports;
  readonly schedules: Schedules;
  readonly notifier: Notifier;
  readonly notifyBook: NotifyBook;
  readonly messageBook: MessageBook;
  readonly contactBook: ContactBook;
  readonly sources: DataSources;
  /** Files by FTP; null = none come so. */
  readonly ftp: FtpServer | null;
  readonly listeners: ListenerBook;
  readonly messages: DeviceMessages;
  readonly uploads: UploadRoom;
  readonly uploadSweep: UploadSweep;
  readonly log: Logger;
  /** `http://…` with the port that was really taken. */
  readonly address: string;
  /** Port of the embedded broker without TLS; null where it is closed, and with an external one. */
  readonly mqttPort: number | null;
  /** Port of the embedded broker with TLS; null without. */
  readonly mqttTlsPort: number | null;
  /** Of foreign devices. */
  readonly drivers: readonly Driver[];
  stop(): Promise<void>;
}

/**
 * The log: JSON lines without secrets (those that are `known` nowhere in them), each as `printable` leaves it; to
 * standard output where nothing else is said.
 */
export function createLog(
  level: string,
  to: DestinationStream = pino.destination(1),
  known: readonly string[] = [],
): Logger {
  const secret = ['authorization', 'cookie', 'token', 'loginToken', 'password', 'newPassword', 'credential'];
  const paths = ['req.headers.authorization', ...secret, ...secret.map((key) => `*.${key}`)];
  const redacted = redactor(known);
  return pino(
    {
      level,
      redact: { paths },
      // Without it an error under this name would be logged as {}.
      serializers: { error: pino.stdSerializers.err },
      hooks: { streamWrite: (line) => printable(redacted(line)) },
    },
    to,
  );
}

/** The built console: beside the built server, or in the project's dist when run from source. */
function consoleFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const candidates = [join(here, '..', 'console'), join(here, '..', '..', 'dist', 'console')];
  return candidates.find((folder) => existsSync(join(folder, 'index.html'))) ?? join(here, '..', 'console');
}

/** What a test, or the demo, starts otherwise than a server in service. */
interface ServerOptions {
  readonly demo?: boolean;
  readonly storage?: Storage;
  readonly log?: Logger;
  readonly faults?: (
    point:
      | FaultPoint
      | WorkflowFaultPoint
      | AlarmFaultPoint
      | NotifyFaultPoint
      | SirenFaultPoint
      | ReportFaultPoint
      | ScheduleFaultPoint,
  ) => void;
}

/** Opens the storage and composes the rooms over it. Nothing of them has begun. */
async function composeRooms(settings: Settings, options: ServerOptions, log: Logger) {
  const { dataDir, databaseUrl } = settings;
  const metrics = new Metrics(version);
  const key = readServerKey(dataDir, settings.serverKey);
  const seal = new AuditSeal(keyFor(key, 'audit'), dataDir, Date.now, (error) =>
    log.error({ err: error }, 'the head of the audit was not kept in its file'),
  );
  const opened = options.storage ?? (await openStorage({ dataDir, databaseUrl }));
  const measured = metrics.measured(seal.sealed(opened));
  const feed = new ChangeFeed({
    storage: measured,
    failed: (error) => log.error({ err: error }, 'consoles were not notified of changes'),
  });
  const storage = waking(measured, () => feed.wake());
  const listeners = new ListenerBook(Date.now, (error, id) =>
    log.error({ err: error, listener: id }, 'a listener was not opened again'),
  );
  const { meters, knocks } = listeners;
  const gateway = new Gateway({
    storage,
    log: log.child({ room: 'gateway' }),
    sources: () => sources,
    tap: {
      begins: (message) => messages.recorder.begins(message),
      flagged: (reason, detail) => messages.recorder.flagged(reason, detail),
      brought: (readings) => messages.recorder.brought(readings),
      ends: (table) => messages.recorder.ends(table),
      sent: (message, table) => messages.recorder.sent(message, table),
      refused: (refusal) => {
        messages.recorder.refused(refusal);
        const { way, code: reason, address, detail, sn } = refusal;
        knocks.knock({
          listener: way === 'mqttTls' ? 'mqttTls' : 'mqtt',
          ...{ reason, address, detail: detail === '' ? (sn ?? '') : detail },
        });
      },
    },
    foreign: (message) => messages.foreign(message),
    broker:
      settings.mqttUrl === undefined
        ? {
            port: settings.mqttPort,
            address: settings.host,
            tls: settings.mqttTls ?? undefined,
            meters: { plain: meters.mqtt, tls: meters.mqttTls, sources: meters.sources },
          }
        : { url: settings.mqttUrl, meter: meters.external },
  });
  const board = new Board(storage, (rtuId) => gateway.link(rtuId));
  const hub = new LiveHub(board);
  const messages: DeviceMessages = new DeviceMessages({
    storage,
    board,
    find: (sn) => gateway.directory.find(sn),
    now: Date.now,
    failed: (error) => log.error({ err: error }, 'messages were not kept'),
    written: (companyId) => hub.tellOfMessages(companyId),
  });
  const { faults } = options;
  const delivery = new Delivery({
    storage,
    gateway,
    log: log.child({ room: 'delivery' }),
    ...(faults === undefined ? {} : { faults }),
  });
  const orders = new OrderLists({ store: delivery.store, board, link: (rtuId) => gateway.link(rtuId) });
  const alarmBook = new AlarmBook(storage, board);
  const alarmEngine = new AlarmEngine({
    storage,
    sites: () => board.sites({ companyId: null }),
    failed: (error) => log.error({ err: error }, 'alarms were not evaluated'),
    learnt: () => gateway.learnt(),
    ...(faults === undefined ? {} : { faults }),
  });
  const arrivalCounter = new ArrivalCounter({
    storage,
    sites: () => board.sites({ companyId: null }),
    contact: (rtuId) => gateway.link(rtuId),
    failed: (error) => log.error({ err: error }, 'arrivals were not counted'),
  });
  const serviceSpans = new ServiceSpans({
    storage,
    isOnline: () => gateway.phase === 'online',
    failed: (error) => log.error({ err: error }, 'the time that the server ran was not marked'),
    now: Date.now,
  });
  const ruleBook = new RuleBook(storage, board, alarmEngine);
  const backTests = new BackTests(storage, board);
  const exports = new Exports({ storage, board, settings: { version, edition: settings.edition } });
  const reports = new Reports({
    storage,
    board,
    settings: { version, edition: settings.edition },
    failed: (error) => log.error({ err: error }, 'a report was not made'),
    ...(options.faults === undefined ? {} : { faults: options.faults }),
  });
  const notifier = new Notifier({
    storage,
    settings: {
      edition: settings.edition,
      mail: settings.smtpUrl === null ? null : { url: settings.smtpUrl, from: settings.mailFrom },
      publicUrl: settings.publicUrl,
      origins: settings.webhookOrigins,
      ...(settings.outgoingCa === null ? {} : { ca: settings.outgoingCa }),
      heartbeatUrl: settings.heartbeatUrl,
    },
    key: (purpose) => keyFor(key, purpose),
    failed: (error, what) => log.error({ err: error }, what),
    behind: () => alarmEngine.behind,
    ...(faults === undefined ? {} : { faults }),
  });
  const sirenCaller = new SirenCaller({
    store: delivery.store,
    link: (rtuId) => gateway.link(rtuId),
    touched: (rtuId) => delivery.touched(rtuId),
    failed: (error) => log.error({ err: error }, 'sirens were not sounded'),
    ...(faults === undefined ? {} : { faults }),
  });
  const sirenBook = new SirenBook(
    { storage, board, link: (rtuId) => gateway.link(rtuId), now: Date.now },
    sirenCaller,
  );
  feed.on('alarm', () => notifier.wake());
  feed.on('sirens', () => sirenCaller.wake());
  feed.on('baselines', () => alarmEngine.changed());
  const unfollow = followChanges(feed, {
    storage,
    board,
    hub,
    orders,
    alarms: alarmBook,
    failed: (error) => log.error({ err: error }, 'consoles were not notified of a plan'),
  });
  const marks = new PlanMarks();
  const plans = new PlanBook(delivery.store, orders, marks, ruleBook);
  const issuer = new PlanIssuer({
    delivery,
    marks,
    failed: (error) => log.error({ err: error }, 'a plan was not continued'),
  });
  const standstills = new Standstills({
    storage,
    link: (rtuId) => gateway.link(rtuId),
    failed: (error) => log.error({ err: error }, 'plans that stand still were not looked for'),
  });
  const workflows = new Workflows({
    delivery,
    orders,
    board,
    ruleBook,
    hub,
    failed: (error) => log.error({ err: error }, 'a workflow was not continued'),
    declared: readDeclarations(),
    ...(faults === undefined ? {} : { faults }),
  });
  const library = new ScriptLibrary(scriptsFolder(), async (script) => {
    const { problems, ...declared } = await workflows.check(script);
    if (problems.length > 0) log.error({ problems }, 'a script of the library was not read');
    return problems.length > 0 ? null : declared;
  });
  const schedules = new Schedules({
    ...{ storage, board, workflows, library, orders: delivery.store, issuer },
    ...{ ruleBook, backTests, exports, reports },
    link: (rtuId) => gateway.link(rtuId),
    failed: (error) => log.error({ err: error }, 'a schedule was not continued'),
    notified: () => notifier.wake(),
    ...(faults === undefined ? {} : { faults }),
  });
  const rehearsals = new Rehearsals({
    store: delivery.store,
    link: (rtuId) => gateway.link(rtuId),
    rehearse,
    failed: (error) => log.error({ err: error }, 'a plan was not rehearsed'),
  });
  const shelf = new Shelf(dataDir);
  const uploads = new UploadRoom({
    storage,
    board,
    shelf,
    scanner: settings.uploadScan,
    failed: (error) => log.error({ err: error }, 'a file was not scanned'),
    now: Date.now,
  });
  const uploadSweep = new UploadSweep({
    storage,
    shelf,
    lock: uploads.lock,
    failed: (error) => log.error({ err: error }, 'files that nothing refers to were not removed'),
    now: Date.now,
  });
  const sources: DataSources = new DataSources({
    storage,
    folder: join(dataDir, 'logger-files'),
    watched: settings.sourcesDir,
    meters,
    folderRefused: (key, name) =>
      knocks.knock({ listener: 'folders', reason: 'badFile', address: key, detail: name }),
    now: Date.now,
    failed: (error, what) => log.error({ err: error }, what),
    stored: (batch, result) => {
      hub.stored(result);
      alarmEngine.stored(batch, result);
    },
    disconnect: (key) => {
      gateway.disconnectSource(key);
      ftp?.disconnect(key);
    },
    heard: (rtuIds, at) => gateway.heard(rtuIds, at),
    reported: (message) => messages.ofSource(message),
  });
  const ftp: FtpServer | null =
    settings.ftp === null || settings.sourcesDir === null
      ? null
      : new FtpServer({
          ...{ settings: settings.ftp, address: settings.host, root: settings.sourcesDir, now: Date.now },
          host: {
            admit: (name, secret) => sources.admit(name, secret, 'ftp'),
            notTaken: (source, refusal) => void sources.notTaken(source.key, refusal),
            arriving: sources.arriving,
          },
          log: new LogBudget(log.child({ room: 'ftp' })),
          meter: meters.ftp,
          refused: (reason, address, detail) => knocks.knock({ listener: 'ftp', reason, address, detail }),
        });
  return {
    ftp,
    listeners,
    uploads,
    uploadSweep,
    metrics,
    key,
    seal,
    storage,
    feed,
    gateway,
    board,
    hub,
    delivery,
    orders,
    unfollow,
    plans,
    issuer,
    standstills,
    workNotices: new WorkNoticeBook(storage),
    workflows,
    library,
    rehearsals,
    alarmEngine,
    arrivalCounter,
    serviceSpans,
    alarmBook,
    ruleBook,
    sirenCaller,
    sirenBook,
    backTests,
    exports,
    reports,
    schedules,
    notifier,
    sources,
    messages,
    notifyBook: new NotifyBook(storage, board, notifier),
    messageBook: new MessageBook(storage, board, notifier),
    contactBook: new ContactBook(storage, notifier),
  };
}

/**
 * Composes and starts the server: storage, gateway, board, streams, HTTP. Storage is open and HTTP listens when it
 * returns. @throws StorageProblem, or the socket's error when a port is taken.
 */
export async function startServer(settings: Settings, options: ServerOptions = {}): Promise<Running> {
  const log = options.log ?? createLog(settings.logLevel, undefined, secretsOf(settings));
  const { metrics, key, unfollow, feed, ...rooms } = await composeRooms(settings, options, log);
  const { storage, gateway, board, hub, delivery, issuer, workflows, rehearsals, alarmEngine, notifier } =
    rooms;
  const { listeners, sources } = rooms;
  metrics.observe({ gateway, hub, storage });
  metrics.observeAnswers(delivery);
  const readiness = new Readiness({
    storage,
    gateway,
    changed: (reasons) =>
      reasons.length === 0 ? log.info('ready again') : log.error({ reasons }, 'not ready'),
  });
  gateway.events.on('stored', ({ batch, result }) => {
    hub.stored(result);
    alarmEngine.stored(batch, result);
  });
  gateway.events.on('link', ({ stationId }) => board.linked(stationId));
  await loadOwnKinds(storage.db);
  await listeners.start(storage, (error) =>
    log.error({ err: error }, 'counts of listeners were not written'),
  );
  await rooms.sources.start();
  await gateway.start();
  await board.load();
  await rooms.messages.start();
  const drivers = await openDrivers(settings, {
    host: gateway,
    log: new LogBudget(log.child({ room: 'drivers' })),
    now: Date.now,
    meter: listeners.meters.sl651,
    refused: (reason, address, detail) =>
      listeners.knocks.knock({ listener: 'sl651', reason, address, detail }),
  });
  await rooms.ftp?.start();
  await feed.start();
  alarmEngine.start();
  rooms.arrivalCounter.start();
  rooms.serviceSpans.start();
  notifier.start();
  rooms.sirenCaller.start();
  await issuer.start();
  rooms.standstills.start();
  await workflows.start();
  await rehearsals.start();
  await rooms.reports.start();
  await rooms.schedules.start();
  rooms.uploadSweep.start();
  const sites = setInterval(() => {
    loadOwnKinds(storage.db)
      .then(() => board.load())
      .then(
        () => alarmEngine.sitesLoaded(),
        (error: unknown) => log.error({ err: error }, 'sites were not read'),
      );
  }, sitesEvery);

  const sitesChanged = async () => {
    await loadOwnKinds(storage.db);
    await gateway.sitesChanged();
    await board.load();
    hub.sitesChanged();
    alarmEngine.changed();
    rooms.sources.sitesChanged();
  };
  const maintenanceEnds = new MaintenanceEnds({
    storage,
    ended: sitesChanged,
    failed: (error) => log.error({ err: error }, 'maintenance was not ended'),
  });
  maintenanceEnds.wake();
  const sessions = new Sessions(storage);
  const app = await createHttpServer({
    services: {
      ...rooms,
      sessions,
      login: new Login(storage, sessions, Date.now, key),
      denials: new Denials(storage),
      editor: new SiteEditor(storage, sitesChanged),
      waiting: gateway.waiting,
      foreign: gateway.foreign,
      deviceMessages: rooms.messages.book,
      broker: () =>
        gateway.port === null
          ? null
          : { port: settings.mqttPort === null ? null : gateway.port, tlsPort: gateway.tlsPort },
      settings: {
        version,
        edition: settings.edition,
        mapLayers: settings.mapLayers,
        demo: options.demo ?? false,
      },
      platformFacts: platformFacts(settings),
      ftp: () => rooms.ftp?.access ?? null,
      mapFile: settings.mapFile === null ? null : new MapFile(settings.mapFile),
      traffic: (rtuId) => gateway.link(rtuId),
      now: Date.now,
    },
    operations: { readiness, metrics, metricsToken: settings.metricsToken },
    log: log.child({ room: 'http' }),
    consoleFolder: consoleFolder(),
    apiBase: settings.apiBase,
    tls: settings.tls,
    trustProxy: settings.trustProxy,
    mapOrigins: settings.mapOrigins,
  });
  const address = await app.listen({ host: settings.host, port: settings.port });
  const http = { port: Number(new URL(address).port) || settings.port, since: Date.now() };
  describeListeners(listeners, { gateway, drivers, sources, ftp: rooms.ftp, settings, http, now: Date.now });
  return {
    ...rooms,
    log,
    address,
    mqttPort: settings.mqttPort === null ? null : gateway.port,
    mqttTlsPort: gateway.tlsPort,
    drivers,
    async stop() {
      readiness.stop();
      clearInterval(sites);
      await within(feed.stop(), storageTime);
      await unfollow();
      hub.close();
      await app.close();
      await within(rooms.ftp?.stop() ?? Promise.resolve(), storageTime);
      await within(rooms.sources.stop(), storageTime);
      await within(rooms.uploadSweep.stop(), storageTime);
      const scheduled = rooms.schedules.stop();
      await within(rooms.backTests.stop(), storageTime);
      await within(rooms.arrivalCounter.stop(), storageTime);
      await within(rooms.serviceSpans.stop(), storageTime);
      await within(rooms.exports.stop(), storageTime);
      await within(rooms.reports.stop(), storageTime);
      await within(scheduled, storageTime);
      await within(alarmEngine.stop(), storageTime);
      await within(maintenanceEnds.stop(), storageTime);
      await within(notifier.stop(), storageTime);
      await within(rooms.sirenCaller.stop(), storageTime);
      await within(rehearsals.stop(), storageTime);
      await within(workflows.stop(), storageTime);
      await within(rooms.standstills.stop(), storageTime);
      await within(issuer.stop(), storageTime);
      await within(delivery.stop(), storageTime);
      for (const driver of drivers) await driver.stop();
      await gateway.stop();
      await within(listeners.stop(), storageTime);
      await within(rooms.messages.stop(), storageTime);
      await within(storage.close(), storageTime);
    },
  };
}
