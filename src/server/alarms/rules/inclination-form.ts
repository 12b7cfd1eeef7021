/** The form of a sensor's inclination alert: read from the rule behind it, and saved as its next version. */

import { Refusal } from '../../../base/errors.ts';
import type { Language, MessageId } from '../../../base/messages.ts';
import { formatTime } from '../../../base/time-text.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import type * as contract from '../../../contract/alarms/inclination.ts';
import type { AlertForm } from '../../../contract/alarms/inclination.ts';
import type { BodyOf } from '../../../contract/call.ts';
import { alarmText } from '../../../derive/alarm-text.ts';
import { levelWord } from '../../../derive/level-word.ts';
import { merged, mergeValues, missingFields, unknownFields } from '../../../derive/merge-fields.ts';
import { cyclesAt } from '../../../domain/alarms/cycles.ts';
import { ruleFor } from '../../../domain/alarms/definition.ts';
import {
  type InclinationLevel,
  type InitialAngles,
  inclinationAxes,
  inclinationForm,
  inclinationProblems,
  inclinationRule,
} from '../../../domain/alarms/inclination.ts';
import { quantityOf } from '../../../domain/alarms/quantities/index.ts';
import { rankOf } from '../../../domain/alarms/rule.ts';
import { initialAt } from '../../../domain/baseline.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { By } from '../../audit/by.ts';
import { insertBaseline } from '../../sites/baselines/edit.ts';
import { readValid } from '../../sites/baselines/read.ts';
import type { Site } from '../../sites/structure.ts';
import { fromJson } from '../../storage/json.ts';
import { words } from '../../words.ts';
import { factsOf } from '../facts.ts';
import { groundsOf, judgedOf, readPast, targetById } from '../held.ts';
import { readSeries } from '../reading-series.ts';
import type { RuleBook } from './rule-book.ts';
import { checkRule } from './rule-check.ts';
import { noFacts } from './targets.ts';

const hour = 3_600_000;
const longestName = 80;

interface Place {
  readonly site: Site;
  readonly sensorId: number;
  readonly slot: number;
  readonly kind: number;
}

export class InclinationForms {
  constructor(
    readonly rules: RuleBook,
    readonly edition: 'cn' | 'jp',
  ) {}

