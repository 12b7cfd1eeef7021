import { Refusal } from '../../../base/errors.ts';
import { hasPermission } from '../../../base/permissions.ts';
import * as contract from '../../../contract/alarms/alarms.ts';
import * as gaps from '../../../contract/alarms/gaps.ts';
import * as glances from '../../../contract/alarms/glances.ts';
import * as health from '../../../contract/alarms/health.ts';
import * as limits from '../../../contract/alarms/limits.ts';
import { proveOther } from '../../accounts/second-person.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { glancesOf } from '../../alarms/glances.ts';
import { healthOf } from '../../alarms/health.ts';
import { limitsOf, marksOf } from '../../alarms/rules/limits.ts';
import type { By } from '../../audit/by.ts';
import { warningGapsOf } from '../../notify/warning-gaps.ts';
import { NeedsSecond } from '../../two-persons/guard.ts';
import { type Binding, bind } from '../bind.ts';
import type { Guarded } from './joint-acts.ts';
import { line } from './joint-shown.ts';

/** Alarms as people look at them and answer them. */
export function alarmHandlers({ services, joint }: Guarded): readonly Binding[] {
  const { alarmBook, notifier, processes } = services;
  const { login, storage, board, hub, now } = services;
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
  return [
    bind(contract.openAlarms, async ({ viewer }) => {
      // Before the alarms are read: the stream may repeat what is in the answer, and leaves nothing out.
      const { lastEventId } = hub;
      return { ...(await alarmBook.open(viewer)), behind: await processes.behind(), lastEventId };
    }),
    bind(contract.alarmHistory, ({ viewer, query }) => alarmBook.history(viewer, query)),
    bind(health.alarmHealth, async ({ viewer, query }) =>
      healthOf({ storage, board, now: now(), behind: await processes.behind() }, viewer, query),
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
  ];
}
