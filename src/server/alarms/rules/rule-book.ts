/** Rules of alarms as people write them: each save is a version, which judges from then on. */

import { Refusal } from '../../../base/errors.ts';
import type { RuleSummary, RuleVersionView } from '../../../contract/alarms/rules.ts';
import type { AuditAction } from '../../../contract/company/audit.ts';
import { type Definition, ruleFor } from '../../../domain/alarms/definition.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { auditBy, type By } from '../../audit/by.ts';
import { noteChange } from '../../changes/change-log.ts';
import { boundInForce } from '../../platform/state.ts';
import type { Board } from '../../sites/board.ts';
import { sees } from '../../sites/visible.ts';
import { fromJson, toJson } from '../../storage/json.ts';
import type { Db } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import { demandForRule } from '../../two-persons/demands.ts';
import type { AlarmEngine } from '../engine.ts';
import { syncInstances } from '../instances.ts';
import { checkFolders, checkRule } from './rule-check.ts';
import { readScopeFacts } from './scope-facts.ts';
import { type PlacedTarget, targetsOf } from './targets.ts';

interface RuleText {
  readonly name: string;
  readonly definition: Definition;
  readonly reason: string;
}

/** A rule as it is saved now. */
export interface NewestRule {
  readonly id: number;
  readonly companyId: number;
  readonly version: number;
  readonly name: string;
  readonly definition: Definition;
}

/** A version of a rule that is to be written. */
export interface WrittenRule {
  readonly companyId: number;
  /** The version that it is made of; null = a new rule. */
  readonly base: { readonly id: number; readonly version: number } | null;
  /** Sensor of whose form a new rule is; left out = of none. */
  readonly formOf?: number;
  readonly text: RuleText;
  readonly targets: readonly PlacedTarget[];
}

export class RuleBook {
  constructor(
    readonly storage: Storage,
    readonly board: Board,
    readonly engine: AlarmEngine,
    readonly now: () => number = Date.now,
  ) {}

