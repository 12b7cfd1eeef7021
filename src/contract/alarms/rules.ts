/** Rules of alarms: their versions, and what a draft would have raised (src/server/alarms/README.md). */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { RuleDefinition } from './rule-schema.ts';

export * from './rule-schema.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const RuleName = Type.String({ minLength: 1, maxLength: 80 });
const Reason = Type.String({ minLength: 1, maxLength: 300 });

export const RuleVersionView = Type.Object(
  {
    version: Type.Integer(),
    /** From when on it judges, UTC ms. */
    from: Type.Integer(),
    accountName: nullable(Type.String()),
    reason: Type.String(),
    name: Type.String(),
    definition: RuleDefinition,
  },
  strict,
);
export type RuleVersionView = Static<typeof RuleVersionView>;

export const RuleSummary = Type.Object(
  {
    id: Id,
    name: Type.String(),
    /** The newest one. */
    version: Type.Integer(),
    companyId: Type.Integer(),
    from: Type.Integer(),
    accountName: nullable(Type.String()),
    definition: RuleDefinition,
    /** Sensors or RTUs, and stations, that it judges now. */
    instances: Type.Integer(),
    stations: Type.Integer(),
    /** Open alarms of it, and when it raised one last. */
    open: Type.Integer(),
    rangAt: nullable(Type.Integer()),
  },
  strict,
);
export type RuleSummary = Static<typeof RuleSummary>;
const One = Type.Object({ rule: RuleSummary }, strict);

export const alarmRules = call('alarmRules.list', 'GET /rest/alarm-rules', {
  access: 'alarm:event:view',
  data: Type.Object({ rules: Type.Array(RuleSummary) }, strict),
});
/** Newest first. */
export const ruleVersions = call('alarmRules.versions', 'GET /rest/alarm-rules/:ruleId/versions', {
  access: 'alarm:event:view',
  params: Type.Object({ ruleId: Id }, strict),
  data: Type.Object({ versions: Type.Array(RuleVersionView) }, strict),
});
/**
 * A first version. Refused: 422 `rules.problem` with what is wrong and where, and `rules.emptyScope` where nothing is in
 * its scope.
 */
export const createRule = call('alarmRules.create', 'POST /rest/alarm-rules', {
  access: 'alarm:rule:edit',
  body: Type.Object({ name: RuleName, definition: RuleDefinition, reason: Reason, companyId: Id }, strict),
  data: One,
});
/** Another version, which judges from now on. Refused: 409 where `version` is not the newest any more. */
export const saveRule = call('alarmRules.save', 'PUT /rest/alarm-rules/:ruleId', {
  access: 'alarm:rule:edit',
  params: Type.Object({ ruleId: Id }, strict),
  body: Type.Object(
    { name: RuleName, version: Type.Integer({ minimum: 1 }), definition: RuleDefinition, reason: Reason },
    strict,
  ),
  data: One,
});
/** It judges no more; its alarms close with that reason, its versions stay. */
export const deleteRule = call('alarmRules.delete', 'DELETE /rest/alarm-rules/:ruleId', {
  access: 'alarm:rule:edit',
  params: Type.Object({ ruleId: Id }, strict),
  data: Type.Object({}, strict),
});

/** What a scope meets now, of one company; left out, of all that the asker sees. */
export const ruleScope = call('alarmRules.scope', 'POST /rest/alarm-rules/scope', {
  access: 'alarm:event:view',
  body: Type.Object({ definition: RuleDefinition, companyId: Type.Optional(Id) }, strict),
  data: Type.Object(
    {
      targets: Type.Array(
        Type.Object(
          {
            targetId: Type.Integer(),
            stationId: Type.Integer(),
            stationCode: Type.String(),
            stationName: Type.String(),
            slot: nullable(Type.Integer()),
            kind: nullable(Type.Integer()),
          },
          strict,
        ),
      ),
    },
    strict,
  ),
});
