import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { baselines as baselineCommands } from '../../../../commands/baselines.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { kindMessage } from '../../../derive/messages.ts';
import { relativeChannels } from '../../../domain/baseline.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import { RelativeSwitch, useRelativeSwitch } from '../../components/values/relative.tsx';
import { useNow } from '../../state/connection/clock.ts';
import { useStationBaselines, validOf } from '../../state/devices/baselines.ts';
import { useEntryWords } from '../../state/dictionaries.ts';
import { isOfFormula } from '../../state/own-kinds.ts';
import { preferences, setRelative } from '../../state/preferences.ts';
import { BaselineDialog } from './BaselineDialog.tsx';
import { RtuFold } from './RtuFold.tsx';
import { SensorCard } from './SensorCard.tsx';
import { StationSteps } from './StationSteps.tsx';
import { StatusFacts } from './StatusFacts.tsx';

/** True for a kind with values that can be shown relative to an initial value. */
const mayBeRelative = (code: number) =>
  (kindByCode(code)?.rows ?? []).some((row) =>
    [false, true].some((ofElements) => relativeChannels(row, ofElements).length > 0),
  );

/** The newest readings: the status row with its flags, and a panel for each sensor; on a phone the readings come first. */
export function LatestTab({ detail }: { readonly detail: StationDetail }) {
  const text = useText();
  const now = useNow(1000);
  const narrow = useNarrow();
  const zone = detail.summary.timeZone;
  const positionWord = useEntryWords('position', detail.project.companyId);
  const { relative } = useSnapshot(preferences);
  useRelativeSwitch(relative, setRelative);
  const baselines = useStationBaselines(detail.summary.id, detail.sensors.length > 0);
  const [edited, setEdited] = useState<number | null>(null);
  const withInitials = detail.sensors.filter(({ kind: code }) => mayBeRelative(code));
  useOffer(baselineCommands.open, ({ sensorId }) => setEdited(sensorId), {
    available: withInitials.length > 0,
    choices: () =>
      withInitials.map(({ id, slot, name, kind: code }) => ({
        value: id,
        label: `${slot} · ${name ?? text(kindMessage(kindByCode(code)?.id ?? 'none'))}`,
      })),
  });
  const sensor = detail.sensors.find(({ id }) => id === edited);
  return (
    <div className="latest column gap-8">
      {!narrow && <StatusFacts detail={detail} />}
      <div className="latest__bar row wrap gap-8">
        {detail.rtu !== null && (
          <CommandButton
            command={stationCommands.formulas}
            args={{ stationId: detail.summary.id }}
            icon="function"
            label={text('formulas.title')}
          />
        )}
        {withInitials.length > 0 && <RelativeSwitch relative={relative} />}
      </div>
      {sensor !== undefined && (
        <BaselineDialog
          sensor={sensor}
          zone={zone}
          known={baselines?.get(sensor.id)?.all ?? []}
          onClose={() => setEdited(null)}
        />
      )}
      <div className="cards gap-8 grid">
        {detail.sensors.map((sensor) => (
          <SensorCard
            position={sensor.position === null ? null : positionWord(sensor.position)}
            key={sensor.id}
            sensor={sensor}
            zone={zone}
            now={now}
            sendCycle={detail.summary.sendCycle}
            derivedAt={isOfFormula(sensor.kind) ? detail.summary.id : null}
            baselines={relative ? validOf(baselines, sensor.id) : null}
          />
        ))}
      </div>
      {narrow && <RtuFold detail={detail} />}
      {narrow && <StationSteps />}
    </div>
  );
}
