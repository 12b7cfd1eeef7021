import { commands as orderCommands } from '../../../../../commands/commands/index.ts';
import type { ParameterDevice } from '../../../../contract/devices/parameters.ts';
import { deviceActionMessage } from '../../../../derive/messages.ts';
import { devicePath } from '../../../../domain/device-path.ts';
import { Button } from '../../../components/Button.tsx';
import { useCommands } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { usePermitted } from '../../../components/Permit.tsx';
import { actionsOf, definitionOf } from '../../../state/devices/give-order.ts';
import { deviceName } from '../use-panel.ts';
import './send-panel.css';

/** What can be sent to each device of the station, by its kind. */
export function SendPanel(props: {
  readonly stationId: number;
  readonly devices: readonly ParameterDevice[];
}) {
  const text = useText();
  const commands = useCommands();
  const permitted = usePermitted();
  const may = (action: string) => permitted(definitionOf(action)?.permission ?? 'device:command:send');
  return (
    <section className="osend touch rigid paper grid" aria-label={text('orders.send')}>
      {props.devices.map((device) => {
        const own = actionsOf(device.kind).filter((id) => may(id) && definitionOf(id) !== undefined);
        if (own.length === 0) return null;
        const path = devicePath(device.target.slot);
        return (
          <div key={path} className="osend__device">
            <h2 className="ellipsis">{deviceName(device, text)}</h2>
            <div className="wrap gap-4 flex">
              {own.map((id) => {
                const asks = definitionOf(id)?.guard !== 'none' || definitionOf(id)?.arguments.length !== 0;
                return (
                  <Button
                    key={id}
                    label={`${text(deviceActionMessage(id))}${asks ? '…' : ''}`}
                    look={definitionOf(id)?.jumpsQueue ? 'danger' : 'plain'}
                    onPress={() =>
                      commands.run(
                        orderCommands.send,
                        { stationId: props.stationId, device: path, command: id },
                        'button',
                      )
                    }
                  />
                );
              })}
            </div>
          </div>
        );
      })}
    </section>
  );
}
