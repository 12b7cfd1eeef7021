/** Reports: asked for, made in the background, kept (README.md). */
import { Refusal } from '../../base/errors.ts';
import type { ReportState } from '../../base/report-words.ts';
import type { ReportRequest, ReportSignature } from '../../contract/reports.ts';
import { auditBy, type By } from '../audit/by.ts';
import { isShared } from '../processes/moment.ts';
import type { RunningJobs } from '../processes/running-jobs.ts';
import type { Board } from '../sites/board.ts';
import type { CompanyScope } from '../sites/visible.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import { type AskedReportFile, type AskedReportPages, fileOf, keepMade, pagesOf } from './files.ts';
import { planReport } from './plan.ts';
import { Press } from './press.ts';
import { takeRequest } from './request.ts';
import { headOf, heads, type KeptReport, makeRoom, mustBeReady, seenHead } from './store.ts';
import { takeUp } from './taken-up.ts';

/** How often it is looked at what other processes do, ms. */
const lookEvery = 2000;

export type ReportFaultPoint = 'report.claimed' | 'report.made';

export interface ReportOptions {
  readonly storage: Storage;
  readonly board: Board;
  readonly settings: { readonly version: string; readonly edition: 'cn' | 'jp' };
  readonly failed: (error: unknown) => void;
  readonly jobs: RunningJobs;
  readonly now?: () => number;
  /** Called at points of the making: a test ends the process there. */
  readonly faults?: (point: ReportFaultPoint) => void;
}

interface Making {
  readonly id: number;
  progress: number;
  cancel: () => void;
}

/** The reports of all companies: a process makes one at a time. */
export class Reports {
  readonly #options: ReportOptions;
  readonly #loop: WorkLoop;
  readonly press: Press;
  readonly now: () => number;
  /** The one that is being made. */
  #current: Making | null = null;
  /** Of the report before, so that no company waits behind all of another one's. */
  #lastCompany = 0;
  readonly #waiting = new Map<number, ((state: ReportState) => void)[]>();