  /** Writes a version and what it is judged for; within the caller's transaction. */
  async #version(
    db: Db,
    by: By,
    ruleId: number,
    version: number,
    text: RuleText,
    targets: readonly PlacedTarget[],
  ) {
    const { name, definition, reason } = text;
    const last = await db
      .selectFrom('alarm_rule_versions')
      .select('from_t')
      .where('rule_id', '=', ruleId)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    // Versions follow each other in time, also where the clock was set back.
    const from = Math.max(this.now(), (last?.from_t ?? 0) + 1);
    await db
      .insertInto('alarm_rule_versions')
      .values({
        rule_id: ruleId,
        version,
        from_t: from,
        name: name.trim(),
        definition: toJson(definition),
        reason: reason.trim(),
        user_id: by.viewer.userId,
        account_name: by.viewer.accountName,
      })
      .execute();
    await syncInstances(db, ruleId, targets, (id) => ruleFor(definition, id, from), from);
    await noteChange(db, 'alarmRule', ruleId, this.now());
  }

  #audit(db: Db, by: By, action: AuditAction, companyId: number, detail: string) {
    return auditBy(db, by, { at: this.now(), action, subject: `company:${companyId}`, detail });
  }

  async #begin(db: Db, companyId: number, formOf: number | null): Promise<number> {
    const { count } = await db
      .selectFrom('alarm_rules')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('company_id', '=', companyId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    const most = await boundInForce(db, 'alarmRules');
    if (Number(count) >= most) throw new Refusal(422, 'rules.tooMany', { most });
    if (formOf !== null) {
      const other = await db
        .selectFrom('alarm_rules')
        .select(['id', 'version'])
        .where('form_sensor_id', '=', formOf)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (other !== undefined) throw await this.#changed(db, other.id, other.version);
    }
    const rule = await db
      .insertInto('alarm_rules')
      .values({ company_id: companyId, version: 1, form_sensor_id: formOf })
      .returning('id')
      .executeTakeFirstOrThrow();
    return rule.id;
  }

  /** @throws Refusal 404 for another company; 422 with what is wrong and where */
  async create(by: By, companyId: number, text: RuleText): Promise<{ rule: RuleSummary }> {
    const isKnown = this.board.projects(by.viewer).some((project) => project.companyId === companyId);
    if (!isKnown) throw new Refusal(404, 'api.notFound', { what: `company ${companyId}` });
    const targets = await checkRule(this, companyId, text.definition);
    const { id } = await this.storage.write((db) =>
      this.write(db, by, { companyId, base: null, text, targets }),
    );
    this.engine.changed();
    return { rule: await this.#summary(id) };
  }

  /**
   * Writes a version of a rule within the caller's transaction; `changed` of the engine follows the commit.
   * @param given targets as `checkRule` answered them; `base` null = a new rule
   * The only way in which a version is written: where the company asks two persons for rules, both have signed here.
   * @throws Refusal 404; 409 where `base` is not the newest version any more; 422 beyond the most rules of a company;
   * NeedsSecond
   */
  async write(
    db: Db,
    by: By,
    given: WrittenRule,
  ): Promise<{ readonly id: number; readonly version: number }> {
    const { companyId, base, text, targets } = given;
    // A folder may have been deleted since the rule was checked: then nothing would be watched through it.
    await checkFolders(db, companyId, text.definition.scope);
    if (base === null) {
      await demandForRule(db, by, companyId, this.now());
      const id = await this.#begin(db, companyId, given.formOf ?? null);
      await this.#version(db, by, id, 1, text, targets);
      await this.#audit(db, by, 'rule.create', companyId, `${text.name}: ${text.reason}`);
      return { id, version: 1 };
    }
    const row = await this.#own(db, by.viewer, base.id);
    await demandForRule(db, by, row.company_id, this.now());
    if (row.version !== base.version) throw await this.#changed(db, base.id, row.version);
    const version = base.version + 1;
    await db.updateTable('alarm_rules').set({ version }).where('id', '=', base.id).execute();
    await this.#version(db, by, base.id, version, text, targets);
    await this.#audit(db, by, 'rule.save', companyId, `${text.name}, ${version}: ${text.reason}`);
    return { id: base.id, version };
  }

  async #own(db: Db, viewer: Viewer, ruleId: number) {
    const row = await db.selectFrom('alarm_rules').selectAll().where('id', '=', ruleId).executeTakeFirst();
    if (row === undefined || row.deleted_at !== null || !sees(viewer, row.company_id))
      throw new Refusal(404, 'api.notFound', { what: `rule ${ruleId}` });
    return row;
  }

  /** Why a version is no more the newest: who has saved which one. */
  async #changed(db: Db, ruleId: number, version: number): Promise<Refusal> {
    const saved = await db
      .selectFrom('alarm_rule_versions')
      .select('account_name')
      .where('rule_id', '=', ruleId)
      .where('version', '=', version)
      .executeTakeFirst();
    return new Refusal(409, 'rules.changed', { version, account: saved?.account_name ?? '–' });
  }

  /** @throws Refusal 409 where a newer version was saved meanwhile; it names its account */
  async save(by: By, ruleId: number, version: number, text: RuleText): Promise<{ rule: RuleSummary }> {
    const { company_id: companyId } = await this.#own(this.storage.db, by.viewer, ruleId);
    const targets = await checkRule(this, companyId, text.definition);
    await this.storage.write((db) =>
      this.write(db, by, { companyId, base: { id: ruleId, version }, text, targets }),
    );
    this.engine.changed();
    return { rule: await this.#summary(ruleId) };
  }

  /** It judges no more. @throws Refusal 404 */
  async delete(by: By, ruleId: number): Promise<Record<string, never>> {
    await this.storage.write((db) => this.remove(db, by, ruleId));
    this.engine.changed();
    return {};
  }

  /**
   * Deletes a rule within the caller's transaction; `changed` of the engine follows the commit.
   * @param base the version that is meant; left out = whichever is there
   * @throws Refusal 404; 409 where `base` is not the newest version any more; NeedsSecond
   */
  async remove(db: Db, by: By, ruleId: number, base?: number): Promise<void> {
    const row = await this.#own(db, by.viewer, ruleId);
    if (base !== undefined && row.version !== base) throw await this.#changed(db, ruleId, row.version);
    const now = this.now();
    await demandForRule(db, by, row.company_id, now);
    await db.updateTable('alarm_rules').set({ deleted_at: now }).where('id', '=', ruleId).execute();
    await syncInstances(
      db,
      ruleId,
      [],
      () => {
        throw new Error('nothing begins');
      },
      now,
    );
    await noteChange(db, 'alarmRule', ruleId, now);
    await this.#audit(db, by, 'rule.delete', row.company_id, `rule ${ruleId}`);
  }

  /** Newest first. @throws Refusal 404 */
  async versions(viewer: Viewer, ruleId: number): Promise<{ versions: RuleVersionView[] }> {
    await this.#own(this.storage.db, viewer, ruleId);
    const rows = await this.storage.db
      .selectFrom('alarm_rule_versions')
      .selectAll()
      .where('rule_id', '=', ruleId)
      .orderBy('version', 'desc')
      .execute();
    return {
      versions: rows.map((row) => ({
        version: row.version,
        from: row.from_t,
        accountName: row.account_name,
        reason: row.reason,
        name: row.name,
        definition: fromJson(row.definition) as RuleVersionView['definition'],
      })),
    };
  }

  /** Newest versions of the rules that a viewer sees. */
  async newest(viewer: Pick<Viewer, 'companyId'>): Promise<readonly NewestRule[]> {
    const rows = await this.storage.db
      .selectFrom('alarm_rules')
      .innerJoin('alarm_rule_versions', (join) =>
        join
          .onRef('alarm_rule_versions.rule_id', '=', 'alarm_rules.id')
          .onRef('alarm_rule_versions.version', '=', 'alarm_rules.version'),
      )
      .select(['alarm_rules.id', 'alarm_rules.company_id', 'alarm_rules.version', 'name', 'definition'])
      .where('deleted_at', 'is', null)
      .orderBy('alarm_rules.id')
      .execute();
    return rows
      .filter((row) => sees(viewer, row.company_id))
      .map(({ id, company_id: companyId, version, name, definition }) => ({
        ...{ id, companyId, version, name },
        definition: fromJson(definition),
      }));
  }

  async #summary(ruleId: number): Promise<RuleSummary> {
    const [rule] = await this.#summaries([ruleId]);
    if (rule === undefined) throw new Refusal(404, 'api.notFound', { what: `rule ${ruleId}` });
    return rule;
  }

  async list(viewer: Viewer): Promise<{ rules: RuleSummary[] }> {
    const rows = await this.storage.db
      .selectFrom('alarm_rules')
      .select(['id', 'company_id'])
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    return {
      rules: await this.#summaries(rows.filter((row) => sees(viewer, row.company_id)).map(({ id }) => id)),
    };
  }

  async #summaries(ids: readonly number[]): Promise<RuleSummary[]> {
    if (ids.length === 0) return [];
    const { db } = this.storage;
    const rows = await db
      .selectFrom('alarm_rules')
      .innerJoin('alarm_rule_versions', (join) =>
        join
          .onRef('alarm_rule_versions.rule_id', '=', 'alarm_rules.id')
          .onRef('alarm_rule_versions.version', '=', 'alarm_rules.version'),
      )
      .select(['alarm_rules.id', 'alarm_rules.company_id', 'alarm_rules.version'])
      .select(['name', 'definition', 'from_t', 'account_name'])
      .where('alarm_rules.id', 'in', [...ids])
      .orderBy('alarm_rules.id')
      .execute();
    const raised = await db
      .selectFrom('alarms')
      .select(['rule_id'])
      .select(({ fn }) => [
        fn.max('raised_at').as('rang_at'),
        fn.countAll<number | string>().as('all'),
        fn.count<number | string>('closed_at').as('closed'),
      ])
      .where('rule_id', 'in', [...ids])
      .groupBy('rule_id')
      .execute();
    const byRule = new Map(raised.map((row) => [row.rule_id, row]));
    const facts = await readScopeFacts(db);
    return rows.map((row) => {
      const definition = fromJson(row.definition);
      const targets = targetsOf(definition, this.board.sites({ companyId: row.company_id }), facts);
      const own = byRule.get(row.id);
      return {
        id: row.id,
        name: row.name,
        version: row.version,
        companyId: row.company_id,
        from: row.from_t,
        accountName: row.account_name,
        definition: definition as RuleSummary['definition'],
        instances: targets.length,
        stations: new Set(targets.map(({ stationId }) => stationId)).size,
        open: own === undefined ? 0 : Number(own.all) - Number(own.closed),
        rangAt: own?.rang_at ?? null,
      };
    });
  }

  /**
   * What a definition meets now: in a company, or of all that the viewer sees.
   * @throws Refusal 404 for another company
   */
  async scope(viewer: Viewer, definition: Definition, companyId: number | null = null) {
    if (companyId !== null && !sees(viewer, companyId))
      throw new Refusal(404, 'api.notFound', { what: `company ${companyId}` });
    const sites = this.board.sites(companyId === null ? viewer : { companyId });
    const targets = targetsOf(definition, sites, await readScopeFacts(this.storage.db));
    return {
      targets: targets.map(({ id, site, sensor }) => ({
        targetId: id,
        stationId: site.station.id,
        stationCode: site.station.code,
        stationName: site.station.name,
        slot: sensor?.slot ?? null,
        kind: sensor?.kind ?? null,
      })),
    };
  }
}
