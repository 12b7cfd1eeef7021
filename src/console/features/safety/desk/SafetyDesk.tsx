import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { safety } from '../../../../../commands/safety.ts';
import { sirens } from '../../../../../commands/sirens.ts';
import { addressOf } from '../../../../contract/pages.ts';
import { lazyPart } from '../../../components/chunks.ts';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { clearRuleDraft, ruleDraft } from '../../../state/alarm-rules.ts';
import { useOpenAlarms } from '../../../state/alarms/alarms.ts';
import { joint } from '../../../state/connection/joint.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { notify } from '../../../state/notices.ts';
import { type JointAct, prepareSirens, refuseAct, useJoint, useSirenSites } from '../../../state/safety.ts';
import type { Asked } from './asked.ts';

const Dialogs = lazyPart(() => import('./Dialogs.tsx'));
const none: readonly JointAct[] = [];
const isOpen = ({ state }: JointAct) => state === 'waiting' || state === 'signed';

/** Says once of each act that waits for this person that it does, and follows the own ones to their end. */
function useFollowed(acts: readonly JointAct[]): void {
  const text = useText();
  const known = useRef<Map<string, JointAct['state']> | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = new Map(acts.map(({ id, state }) => [id, state]));
    for (const act of acts) {
      const was = before?.get(act.id);
      const what = text(`joint.kind.${act.kind}`);
      if (was === undefined && isOpen(act) && act.cannot === null)
        notify(
          'warning',
          text('joint.asked', { account: act.first.accountName, what }),
          null,
          addressOf('safety'),
        );
      if (!act.isOwn || was === undefined || was === act.state || before === null) continue;
      if (act.state === 'done') {
        notify('success', `${what}: ${text('joint.done')}`);
        // What was saved by both is no draft any more.
        if (act.ruleId !== null && ruleDraft(act.ruleId) !== null) clearRuleDraft(act.ruleId);
        if (act.kind === 'ruleCreate') clearRuleDraft('new');
      } else if (act.state === 'refused' || act.state === 'failed')
        notify('warning', `${what}: ${act.note || text(`joint.state.${act.state}`)}`);
    }
  }, [acts, text]);
}

/**
 * Offers on every page what is done about sirens and about what waits for a second person; shows the dialogs that it
 * asks with, and what a call has just left waiting.
 */
export default function SafetyDesk(): ReactNode {
  const text = useText();
  const { shown } = useSnapshot(joint);
  const { data } = useJoint();
  const acts = data?.acts ?? none;
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data: open } = useOpenAlarms();
  const red = (open?.alarms ?? []).filter(({ present, closed }) => present === 4 && closed === null);
  // While something is red the palette finds what it has prepared, on any page.
  const { data: sites = [] } = useSirenSites(asked !== null || red.length > 0);
  useFollowed(acts);
  const waiting = acts.filter(isOpen);
  const calls = sites.flatMap((site) => site.calls.filter(({ state }) => state === 'waiting'));
  const actChoices = () =>
    waiting.map((act) => ({
      value: act.id,
      label: `${text(`joint.kind.${act.kind}`)}, ${act.first.accountName}`,
    }));
  const callChoices = () =>
    calls.map(({ id, alarmId }) => ({ value: id, label: text('sirens.alarmMark', { id: alarmId ?? 0 }) }));
  const takeBack = async (actId: string): Promise<void> => {
    try {
      await refuseAct(actId, '');
      notify('success', text('joint.takenBack'));
    } catch (error) {
      notify('error', reasonOf(error, text));
    }
  };
  useOffer(
    safety.show,
    ({ actId }) => {
      joint.shown = actId;
    },
    { choices: actChoices },
  );
  useOffer(
    safety.refuse,
    async ({ actId }) => {
      joint.shown = null;
      // One's own is taken back at once: nothing has been done yet.
      if (acts.find(({ id }) => id === actId)?.isOwn === true) await takeBack(actId);
      else setAsked({ type: 'refuseAct', actId });
    },
    { choices: actChoices },
  );
  useOffer(safety.settings, ({ companyId }) => setAsked({ type: 'settings', companyId }), {
    available: data?.mayEdit === true,
    choices: () =>
      (data?.settings ?? []).map(({ companyId, companyName }) => ({ value: companyId, label: companyName })),
  });
  useOffer(sirens.setUp, ({ stationId }) => setAsked({ type: 'setUp', stationId }));
  useOffer(sirens.arm, ({ stationId }) => setAsked({ type: 'arm', stationId }));
  useOffer(sirens.disarm, ({ stationId }) => setAsked({ type: 'disarm', stationId }));
  useOffer(sirens.drill, ({ stationId }) => setAsked({ type: 'drill', stationId }));
  useOffer(sirens.sound, ({ callId }) => setAsked({ type: 'sound', callId }), { choices: callChoices });
  useOffer(sirens.refuse, ({ callId }) => setAsked({ type: 'refuseCall', callId }), { choices: callChoices });
  useOffer(
    sirens.prepare,
    async ({ alarmId }) => {
      const alarm = open?.alarms.find(({ id }) => id === alarmId);
      if (alarm === undefined) return notify('warning', text('sirens.alarmClosed'));
      try {
        await prepareSirens(alarm.stationId, alarmId);
        notify('success', text('sirens.preparedDone'));
      } catch (error) {
        notify('error', reasonOf(error, text));
      }
    },
    { choices: () => red.map(({ id, stationCode }) => ({ value: id, label: `${stationCode}, ${id}` })) },
  );
  const act = acts.find(({ id }) => id === shown) ?? null;
  if (asked === null && act === null) return null;
  return (
    <Suspense fallback={null}>
      <Dialogs
        asked={asked}
        act={act}
        settings={data?.settings ?? []}
        sites={sites}
        onClose={() => {
          if (act !== null) joint.shown = null;
          else setAsked(null);
        }}
      />
    </Suspense>
  );
}
