import { useState } from 'react';
import { sites as siteCommands } from '../../../../commands/sites.ts';
import { wallToUtc, zoneOffset } from '../../../base/time.ts';
import { type SiteStation, setMaintenance } from '../../../contract/sites/sites.ts';
import { CommandButton } from '../../components/commands.tsx';
import { MomentField } from '../../components/fields/MomentField.tsx';
import { FormFoot, FormProblem, FormText } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import { useNow } from '../../state/connection/clock.ts';
import { useSiteChange } from './use-sites.ts';

/** What an end begins with, ms from now. */
const usual = 4 * 3_600_000;
const wallText = (ms: number, zone: string) => new Date(ms + zoneOffset(zone, ms)).toISOString().slice(0, 16);

/** Maintenance of a station: begun with an end and a reason, ended before that by hand. */
export function MaintenanceForm({ station }: { readonly station: SiteStation }) {
  const text = useText();
  const format = useFormat();
  const change = useSiteChange();
  const now = useNow(10_000);
  const zone = station.timeZone;
  const [refused, setRefused] = useState<FormRefusal | null>(null);
  const put = (maintenance: { readonly until: number; readonly reason: string } | null) =>
    change(() => request(setMaintenance, { params: { stationId: station.id }, body: { maintenance } }));
  const [initial] = useState({ until: wallText(Date.now() + usual, zone), reason: '' });
  const form = useForm(initial, async ({ until, reason }) => {
    const end = until === '' ? Number.NaN : wallToUtc(zone, Date.parse(`${until}:00Z`));
    if (end === null || Number.isNaN(end))
      return { field: 'until', sentence: text('sites.maintenance.past') };
    const found = await put({ until: end, reason: reason.trim() });
    // The server names a field of what was sent by its whole path.
    return found === null || found.field === null
      ? found
      : { ...found, field: found.field.replace('maintenance.', '') };
  });
  const own = station.maintenance !== null && station.maintenance.until > now ? station.maintenance : null;
  useOffer(siteCommands.endMaintenance, async () => setRefused(await put(null)), { available: own !== null });
  if (own !== null)
    return (
      <div className="form">
        <p>
          {text('sites.maintenance.is', {
            until: format.time(own.until, zone, 'full'),
            account: own.accountName,
            reason: own.reason,
          })}
        </p>
        <FormProblem problem={refused?.sentence ?? null} />
        <div className="form__foot row wrap gap-8">
          <CommandButton command={siteCommands.endMaintenance} label={text('command.sites.endMaintenance')} />
        </div>
      </div>
    );
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('sites.maintenance')}>
      <p className="form__hint text-12 dim">{text('sites.maintenance.hint')}</p>
      <MomentField
        label={text('sites.maintenance.until')}
        value={form.values.until}
        onChange={(value) => form.set('until', value)}
        invalid={form.error('until') !== null}
        unit={format.offset(zone, now)}
      />
      <FormProblem problem={form.error('until')} />
      <FormText form={form} name="reason" label={text('sites.maintenance.reason')} autoComplete="off" />
      <FormFoot
        form={form}
        label={text('sites.maintenance.begin')}
        disabled={form.values.reason.trim() === ''}
      />
    </form>
  );
}