  /** @throws Refusal 404 for what is foreign or gone; 422 for a sensor without angles */
  #place(viewer: Viewer, sensorId: number): Place {
    for (const site of this.rules.board.sites(viewer)) {
      const sensor = site.sensors.find(({ id }) => id === sensorId);
      if (sensor === undefined) continue;
      if (kindByCode(sensor.kind)?.rows.includes('tilt') !== true)
        throw new Refusal(422, 'alertForm.noTilt', {}, 'sensorId');
      return { site, sensorId, slot: sensor.slot, kind: sensor.kind };
    }
    throw new Refusal(404, 'api.notFound', { what: `sensor ${sensorId}` });
  }

  /** The rule behind, with its newest version; null = none. */
  async #rule(sensorId: number) {
    const row = await this.rules.storage.db
      .selectFrom('alarm_rules')
      .innerJoin('alarm_rule_versions', (join) =>
        join
          .onRef('alarm_rule_versions.rule_id', '=', 'alarm_rules.id')
          .onRef('alarm_rule_versions.version', '=', 'alarm_rules.version'),
      )
      .select(['alarm_rules.id', 'alarm_rules.version', 'name', 'definition', 'from_t', 'account_name'])
      .where('form_sensor_id', '=', sensorId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return row === undefined ? null : { ...row, definition: fromJson(row.definition) };
  }

  async #initial(sensorId: number): Promise<{ initial: InitialAngles; since: number | null }> {
    const { rules } = this;
    const baselines = (await readValid(rules.storage.db, [sensorId])).get(sensorId) ?? [];
    const found = inclinationAxes.map((channel) =>
      initialAt(baselines, { row: 'tilt', element: 0, channel }, rules.now()),
    );
    const since = found.flatMap((one) => (one === null || one.value === null ? [] : [one.since]));
    const [x = null, y = null, z = null] = found.map((one) => one?.value ?? null);
    return { initial: { x, y, z }, since: since.length === 0 ? null : Math.max(...since) };
  }

  async #latest(sensorId: number): Promise<AlertForm['latest']> {
    const readings = await this.rules.storage.readings.latest(null, [sensorId]);
    const own = readings.find(({ row, element }) => row === 'tilt' && element === 0);
    if (own === undefined) return null;
    const [x = null, y = null, z = null] = inclinationAxes.map((axis) => {
      const value = own.values[axis];
      return typeof value === 'number' ? value : null;
    });
    return { t: own.times?.['x'] ?? own.t, x, y, z };
  }

  async form(viewer: Viewer, sensorId: number): Promise<AlertForm> {
    const { site, slot, kind } = this.#place(viewer, sensorId);
    const rule = await this.#rule(sensorId);
    const { initial, since } = await this.#initial(sensorId);
    const levels = rule === null ? [] : inclinationForm(sensorId, rule.definition);
    return {
      sensorId,
      stationId: site.station.id,
      slot,
      kind,
      projectId: site.project.id,
      companyId: site.project.companyId,
      rule:
        rule === null
          ? null
          : {
              id: rule.id,
              version: rule.version,
              name: rule.name,
              from: rule.from_t,
              accountName: rule.account_name,
              enabled: rule.definition.enabled,
            },
      levels: levels === null ? null : levels.map((level) => ({ ...level })),
      initial: { ...initial },
      initialSince: since,
      latest: await this.#latest(sensorId),
    };
  }

  /** What saving a form would change, as two persons are shown it. @throws Refusal 404, 422 as `form` */
  async change(viewer: Viewer, sensorId: number, body: BodyOf<typeof contract.saveAlertForm>) {
    const { site } = this.#place(viewer, sensorId);
    const before = await this.#rule(sensorId);
    const definition = inclinationRule(sensorId, body.alertLevels, before?.definition ?? null);
    const { initial } = await this.#initial(sensorId);
    return { before, after: { name: before?.name ?? this.#nameOf(viewer, site), definition }, initial };
  }

  #nameOf({ language }: Viewer, { station: { code, name } }: Site): string {
    return words(language)('alertForm.ruleName', { station: `${code} ${name}` }).slice(0, longestName);
  }

  /** @throws Refusal as the call says */
  async save(by: By, sensorId: number, body: BodyOf<typeof contract.saveAlertForm>): Promise<AlertForm> {
    const { rules } = this;
    const { site } = this.#place(by.viewer, sensorId);
    const { alertLevels, initial, version } = body;
    const [problem] = inclinationProblems(alertLevels, initial, unknownFields);
    if (problem !== undefined) {
      const { type, params, field } = problem;
      throw new Refusal(422, `alertForm.problem.${type}` as MessageId, params, field);
    }
    const reason = body.reason.trim();
    if (reason === '') throw new Refusal(422, 'bound.required', {}, 'reason');
    const before = await this.#rule(sensorId);
    if ((before?.version ?? 0) !== version)
      throw new Refusal(409, 'alertForm.changed', { version: before?.version ?? 0 });
    if (before !== null && inclinationForm(sensorId, before.definition) === null)
      throw new Refusal(409, 'alertForm.beyond', { rule: before.name });
    const definition = inclinationRule(sensorId, alertLevels, before?.definition ?? null);
    const now = rules.now();
    const known = (await this.#initial(sensorId)).initial;
    const moved = inclinationAxes.filter((axis) => initial[axis] !== known[axis]);
    if (moved.length > 0 && !by.viewer.permissions.includes('station:baseline:edit'))
      throw new Refusal(403, 'alertForm.noInitial', {}, `initial.${moved[0]}`);
    const name = before?.name ?? this.#nameOf(by.viewer, site);
    const companyId = site.project.companyId;
    const targets = await checkRule(rules, companyId, definition);
    await rules.storage.write(async (db) => {
      if (moved.length > 0) {
        const initialValues = moved.map((channel) => ({
          ...{ row: 'tilt' as const, element: 0, channel, value: initial[channel] },
        }));
        await insertBaseline(db, by, sensorId, { t: now, how: 'hand', initialValues, reason, now });
      }
      await rules.write(db, by, {
        companyId,
        base: before === null ? null : { id: before.id, version },
        formOf: sensorId,
        text: { name, definition, reason },
        targets,
      });
    });
    rules.engine.changed();
    return this.form(by.viewer, sensorId);
  }

  /** What the mail of a level would say of the newest reading, in a language. @throws Refusal 404, 422 */
  async preview(
    viewer: Viewer,
    sensorId: number,
    level: InclinationLevel,
    language: Language = viewer.language,
  ) {
    const { rules } = this;
    const { storage, board } = rules;
    const { site, slot } = this.#place(viewer, sensorId);
    const text = words(language);
    const definition = inclinationRule(sensorId, [level], null);
    const t = (await this.#latest(sensorId))?.t ?? null;
    const past = await readPast(storage.db, [sensorId], site.rtu === null ? [] : [site.rtu.id]);
    const grounds = groundsOf(board.sites(viewer), noFacts, past);
    const target = targetById(grounds, 'sensor', sensorId);
    if (target === null) throw new Refusal(404, 'api.notFound', { what: `sensor ${sensorId}` });
    const at = t ?? rules.now();
    const rule = ruleFor(definition, sensorId, 1);
    const versions = [{ from: 0, version: 1, definition, name: '' }];
    const judged = judgedOf(target, [{ from: 0, rule }], grounds);
    const place = definition.terms[0] === undefined ? null : judged.place(definition.terms[0]);
    const back = Math.max(6 * hour, level.range * 60_000 * 1.5) + judged.collectionCycle * 1000;
    const series = await readSeries(storage, place === null ? [] : [place.source], at - back, at);
    const readings = place === null ? [] : (series.get(place.source) ?? []);
    const values = definition.terms.map((term) => {
      const own = judged.place(term);
      if (own === null) return null;
      const { row, element, channel, baselines, datums } = own;
      const input = { t: at, row, element, channel, readings, receipts: [], baselines };
      const { formerCycles = [], zone, rainBoundary } = judged;
      const { collectionCycle, sendCycle } = cyclesAt(judged, at);
      const datumAt = datums.findLast((one) => one <= at) ?? null;
      const facts = { collectionCycle, sendCycle, formerCycles, zone, rainBoundary, datumAt };
      return quantityOf(term.quantity)?.evaluate({ ...input, ...facts }, term.args) ?? null;
    });
    const rank = rankOf(level.level);
    const sources = { target, judged, versions, series };
    const facts = factsOf(sources, { type: 'raise', t: at, from: 0, to: rank, values });
    const station = `${site.station.code} ${site.station.name}`;
    const name = (await this.#rule(sensorId))?.name ?? text('alertForm.ruleName', { station });
    const filled = mergeValues(facts.terms, facts.angles ?? {}, {
      level: levelWord(text, this.edition, rank, site.project.levelWords),
      station: site.station.name,
      code: site.station.code,
      project: site.project.name,
      time: formatTime(at, site.project.timeZone, 'full'),
      what: alarmText({ isBlind: false, present: rank, facts }, text),
      rule: name,
      serial: site.rtu?.sn ?? null,
      slot: String(slot),
      link: null,
    });
    return {
      t,
      subject: merged(level.subject, filled),
      body: merged(level.body, filled),
      missing: [...missingFields(`${level.subject}\n${level.body}`, filled)],
    };
  }
}