  constructor(options: ReportOptions) {
    this.#options = options;
    this.now = options.now ?? Date.now;
    this.press = new Press(options.storage.replica);
    this.#loop = new WorkLoop({
      run: (_, turn) => this.#run(() => turn.isOver),
      failed: options.failed,
      again: [1000, 5000, 30_000],
    });
  }

  get storage(): Storage {
    return this.#options.storage;
  }
  get version(): string {
    return this.#options.settings.version;
  }

  /** What was being made when a process ended is made again. */
  async start(): Promise<void> {
    await takeUp(this.storage, this.#options.jobs);
    this.#loop.wake();
  }

  /** What other processes have done of what somebody here waits for, and what they left behind. */
  async #lookAround(): Promise<void> {
    const { db } = this.storage;
    await takeUp(this.storage, this.#options.jobs);
    const ids = [...this.#waiting.keys()];
    if (ids.length === 0) return;
    const rows = await db.selectFrom('reports').select(['id', 'state']).where('id', 'in', ids).execute();
    for (const { id, state } of rows) if (state !== 'waiting' && state !== 'making') this.#tell(id, state);
  }

  async stop(): Promise<void> {
    const ended = this.#loop.stop();
    await this.press.stop();
    await ended;
  }

  /** Part of a report that is made, whichever process makes it; 0 of one that waits. */
  async #progressOf({ id, state }: { readonly id: number; readonly state: ReportState }): Promise<number> {
    if (this.#current?.id === id) return this.#current.progress;
    if (state !== 'making') return 0;
    return Number((await this.#options.jobs.one('report', String(id)))?.progress ?? 0);
  }

  /**
   * Begins a report with the rights of who asks; it is made in the background.
   * @throws Refusal 404 for what is foreign, 422 for what cannot be made, 429 where the company has too many under way
   */
  async make(by: By, request: ReportRequest): Promise<{ id: number }> {
    const { storage, board } = this.#options;
    const now = this.now();
    const { template, templateRevision, logo, companyId, timeZone } = await takeRequest(
      storage.db,
      board,
      by.viewer,
      { request, now },
    );
    const { stationIds, from, to, languages, formats } = request;
    const id = await storage.write(async (db) => {
      await makeRoom(db, companyId, now);
      const inserted = await db
        .insertInto('reports')
        .values({
          ...{ company_id: companyId, project_id: request.projectId, template_id: request.templateId },
          ...{ template_revision: templateRevision, template: toJson(template), logo, time_zone: timeZone },
          request: toJson({ stationIds: [...new Set(stationIds)], from, to, languages, formats }),
          ...{ state: 'waiting', attempts: 0, problem: null, made_at: now },
          ...{ made_by_id: by.viewer.userId, made_by: by.viewer.accountName, version: this.version },
          ...{ model: null, stations: 0, level: 0, pages: 0, checksum: '', lacking: toJson([]) },
          ...{ signatures: toJson([]), sent_at: null, sent_to: 0 },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await auditBy(db, by, {
        at: now,
        action: 'report.make',
        subject: `report:${inserted.id}`,
        detail: `${template.name === '' ? template.period : template.name}, project ${request.projectId}`,
      });
      return inserted.id;
    });
    this.#loop.wake();
    return { id };
  }

  /** Resolves when a report is ready or has ended without files. */
  async whenDone(id: number): Promise<ReportState> {
    const state = new Promise<ReportState>((resolve) => {
      const others = this.#waiting.get(id);
      if (others === undefined) this.#waiting.set(id, [resolve]);
      else others.push(resolve);
    });
    const row = await this.storage.db
      .selectFrom('reports')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) this.#tell(id, 'cancelled');
    else if (row.state !== 'waiting' && row.state !== 'making') this.#tell(id, row.state);
    return state;
  }

  #tell(id: number, state: ReportState): void {
    for (const resolve of this.#waiting.get(id) ?? []) resolve(state);
    this.#waiting.delete(id);
  }

  async #next(): Promise<KeptReport | null> {
    const waiting = this.storage.db
      .selectFrom('reports')
      .selectAll()
      .where('state', '=', 'waiting')
      .orderBy('id');
    const other = await waiting.where('company_id', '!=', this.#lastCompany).limit(1).executeTakeFirst();
    return other ?? (await waiting.limit(1).executeTakeFirst()) ?? null;
  }

  async #run(isOver: () => boolean): Promise<number | null> {
    for (;;) {
      if (isOver()) return null;
      const shared = isShared(this.storage.db);
      if (shared) await this.#lookAround();
      const row = await this.#next();
      if (row === null) return shared ? lookEvery : null;
      this.#lastCompany = row.company_id;
      await this.#makeOne(row);
    }
  }

  async #makeOne(row: KeptReport): Promise<void> {
    const current = { id: row.id, progress: 0, cancel: () => {} };
    const claimed = await this.#options.jobs.begin({
      ...{ kind: 'report', subject: String(row.id), share: '' },
      progress: () => current.progress,
      end: () => current.cancel(),
    });
    if (claimed === 'busy' || claimed === 'full') return;
    try {
      await this.#makeClaimed(row, current);
    } finally {
      await claimed.over();
    }
  }

  async #makeClaimed(row: KeptReport, current: Making): Promise<void> {
    const { storage, board, settings, faults } = this.#options;
    const claimed = await storage.write((db) =>
      db
        .updateTable('reports')
        .set({ state: 'making', attempts: row.attempts + 1 })
        .where('id', '=', row.id)
        .where('state', '=', 'waiting')
        .returning('id')
        .executeTakeFirst(),
    );
    if (claimed === undefined) return;
    this.#current = current;
    try {
      faults?.('report.claimed');
      const { stationIds, from, to, languages, formats } = fromJson(row.request);
      const plan = await planReport(
        { storage, board, edition: settings.edition },
        {
          ...{ companyId: row.company_id, projectId: row.project_id, stationIds, from, to },
          ...{ madeAt: row.made_at, madeBy: row.made_by },
        },
      );
      const work = this.press.make(
        {
          ...{ of: plan, languages, formats, signatures: fromJson(row.signatures) },
          ...{ template: fromJson(row.template), templateRevision: row.template_revision },
          logo: row.logo === null ? null : Uint8Array.from(row.logo),
        },
        (part) => {
          current.progress = part;
        },
      );
      current.cancel = () => work.cancel();
      const made = await work.made;
      if (made === null) return;
      faults?.('report.made');
      await storage.write((db) => keepMade(db, row.id, made, settings.version));
    } catch (error) {
      const problem = error instanceof Refusal ? 'reports.problem.gone' : 'reports.problem.failed';
      if (!(error instanceof Refusal)) this.#options.failed(error);
      await storage.write((db) =>
        db
          .updateTable('reports')
          .set({ state: 'failed', problem })
          .where('id', '=', row.id)
          .where('state', '=', 'making')
          .execute(),
      );
    } finally {
      this.#current = null;
      const after = await storage.db
        .selectFrom('reports')
        .select('state')
        .where('id', '=', row.id)
        .executeTakeFirst();
      if (after !== undefined && after.state !== 'making') this.#tell(row.id, after.state);
    }
  }

  /** Ends one that is not ready. @throws Refusal 404, 409 */
  async cancel(by: By, id: number): Promise<Record<string, never>> {
    await this.storage.write(async (db) => {
      const row = await seenHead(db, by.viewer, id);
      if (row.state !== 'waiting' && row.state !== 'making') throw new Refusal(409, 'reports.over');
      await db.updateTable('reports').set({ state: 'cancelled' }).where('id', '=', id).execute();
      await auditBy(db, by, { at: this.now(), action: 'report.cancel', subject: `report:${id}`, detail: '' });
    });
    if (this.#current?.id === id) this.#current.cancel();
    else await this.#options.jobs.askEnd('report', String(id));
    this.#tell(id, 'cancelled');
    return {};
  }

  /** @throws Refusal 404, 409 for one that is signed, sent or being made */
  async delete(by: By, id: number): Promise<Record<string, never>> {
    await this.storage.write(async (db) => {
      const row = await seenHead(db, by.viewer, id);
      if (row.state === 'waiting' || row.state === 'making') throw new Refusal(409, 'reports.underWay');
      if (row.sent_at !== null || fromJson(row.signatures).length > 0)
        throw new Refusal(409, 'reports.signed');
      await db.deleteFrom('report_files').where('report_id', '=', id).execute();
      await db.deleteFrom('reports').where('id', '=', id).execute();
      await auditBy(db, by, {
        ...{ at: this.now(), action: 'report.delete', subject: `report:${id}`, detail: row.project_name },
      });
    });
    return {};
  }

  /** Reports that a viewer may see, the newest first. @throws Refusal 404 for a project of another company */
  async list(
    viewer: CompanyScope,
    query: {
      readonly projectId?: number;
      readonly state?: ReportState;
      readonly limit?: number;
      readonly before?: number;
    },
  ) {
    const { projectId, state, limit = 50, before } = query;
    const { board } = this.#options;
    if (projectId !== undefined && !board.projects(viewer).some(({ id }) => id === projectId))
      throw new Refusal(404, 'api.notFound', { what: `project ${projectId}` });
    let all = heads(this.storage.db, viewer);
    if (projectId !== undefined) all = all.where('reports.project_id', '=', projectId);
    if (state !== undefined) all = all.where('state', '=', state);
    const { total } = await all
      .clearSelect()
      .select(({ fn }) => fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow();
    const page = before === undefined ? all : all.where('reports.id', '<', before);
    const rows = await page.orderBy('reports.id', 'desc').limit(limit).execute();
    const reports = await Promise.all(rows.map(async (row) => headOf(row, await this.#progressOf(row))));
    return { reports, total: Number(total) };
  }

  /** A report with what files it has. @throws Refusal 404 */
  async one(viewer: CompanyScope, id: number) {
    const row = await seenHead(this.storage.db, viewer, id);
    const files = await this.storage.db
      .selectFrom('report_files')
      .select(['language', 'format', 'checksum', 'size as bytes'])
      .where('report_id', '=', id)
      .orderBy('language')
      .orderBy('format')
      .execute();
    const { sections } = fromJson(row.template);
    const addresses = await this.storage.db
      .selectFrom('send_list')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('project_id', '=', row.project_id)
      .executeTakeFirstOrThrow();
    const signing = sections.find(({ type }) => type === 'signatures');
    return {
      lines: (signing?.lines ?? []).filter((line) => line.trim() !== ''),
      needsSignature: signing !== undefined && fromJson(row.signatures).length === 0,
      addresses: Number(addresses.count),
      report: headOf(row, await this.#progressOf(row)),
      files: files.flatMap(({ format, ...file }) => (format === 'pages' ? [] : [{ ...file, format }])),
    };
  }

  /** A file of a report. @throws Refusal 404, 409 before it is ready */
  file(viewer: CompanyScope, id: number, asked: AskedReportFile) {
    return fileOf(this.storage.db, viewer, id, asked);
  }

  /** Pages as they are printed. @throws Refusal 404, 409 before it is ready */
  pages(viewer: CompanyScope, id: number, asked: AskedReportPages) {
    return pagesOf(this.storage.db, viewer, id, asked);
  }

  /** Makes a report again of what it was made of, and compares it byte for byte. @throws Refusal 404, 409 */
  async verify(viewer: CompanyScope, id: number) {
    mustBeReady(await seenHead(this.storage.db, viewer, id));
    const [made, row] = await this.remake(id);
    const kept = await this.storage.db
      .selectFrom('report_files')
      .select(['language', 'format', 'checksum'])
      .where('report_id', '=', id)
      .execute();
    const files = kept.flatMap(({ language, format, checksum }) => {
      const again =
        made.files.find((one) => one.language === language && one.format === format)?.checksum ?? '';
      return format === 'pages' ? [] : [{ language, format, checksum, again }];
    });
    return {
      same: made.checksum === row.checksum && files.every(({ checksum, again }) => checksum === again),
      ...{ files, version: row.version, now: this.version },
    };
  }

  /** The files of a report, made of its model again, with signatures as they are given. */
  async remake(id: number, signatures?: readonly ReportSignature[]) {
    const row = await this.storage.db
      .selectFrom('reports')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { languages, formats } = fromJson(row.request);
    const { made } = this.press.make({
      ...{ of: Uint8Array.from(row.model ?? []), languages, formats },
      signatures: signatures ?? fromJson(row.signatures),
      ...{ template: fromJson(row.template), templateRevision: row.template_revision },
      logo: row.logo === null ? null : Uint8Array.from(row.logo),
    });
    const done = await made;
    if (done === null) throw new Error('the server stops');
    return [done, row] as const;
  }
}
