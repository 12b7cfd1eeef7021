import { useState } from 'react';
import { wallToUtc, zoneOffset } from '../../../../base/time.ts';
import { sirensText } from '../../../../derive/siren-text.ts';
import { longestArming } from '../../../../domain/sirens.ts';
import { MomentField } from '../../../components/fields/MomentField.tsx';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { FormProblem, FormText, ProofFields } from '../../../components/form/fields.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { armSite, drillSirens, type SirenSite } from '../../../state/safety.ts';
import { SirenReach } from '../SirenReach.tsx';
import { timeOf } from '../time.ts';
import { useSent } from './use-sent.ts';

const day = 86_400_000;
/** A moment as its field has it, on the zone's clocks. */
const wallText = (ms: number, zone: string) => new Date(ms + zoneOffset(zone, ms)).toISOString().slice(0, 16);

interface SiteDialogProps {
  readonly site: SirenSite;
  readonly onClose: () => void;
}
const placeOf = ({ stationCode, stationName }: SirenSite) => `${stationCode} ${stationName}`;

/** What sounds, and when each siren would. */
function WhatSounds({ site }: { readonly site: SirenSite }) {
  const text = useText();
  const format = useFormat();
  const now = useNow(5000);
  return (
    <>
      <p className="strong num">{sirensText(site.sound, text)}</p>
      <SirenReach sirens={site.sirens} at={(ms) => timeOf(ms, now, format, site.timeZone)} />
    </>
  );
}

/** Asks until when and why a site sounds by itself; always takes a second person. */
export function ArmDialog({ site, onClose }: SiteDialogProps) {
  const text = useText();
  const format = useFormat();
  const now = useNow(10_000);
  const [until, setUntil] = useState(() => wallText(Date.now() + day, site.timeZone));
  const end = until === '' ? null : wallToUtc(site.timeZone, Date.parse(`${until}:00Z`));
  const fits = end !== null && end > now && end <= now + longestArming;
  const form = useSent(
    { reason: '', password: '', code: '' },
    ({ reason, password, code }) => {
      if (reason.trim() === '') return { field: 'reason', missing: text('alarms.refused.noReason') };
      if (password === '') return { field: 'password', missing: text('set.noPassword') };
      const proof = { password, ...(code.trim() === '' ? {} : { code: code.trim() }) };
      return armSite(site.stationId, { until: end ?? 0, reason: reason.trim(), ...proof });
    },
    text('joint.done'),
    onClose,
  );
  return (
    <FormDialog
      form={form}
      title={text('sirens.armTitle', { site: placeOf(site) })}
      label={text('sirens.armDo')}
      className="safety__dialog"
      disabled={!fits}
      onClose={onClose}
    >
      <div className="form safety__form">
        <p className="text-12">{text('sirens.armText', { days: longestArming / day })}</p>
        <WhatSounds site={site} />
        <MomentField
          label={text('sirens.until')}
          value={until}
          onChange={setUntil}
          invalid={!fits}
          unit={format.offset(site.timeZone, now)}
        />
        <FormText form={form} name="reason" label={text('sirens.reason')} autoComplete="off" />
        <ProofFields form={form} />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}

/** Asks why, and lets the sirens sound as a drill. */
export function DrillDialog({ site, onClose }: SiteDialogProps) {
  const text = useText();
  const form = useSent(
    { reason: '', password: '', code: '' },
    ({ reason, password, code }) => {
      if (reason.trim() === '') return { field: 'reason', missing: text('alarms.refused.noReason') };
      if (password === '') return { field: 'password', missing: text('set.noPassword') };
      const proof = { password, ...(code.trim() === '' ? {} : { code: code.trim() }) };
      return drillSirens(site.stationId, { reason: reason.trim(), ...proof });
    },
    text('sirens.soundedDone'),
    onClose,
  );
  return (
    <FormDialog
      form={form}
      title={text('sirens.drillTitle', { site: placeOf(site) })}
      label={text(site.takesTwo ? 'sirens.soundDo' : 'sirens.soundDoOne')}
      className="safety__dialog"
      onClose={onClose}
    >
      <div className="form safety__form">
        <p className="text-12">{text('sirens.drillText')}</p>
        <WhatSounds site={site} />
        <FormText form={form} name="reason" label={text('sirens.reason')} autoComplete="off" />
        <ProofFields form={form} />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
