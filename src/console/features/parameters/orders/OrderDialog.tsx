import { useRef } from 'react';
import { dialog as dialogCommands } from '../../../../../commands/dialog.ts';
import { deviceActionMessage } from '../../../../derive/messages.ts';
import { groupPath } from '../../../../domain/device-path.ts';
import { useCommands } from '../../../components/commands.tsx';
import { LoadingRows } from '../../../components/conditions.tsx';
import { useModal } from '../../../components/dialog/use-modal.ts';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import type { AskedOrder } from '../../../state/overlays.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { deviceName, usePanels } from '../use-panel.ts';
import { OrderForm } from './OrderForm.tsx';
import './order-dialog.css';

/** Confirms an order to a device, whichever surface requested it: what it does, password or confirmation, reason. */
export default function OrderDialog(props: { readonly asked: AskedOrder; readonly onClose: () => void }) {
  const { asked, onClose } = props;
  const { proposal } = asked;
  const { content, slot, stationId } = proposal;
  const text = useText();
  const commands = useCommands();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  useOffer(dialogCommands.decline, onClose);
  const { data: list } = useStations();
  const { data, groups } = usePanels(stationId);
  const station = list?.stations.find(({ id }) => id === stationId);
  const code = station === undefined ? String(stationId) : `${station.code} ${station.name}`;
  const device = data?.devices.find(({ target }) => target.slot === slot);
  const group =
    content.type === 'set' ? groups.find(({ path }) => path === groupPath(slot, content.group)) : undefined;
  const known = device !== undefined && (content.type === 'action' || group !== undefined);
  const title =
    content.type === 'set'
      ? text('set.title', { count: Object.keys(content.edits).length, station: code })
      : text('orders.title', { command: text(deviceActionMessage(content.action)), station: code });
  return (
    <dialog
      ref={dialog}
      className="dialog odialog touch"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        commands.run(dialogCommands.decline, {}, 'key');
      }}
    >
      <h2>{title}</h2>
      {known && data !== undefined ? (
        <OrderForm
          asked={asked}
          data={data}
          group={group}
          device={
            group === undefined || slot === null
              ? deviceName(device, text)
              : `${group.device} · ${group.title}`
          }
          zone={station?.timeZone ?? 'UTC'}
          onClose={onClose}
        />
      ) : data === undefined ? (
        <LoadingRows rows={4} />
      ) : (
        <p>{text('parameters.noDeviceText')}</p>
      )}
    </dialog>
  );
}
