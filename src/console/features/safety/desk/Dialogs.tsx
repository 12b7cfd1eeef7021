import type { ReactNode } from 'react';
import { useText } from '../../../components/i18n.ts';
import {
  type CompanyTwoPersons,
  disarmSite,
  type JointAct,
  refuseAct,
  refuseSirens,
  type SirenSite,
} from '../../../state/safety.ts';
import { ArmDialog, DrillDialog } from '../dialogs/ArmDialog.tsx';
import { JointDialog } from '../dialogs/JointDialog.tsx';
import { ReasonDialog } from '../dialogs/ReasonDialog.tsx';
import { SettingsDialog } from '../dialogs/SettingsDialog.tsx';
import { SetUpDialog } from '../dialogs/SetUpDialog.tsx';
import { SoundDialog } from '../dialogs/SoundDialog.tsx';
import type { Asked } from './asked.ts';
import '../../../components/form/form.css';
import '../safety.css';

interface DialogsProps {
  readonly asked: Asked | null;
  /** What waits and is shown; before all else. */
  readonly act: JointAct | null;
  readonly settings: readonly CompanyTwoPersons[];
  readonly sites: readonly SirenSite[];
  readonly onClose: () => void;
}

function SiteDialogs({ asked, sites, onClose }: DialogsProps & { readonly asked: Asked }): ReactNode {
  const text = useText();
  if (asked.type === 'sound' || asked.type === 'refuseCall') {
    const site = sites.find(({ calls }) => calls.some(({ id }) => id === asked.callId));
    const call = site?.calls.find(({ id }) => id === asked.callId);
    if (site === undefined || call === undefined) return null;
    if (asked.type === 'sound') return <SoundDialog site={site} call={call} onClose={onClose} />;
    return (
      <ReasonDialog
        title={text('sirens.refuseTitle')}
        label={text('sirens.refuseDo')}
        said={text('sirens.refusedDone')}
        send={(reason) => refuseSirens(call.id, reason)}
        onClose={onClose}
      />
    );
  }
  if (!('stationId' in asked)) return null;
  const site = sites.find(({ stationId }) => stationId === asked.stationId);
  if (site === undefined) return null;
  if (asked.type === 'setUp') return <SetUpDialog site={site} onClose={onClose} />;
  if (asked.type === 'arm') return <ArmDialog site={site} onClose={onClose} />;
  if (asked.type === 'drill') return <DrillDialog site={site} onClose={onClose} />;
  return (
    <ReasonDialog
      title={text('sirens.disarmTitle', { site: `${site.stationCode} ${site.stationName}` })}
      label={text('sirens.disarmDo')}
      said={text('sirens.disarmedDone')}
      send={(reason) => disarmSite(site.stationId, reason)}
      onClose={onClose}
    />
  );
}

/** The dialog that is asked with now. */
export default function Dialogs(props: DialogsProps): ReactNode {
  const { asked, act, settings, onClose } = props;
  const text = useText();
  if (act !== null) return <JointDialog key={act.id} act={act} onClose={onClose} />;
  if (asked === null) return null;
  if (asked.type === 'refuseAct')
    return (
      <ReasonDialog
        title={text('joint.refuseTitle')}
        label={text('joint.refuseDo')}
        said={text('joint.refusedDone')}
        send={(reason) => refuseAct(asked.actId, reason)}
        onClose={onClose}
      />
    );
  if (asked.type === 'settings') {
    const of = settings.find(({ companyId }) => companyId === asked.companyId);
    return of === undefined ? null : <SettingsDialog of={of} onClose={onClose} />;
  }
  return <SiteDialogs {...props} asked={asked} />;
}
