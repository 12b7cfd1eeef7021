import { FailedState, LoadingRows } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { usePermitted } from '../../components/Permit.tsx';
import { reasonOf } from '../../state/connection/refused.ts';
import { useJoint, useSirenSites } from '../../state/safety.ts';
import { ActList } from './ActList.tsx';
import { Settings } from './Settings.tsx';
import { SiteList } from './SiteList.tsx';
import '../../components/form/form.css';
import './safety.css';

/** What waits for a second person, sites with sirens, and what takes two persons. Its dialogs are those of the desk. */
export default function SafetyPage() {
  const text = useText();
  const mayLook = usePermitted()('alarm:event:view') === true;
  const acts = useJoint();
  const sites = useSirenSites(mayLook);
  const failed = acts.error ?? sites.error;
  if (failed !== null && (acts.data === undefined || (mayLook && sites.data === undefined)))
    return (
      <FailedState
        title={text('safety.failed')}
        reason={reasonOf(failed, text)}
        onRetry={() => void Promise.all([acts.refetch(), sites.refetch()])}
      />
    );
  if (acts.data === undefined || (mayLook && sites.data === undefined)) return <LoadingRows rows={10} />;
  return (
    <div className="safety touch">
      <ActList acts={acts.data.acts} />
      <SiteList sites={sites.data ?? []} />
      <Settings settings={acts.data.settings} mayEdit={acts.data.mayEdit} />
    </div>
  );
}
