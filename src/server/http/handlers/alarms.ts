import type { FastifyReply } from 'fastify';
import { Refusal } from '../../../base/errors.ts';
import { hasPermission } from '../../../base/permissions.ts';
import * as contract from '../../../contract/alarms/alarms.ts';
import * as past from '../../../contract/alarms/back-test.ts';
import * as gaps from '../../../contract/alarms/gaps.ts';
import * as glances from '../../../contract/alarms/glances.ts';
import * as health from '../../../contract/alarms/health.ts';
import * as inclination from '../../../contract/alarms/inclination.ts';
import * as limits from '../../../contract/alarms/limits.ts';
import * as rules from '../../../contract/alarms/rules.ts';
import { proveOther } from '../../accounts/second-person.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { glancesOf } from '../../alarms/glances.ts';
import { healthOf } from '../../alarms/health.ts';
import { limitsOf, marksOf } from '../../alarms/rules/limits.ts';
import type { By } from '../../audit/by.ts';
import { warningGapsOf } from '../../notify/warning-gaps.ts';
import { NeedsSecond } from '../../two-persons/guard.ts';
import { type Binding, bind } from '../bind.ts';
import { definitionOf, type Guarded } from './joint-acts.ts';
import { line, shownRule } from './joint-shown.ts';

/** Aborts once who asked has closed the connection before the answer. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort();
  });
  return gone.signal;
}

/** Alarms, and the rules that raise them. */
export function alarmHandlers({ services, acts, joint }: Guarded): readonly Binding[] {
  const { alarmBook, ruleBook, backTests, alarmEngine, notifier, messageBook } = services;
  const { login, storage, board, hub, now } = services;
  const { forms } = acts;
  /** A second person who may answer alarms too. */
  const secondOf = async (
    by: By,
    given: { readonly accountName: string; readonly password: string; readonly code?: string } | undefined,
  ): Promise<Viewer | null> => {
    if (given === undefined) return null;
    const second = await proveOther(login, by, given);
    if (!hasPermission(second.permissions, 'alarm:event:answer'))
      throw new Refusal(422, 'alarms.noAssignee', { account: second.accountName }, 'accountName');
    return second;
  };
  /** A rule as it is saved now; null = it is not the viewer's. */
  const newest = async (viewer: Viewer, ruleId: number) =>
    (await ruleBook.newest(viewer)).find(({ id }) => id === ruleId) ?? null;
  return [
    bind(contract.openAlarms, async ({ viewer }) => {
      // Before the alarms are read: the stream may repeat what is in the answer, and leaves nothing out.
      const { lastEventId } = hub;
      return { ...(await alarmBook.open(viewer)), behind: alarmEngine.behind, lastEventId };
    }),
    bind(contract.alarmHistory, ({ viewer, query }) => alarmBook.history(viewer, query)),
    bind(health.alarmHealth, ({ viewer, query }) =>
      healthOf({ storage, board, now: now(), behind: alarmEngine.behind }, viewer, query),
    ),
    bind(glances.alarmGlances, ({ viewer, body }) =>
      glancesOf({ storage, board, now: now() }, viewer, body.alarmIds),
    ),
    bind(gaps.warningGaps, ({ viewer }) => warningGapsOf({ storage, board, notifier, now: now() }, viewer)),
    bind(limits.stationLimits, ({ viewer, params }) =>
      limitsOf({ storage, board }, viewer, params.stationId),
    ),
    bind(limits.stationAlarmMarks, ({ viewer, params, query }) =>
      marksOf({ storage, board }, viewer, params.stationId, query),
    ),
    bind(contract.alarm, ({ viewer, params }) => alarmBook.one(viewer, params.alarmId)),
    bind(contract.alarmAssignees, ({ viewer }) => alarmBook.assignees(viewer)),
    bind(contract.acknowledgeAlarms, (by) => alarmBook.acknowledge(by, by.body.alarmIds, by.body.note)),
    bind(contract.undoAcknowledge, (by) => alarmBook.undo(by, by.body.alarmIds)),
    bind(contract.commentAlarms, async (by) =>
      alarmBook.comment(by, by.body.alarmIds, by.body.note, by.body.uploadIds),
    ),
    bind(contract.assignAlarms, (by) => alarmBook.assign(by, by.body.alarmIds, by.body.assignee)),
    bind(contract.shelveAlarms, async (by) => {
      const { alarmIds, until, reason, second, asksSecond = false } = by.body;
      if (!asksSecond) return alarmBook.shelve(by, alarmIds, until, reason, await secondOf(by, second));
      const asked = await alarmBook.askToShelve(by.viewer, alarmIds, until, reason);
      const lines = [
        ...asked.alarms.map((alarm) =>
          line('alarm', `${alarm.id}, ${alarm.stationCode} ${alarm.stationName}`),
        ),
        line('until', until),
        line('reason', reason),
      ];
      const body = { alarmIds, until, reason };
      const shown = () => ({ address: `/alarms/${alarmIds[0]}`, lines });
      return joint.guarded(by, { kind: 'shelve', body, language: by.language, shown }, () => {
        throw new NeedsSecond(asked.companyId, ['alarm:event:answer']);
      });
    }),
    bind(contract.unshelveAlarms, (by) => alarmBook.unshelve(by, by.body.alarmIds)),
    bind(contract.closeAlarms, (by) => {
      const { alarmIds, finding, note, uploadIds = [], cause = null } = by.body;
      return alarmBook.close(by, alarmIds, finding, note, { uploadIds, cause });
    }),
    bind(contract.reopenAlarms, (by) => alarmBook.reopen(by, by.body.alarmIds, by.body.note)),
    bind(rules.alarmRules, ({ viewer }) => ruleBook.list(viewer)),
    bind(rules.ruleVersions, ({ viewer, params }) => ruleBook.versions(viewer, params.ruleId)),
    bind(rules.createRule, (by) => {
      const { body, language } = by;
      const after = { name: body.name, definition: definitionOf(body.definition) };
      const shown = () => shownRule(null, after, body.reason);
      return joint.guarded(by, { kind: 'ruleCreate', body, language, shown }, () =>
        acts.ruleCreate(by, body),
      );
    }),
    bind(rules.saveRule, (by) => {
      const { language } = by;
      const body = { ruleId: by.params.ruleId, ...by.body };
      const shown = async () =>
        shownRule(
          await newest(by.viewer, body.ruleId),
          { name: body.name, definition: definitionOf(body.definition) },
          body.reason,
        );
      return joint.guarded(by, { kind: 'ruleSave', body, language, shown }, () => acts.ruleSave(by, body));
    }),
    bind(rules.deleteRule, (by) => {
      const { language } = by;
      const body = { ruleId: by.params.ruleId };
      const shown = async () => shownRule(await newest(by.viewer, body.ruleId), null, '');
      return joint.guarded(by, { kind: 'ruleDelete', body, language, shown }, () =>
        acts.ruleDelete(by, body),
      );
    }),
    bind(past.backTest, ({ viewer, body, reply }) => {
      const { targets, ...rest } = body;
      const asked = { ...rest, definition: definitionOf(body.definition) };
      return backTests.test(viewer, asked, targets, untilGone(reply));
    }),
    bind(past.backTestValues, ({ viewer, body, reply }) => {
      const { targetId, ...rest } = body;
      const asked = { ...rest, definition: definitionOf(body.definition) };
      return backTests.values(viewer, asked, targetId, untilGone(reply));
    }),
    bind(rules.ruleScope, ({ viewer, body }) =>
      ruleBook.scope(viewer, definitionOf(body.definition), body.companyId),
    ),
    bind(inclination.alertForm, ({ viewer, params }) => forms.form(viewer, params.sensorId)),
    bind(inclination.saveAlertForm, async (by) => {
      const { language } = by;
      const body = { sensorId: by.params.sensorId, ...by.body };
      const shown = async () => {
        const { before, after, initial } = await forms.change(by.viewer, body.sensorId, body);
        const angles = ({ x, y, z }: typeof body.initial) => `${x ?? '–'}, ${y ?? '–'}, ${z ?? '–'}`;
        const [was, is] = [angles(initial), angles(body.initial)];
        const { lines, rule } = shownRule(before, after, body.reason);
        const moved = was === is ? [] : [line('initial', `${was} → ${is}`)];
        return { address: null, lines: [...lines, ...moved], ...(rule === undefined ? {} : { rule }) };
      };
      return joint.guarded(by, { kind: 'alertForm', body, language, shown }, () => acts.alertForm(by, body));
    }),
    bind(inclination.previewAlert, ({ viewer, params, body, language }) =>
      forms.preview(viewer, params.sensorId, body.alertLevel, language),
    ),
    bind(inclination.testAlert, async (by) => {
      const said = await forms.preview(by.viewer, by.params.sensorId, by.body.alertLevel);
      return messageBook.test(by, 'mail', { title: said.subject, content: said.body });
    }),
  ];
}
