import { useMemo, useState } from 'react';
import { siteplan as planCommands } from '../../../../../commands/siteplan.ts';
import type { StationDetail } from '../../../../contract/sites/stations.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { FailedState, LoadingRows } from '../../../components/conditions.tsx';
import { LoadContext, usePicture } from '../../../components/files/use-picture.ts';
import { Glyph } from '../../../components/Glyph.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { Permit } from '../../../components/Permit.tsx';
import { useOffer } from '../../../components/screen.ts';
import { useStationAlarm } from '../../../state/alarms/marked.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { notify } from '../../../state/notices.ts';
import { placeOnPlan, type SitePlan } from '../../../state/sites/site-plans.ts';
import { loadUpload } from '../../../state/uploads/send.ts';
import { devicesOf, type PlanDevice } from './devices.ts';
import { Pin, type Spot } from './Pin.tsx';
import './plan.css';

interface Moving extends Spot {
  readonly sensorId: number | null;
}

/** A plan with the devices that stand on it, their values live; those that are not placed beside it. */
export function PlanView({ detail, plan }: { readonly detail: StationDetail; readonly plan: SitePlan }) {
  return (
    <LoadContext value={loadUpload}>
      <Plan detail={detail} plan={plan} />
    </LoadContext>
  );
}

function Plan({ detail, plan }: { readonly detail: StationDetail; readonly plan: SitePlan }) {
  const text = useText();
  const format = useFormat();
  const stationId = detail.summary.id;
  const worst = useStationAlarm(stationId);
  const picture = usePicture(plan.upload.id, false);
  const [edits, setEdits] = useState(false);
  const [moving, setMoving] = useState<Moving | null>(null);
  const devices = useMemo(() => devicesOf(detail, worst, text, format), [detail, worst, text, format]);
  useOffer(planCommands.edit, () => {
    setMoving(null);
    setEdits(!edits);
  });

  const spotOf = ({ sensorId }: PlanDevice): Spot | null =>
    moving !== null && moving.sensorId === sensorId
      ? moving
      : (plan.places.find((place) => place.sensorId === sensorId) ?? null);
  const keep = async (sensorId: number | null, to: Spot | null) => {
    try {
      await placeOnPlan(stationId, plan.id, { sensorId, x: to?.x ?? null, y: to?.y ?? null });
    } catch (error) {
      notify('error', reasonOf(error, text));
    }
    setMoving(null);
  };
  const placed = devices.flatMap((device) => {
    const at = spotOf(device);
    return at === null ? [] : [{ device, at }];
  });
  const rest = devices.filter((device) => spotOf(device) === null);
  if (picture.failed)
    return <FailedState title={text('sitePlans.failed')} reason={plan.upload.name} onRetry={picture.again} />;
  if (picture.url === null) return <LoadingRows rows={10} />;
  return (
    <div className="plan">
      <div className="plan__stage">
        <div
          className="plan__picture"
          style={{ aspectRatio: `${plan.upload.width ?? 1} / ${plan.upload.height ?? 1}` }}
        >
          <img src={picture.url} alt={plan.name} draggable={false} />
          {placed.map(({ device, at }) => (
            <Pin
              sendCycle={detail.summary.sendCycle}
              key={device.slot}
              device={device}
              at={at}
              edits={edits}
              moves={moving !== null && moving.sensorId === device.sensorId}
              onMove={(to) => setMoving({ sensorId: device.sensorId, ...to })}
              onPlace={(to) => void keep(device.sensorId, to)}
              onCancel={() => setMoving(null)}
              onTakeOff={() => void keep(device.sensorId, null)}
            />
          ))}
        </div>
      </div>
      <aside className="plan__rail panel" aria-label={text('sitePlans.devices')}>
        <div className="plan__acts wrap gap-4 flex">
          <Permit needs="station:remark:edit">
            <CommandButton
              command={planCommands.edit}
              icon="locate"
              label={text(edits ? 'sitePlans.done' : 'sitePlans.place')}
              look={edits ? 'primary' : 'plain'}
              pressed={edits}
            />
            <CommandButton command={planCommands.replace} icon="image" label={text('sitePlans.replace')} />
            <CommandButton command={planCommands.remove} icon="trash" label={text('sitePlans.remove')} />
          </Permit>
        </div>
        {edits && <p className="dim text-12">{text('sitePlans.keys')}</p>}
        <ul>
          {placed.map(({ device }) => (
            <li key={device.slot}>
              <Glyph state={device.state} />
              <span className="slot num dim">{device.slot}</span>
              <span className="ellipsis grow">{device.name}</span>
              <span className="num">{device.value}</span>
            </li>
          ))}
        </ul>
        {rest.length > 0 && (
          <>
            <h2>{text('sitePlans.rest', { count: rest.length })}</h2>
            <ul>
              {rest.map((device) => (
                <li key={device.slot}>
                  <button
                    type="button"
                    className="plan__rest gap-4 flex"
                    disabled={!edits}
                    onClick={() => {
                      setMoving({ sensorId: device.sensorId, x: 0.5, y: 0.5 });
                      // The pin comes with the next paint; arrows and Enter go to it.
                      requestAnimationFrame(() =>
                        document.querySelector<HTMLElement>(`.pin[data-slot="${device.slot}"]`)?.focus(),
                      );
                    }}
                  >
                    <span className="slot num dim">{device.slot}</span>
                    <span className="ellipsis grow">{device.name}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </aside>
    </div>
  );
}
