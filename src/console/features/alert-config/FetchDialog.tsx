import { commands as orderCommands } from '../../../../commands/commands/index.ts';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { inclination } from '../../../../commands/inclination.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import { inclinationAxes } from '../../../domain/alarms/inclination.ts';
import { devicePath } from '../../../domain/device-path.ts';
import { CommandButton } from '../../components/commands.tsx';
import { DialogFrame } from '../../components/dialog/DialogFrame.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { AlertDraft, AlertForm } from '../../state/alert-form.ts';
import { useStations } from '../../state/sites/stations.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const digits = 4;

/**
 * The angles of the newest reading beside the initial ones that they would replace: of which reading they are is said, and
 * the device can be asked for another one, which it takes when it wakes.
 */
export function FetchDialog(props: {
  readonly form: AlertForm;
  readonly initial: AlertDraft['initial'];
  readonly now: number;
  readonly onClose: () => void;
}) {
  const { form, initial, now, onClose } = props;
  const { latest, slot, kind, stationId } = form;
  const text = useText();
  const format = useFormat();
  const { data } = useStations();
  const next = data?.stations.find(({ id }) => id === stationId)?.nextContactAt ?? null;
  const canMeasure = kindByCode(kind)?.actions.includes('measureNow') === true;
  const title = text('alertForm.fetch.title');
  return (
    <DialogFrame title={title} className="alert-config__fetch" onClose={onClose}>
      <h2>{title}</h2>
      {latest === null ? (
        <p>{text('alertForm.noReading')}</p>
      ) : (
        <>
          <p className="num">
            {text('alertForm.fetch.source', {
              time: format.time(latest.t, zone, 'full'),
              age: format.duration(Math.max(0, now - latest.t)),
            })}
          </p>
          <table className="alert-config__angles num">
            <thead>
              <tr className="text-11 dim">
                <th scope="col">
                  <span className="visually-hidden">{text('alertForm.fetch.axis')}</span>
                </th>
                <th scope="col">{text('alertForm.fetch.now')}</th>
                <th scope="col">{text('alertForm.fetch.latest')}</th>
              </tr>
            </thead>
            <tbody>
              {inclinationAxes.map((axis) => {
                const value = latest[axis];
                return (
                  <tr key={axis}>
                    <th scope="row">{axis.toUpperCase()}</th>
                    <td className="dim">{initial[axis] === '' ? '–' : `${initial[axis]} °`}</td>
                    <td className="strong">{value === null ? '–' : `${format.number(value, digits)} °`}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </>
      )}
      {canMeasure && (
        <p className="row gap-8 wrap text-12 dim">
          <CommandButton
            command={orderCommands.send}
            args={{ stationId, device: devicePath(slot), command: 'measureNow' }}
            label={text('alertForm.fetch.measure')}
          />
          {next !== null && text('alertForm.fetch.next', { time: format.time(next, zone, 'time') })}
        </p>
      )}
      <div className="dialog__foot">
        <CommandButton command={dialogCommands.decline} label={text('action.cancel')} />
        {latest !== null && (
          <CommandButton command={inclination.useLatest} look="primary" label={text('alertForm.fetch.use')} />
        )}
      </div>
    </DialogFrame>
  );
}
