/** Rules of alarms as people write them: each save is a version, which judges from then on. */
import { Refusal } from '../../base/errors.ts';
import type { RuleSummary, RuleVersionView } from '../../contract/alarms/rules.ts';
import type { AuditAction } from '../../contract/audit.ts';
import { companyBounds } from '../../contract/company-bounds.ts';
import { type Definition, ruleFor } from '../../domain/alarms/definition.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import type { Board } from '../sites/board.ts';
import { sees } from '../sites/visible.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { AlarmEngine } from './engine.ts';
import { readLabels } from './held.ts';
import { syncInstances } from './instances.ts';
import { checkRule } from './rule-check.ts';
import { type PlacedTarget, targetsOf } from './targets.ts';

/** A version to be written: the first of a rule, or the next one after `version`. */
interface NextVersion {
  readonly companyId: number;
  /** null = a new rule. */
  readonly ruleId: number | null;
  readonly version: number;
  /** Sensor of whose form the rule is; left out = of none. */
  readonly formOf?: number;
  readonly text: RuleText;
  /** Written with it, or not at all. */
  readonly with?: (db: Db) => Promise<void>;
}

interface RuleText {
  readonly name: string;
  readonly definition: Definition;
  readonly reason: string;
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
    if (Number(count) >= companyBounds.alarmRules)
      throw new Refusal(422, 'rules.tooMany', { most: companyBounds.alarmRules });
    if (formOf !== null) {
      const other = await db
        .selectFrom('alarm_rules')
        .select('version')
        .where('form_sensor_id', '=', formOf)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (other !== undefined) throw new Refusal(409, 'rules.changed', { version: other.version });
    }
    const rule = await db
      .insertInto('alarm_rules')
      .values({ company_id: companyId, version: 1, form_sensor_id: formOf })
      .returning('id')
      .executeTakeFirstOrThrow();
    return rule.id;
  }

  /**
   * Writes a version in one transaction with what belongs to it. Answers the rule's id.
   * @throws Refusal 404 for another company; 409 where somebody else has saved it meanwhile; 422 with what is wrong
   */
  async write(by: By, next: NextVersion): Promise<number> {
    const { companyId, ruleId, version, formOf = null, text } = next;
    const targets = await checkRule(this, companyId, text.definition);
    const id = await this.storage.write(async (db) => {
      if (ruleId !== null) {
        const row = await this.#own(db, by.viewer, ruleId);
        if (row.version !== version) throw new Refusal(409, 'rules.changed', { version: row.version });
        await db
          .updateTable('alarm_rules')
          .set({ version: version + 1 })
          .where('id', '=', ruleId)
          .execute();
      }
      const own = ruleId ?? (await this.#begin(db, companyId, formOf));
      await next.with?.(db);
      await this.#version(db, by, own, ruleId === null ? 1 : version + 1, text, targets);
      const detail = ruleId === null ? text.name : `${text.name}, ${version + 1}`;
      const action = ruleId === null ? 'rule.create' : 'rule.save';
      await this.#audit(db, by, action, companyId, `${detail}: ${text.reason}`);
      return own;
    });
    this.engine.changed();
    return id;
  }

  /** @throws Refusal 404 for another company; 422 with what is wrong and where */
  async create(by: By, companyId: number, text: RuleText): Promise<{ rule: RuleSummary }> {
    const isKnown = this.board.projects(by.viewer).some((project) => project.companyId === companyId);
    if (!isKnown) throw new Refusal(404, 'api.notFound', { what: `company ${companyId}` });
    return { rule: await this.#summary(await this.write(by, { companyId, ruleId: null, version: 0, text })) };
  }

  async #own(db: Db, viewer: Viewer, ruleId: number) {
    const row = await db.selectFrom('alarm_rules').selectAll().where('id', '=', ruleId).executeTakeFirst();
    if (row === undefined || row.deleted_at !== null || !sees(viewer, row.company_id))
      throw new Refusal(404, 'api.notFound', { what: `rule ${ruleId}` });
    return row;
  }

  /** @throws Refusal 409 where somebody else has saved it meanwhile */
  async save(by: By, ruleId: number, version: number, text: RuleText): Promise<{ rule: RuleSummary }> {
    const { company_id: companyId } = await this.#own(this.storage.db, by.viewer, ruleId);
    await this.write(by, { companyId, ruleId, version, text });
    return { rule: await this.#summary(ruleId) };
  }

  /** It judges no more. @throws Refusal 404 */
  async delete(by: By, ruleId: number): Promise<Record<string, never>> {
    await this.storage.write(async (db) => {
      const row = await this.#own(db, by.viewer, ruleId);
      const now = this.now();
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
    });
    this.engine.changed();
    return {};
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
    const labels = await readLabels(db);
    return rows.map((row) => {
      const definition = fromJson(row.definition);
      const targets = targetsOf(definition, this.board.sites({ companyId: row.company_id }), labels);
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

  /** What a definition meets now, of all that the viewer sees. */
  async scope(viewer: Viewer, definition: Definition) {
    const targets = targetsOf(definition, this.board.sites(viewer), await readLabels(this.storage.db));
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
