import { useState } from 'react';
import { inclination } from '../../../../commands/inclination.ts';
import { inclinationAxes } from '../../../domain/alarms/inclination.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import type { AlertDraft, AlertForm } from '../../state/alert-form.ts';
import { useNow } from '../../state/connection/clock.ts';
import { FetchDialog } from './FetchDialog.tsx';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The initial angles x, y and z, from which the angle threshold counts. */
export function InitialAngles(props: {
  readonly form: AlertForm;
  readonly initial: AlertDraft['initial'];
  /** By axis. */
  readonly errors: readonly (string | null)[];
  readonly mayEdit: boolean;
  readonly onChange: (initial: AlertDraft['initial']) => void;
}) {
  const { form, initial, errors, mayEdit, onChange } = props;
  const text = useText();
  const format = useFormat();
  const now = useNow(30_000);
  const { latest } = form;
  const [asked, setAsked] = useState(false);
  const ofLatest = latest === null ? null : inclinationAxes.map((axis) => String(latest[axis] ?? ''));
  const isLatest =
    ofLatest?.every((value, index) => initial[inclinationAxes[index] ?? 'x'] === value) ?? false;
  useOffer(inclination.fetchLatest, () => setAsked(true), { available: mayEdit });
  useOffer(
    inclination.useLatest,
    () => {
      const [x = '', y = '', z = ''] = ofLatest ?? [];
      onChange({ x, y, z });
      setAsked(false);
    },
    { available: mayEdit && (latest === null ? 'alertForm.noReading' : true) },
  );
  const [error] = errors.filter((one) => one !== null);
  return (
    <div className="alert-config__row">
      <span>{text('alertForm.field.initial')}</span>
      <div className="alert-config__field">
        <div className="row gap-8">
          {inclinationAxes.map((axis, index) => (
            <div
              key={axis}
              className={`field alert-config__number ${errors[index] === null ? '' : 'field--invalid'}`}
            >
              <input
                aria-label={text('alertForm.initialOf', { axis: axis.toUpperCase() })}
                inputMode="decimal"
                value={initial[axis]}
                readOnly={!mayEdit}
                aria-invalid={errors[index] !== null}
                onChange={({ target }) => onChange({ ...initial, [axis]: target.value })}
              />
              <span className="dim">°</span>
            </div>
          ))}
        </div>
        {error !== undefined && (
          <p className="field__error" role="alert">
            <Icon name="circle-alert" />
            {error}
          </p>
        )}
        {mayEdit && <CommandButton command={inclination.fetchLatest} />}
        <span className="dim text-12">
          {isLatest && form.latest !== null
            ? text('alertForm.fetched', {
                time: format.time(form.latest.t, zone, 'full'),
                age: format.duration(Math.max(0, now - form.latest.t)),
              })
            : form.initialSince === null
              ? text('alertForm.noInitialYet')
              : text('alertForm.initialSince', { time: format.time(form.initialSince, zone, 'full') })}
        </span>
        {asked && <FetchDialog form={form} initial={initial} now={now} onClose={() => setAsked(false)} />}
      </div>
    </div>
  );
}
