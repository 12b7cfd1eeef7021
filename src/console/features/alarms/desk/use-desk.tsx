import { type ReactNode, Suspense, useState } from 'react';
import { type AlarmActWord, alarms as alarmCommands } from '../../../../../commands/alarms/index.ts';
import { callOf } from '../../../../command/command.ts';
import { alarmText } from '../../../../derive/alarm-text.ts';
import { undoTime } from '../../../../domain/alarms/standing.ts';
import { lazyPart } from '../../../components/chunks.ts';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { notify } from '../../../state/notices.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { useActing } from '../use-acts.ts';
import { canDo } from '../view.ts';

const DeskDialog = lazyPart(() => import('./DeskDialog.tsx'));

interface Asked {
  readonly act: Exclude<AlarmActWord, 'unshelve'>;
  readonly alarms: readonly AlarmView[];
  readonly note: string;
  readonly until: number | null;
}

/**
 * Offers on every page what is done to alarms that are named (`alarms.answer`); answers the dialog that it asks with, or
 * null. `open`: what the console knows of alarms.
 */
export function useDesk(open: readonly AlarmView[]): ReactNode {
  const text = useText();
  const { data } = useStations();
  const [asked, setAsked] = useState<Asked | null>(null);
  const zoneOf = (alarm: AlarmView | undefined) =>
    data?.stations.find(({ id }) => id === alarm?.stationId)?.timeZone ??
    Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { act: perform, warn } = useActing(zoneOf(asked?.alarms[0]));
  useOffer(alarmCommands.answer, async ({ act, alarmIds, note = '', span }) => {
    const among = open.filter(({ id }) => alarmIds.includes(id));
    const alarms = among.filter((alarm) => canDo(alarm, act));
    const [alarm] = alarms;
    if (alarm === undefined) return notify('warning', text(`alarms.cannot.${whyNot[act]}`));
    const isOne = alarms.length === 1;
    if (act === 'acknowledge' && isOne) {
      const { done, problems } = await perform('acknowledge', alarms, { note });
      warn(problems);
      if (done.length === 0) return;
      const what = `${alarm.stationCode} ${alarmText(alarm, text)}`;
      const undo = callOf(alarmCommands.undo, { alarmIds: [alarm.id] });
      notify('success', text('alarms.done.acknowledge', { what }), null, null, undo, undoTime);
    } else if (act === 'comment' && note !== '') {
      const { done, problems } = await perform('comment', alarms, { note });
      warn(problems);
      if (done.length > 0) notify('success', text('alarms.done.comment'));
    } else if (act === 'unshelve') {
      const { done, problems } = await perform('unshelve', alarms, {});
      warn(problems);
      if (done.length > 0) notify('success', text('alarms.done.unshelve'));
    } else setAsked({ act, alarms, note, until: span === undefined ? null : Date.now() + span });
  });
  if (asked === null) return null;
  const close = () => setAsked(null);
  return (
    <Suspense fallback={null}>
      <DeskDialog
        act={asked.act}
        alarms={asked.alarms}
        zone={zoneOf(asked.alarms[0])}
        said={{ note: asked.note, until: asked.until }}
        onClose={close}
        onDone={close}
      />
    </Suspense>
  );
}

/** Why none of the alarms can be acted on so. */
const whyNot = {
  acknowledge: 'acknowledge',
  comment: 'open',
  shelve: 'shelve',
  unshelve: 'unshelve',
  assign: 'open',
  close: 'close',
} as const satisfies Readonly<Record<AlarmActWord, string>>;
