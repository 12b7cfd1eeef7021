import { plans } from '../../../../commands/plans/index.ts';
import type { PlanItem } from '../../../contract/plans/plans.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { refusal } from '../../state/connection/refused.ts';
import { readDevices } from '../../state/devices/read-devices.ts';
import { notify } from '../../state/notices.ts';
import { keepGiven } from '../../state/recording/recorder.ts';

/** Offers to read the devices of a plan anew; one whose station is gone is left out. */
export function useReadAgain(items: readonly PlanItem[]): void {
  const text = useText();
  const targets = new Map(
    items.flatMap(({ stationId, target: { slot } }) =>
      stationId === null ? [] : [[`${stationId}/${slot}`, { stationId, slot }] as const],
    ),
  );
  useOffer(
    plans.readAgain,
    async () => {
      const actions = [...targets.values()].map((device) => ({ type: 'read' as const, ...device }));
      try {
        const count = await readDevices([...targets.values()], 'button');
        keepGiven(plans.readAgain, actions);
        if (count === 0) notify('info', text('orders.readAlready'));
        else notify('success', text('orders.reading', { count }));
      } catch (error) {
        const { sentence } = refusal(error, text);
        keepGiven(plans.readAgain, actions, { refused: sentence });
        notify('error', sentence);
      }
    },
    { available: targets.size > 0 ? true : 'plans.noRow' },
  );
}
