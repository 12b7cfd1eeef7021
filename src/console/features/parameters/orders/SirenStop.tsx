import { commands as orderCommands } from '../../../../../commands/commands/index.ts';
import { deviceActions, kindByCode } from '../../../../catalogue/index.ts';
import type { StationSummary } from '../../../../contract/sites/stations.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { Permit } from '../../../components/Permit.tsx';

/** Stops a station's sirens with one press, where it has any. */
export default function SirenStop({ station }: { readonly station: StationSummary }) {
  const text = useText();
  const hasSiren = station.kinds.some((code) =>
    kindByCode(code)?.actions.some((id) => deviceActions.find((action) => action.id === id)?.jumpsQueue),
  );
  if (!hasSiren) return null;
  return (
    <Permit needs="device:command:send">
      <CommandButton
        command={orderCommands.stop}
        args={{ stationId: station.id }}
        icon="bell-off"
        look="danger"
        label={text('orders.stopSiren')}
      />
    </Permit>
  );
}
