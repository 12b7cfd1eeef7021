import { useSnapshot } from 'valtio';
import { frontendLog } from '../../state/session/frontend-log.ts';

const mostShown = 99;

/** How many errors of the log have not been looked at: of more than 99 that they are more; nothing where there is none. */
export function LogBadge() {
  const { unseen } = useSnapshot(frontendLog);
  return unseen > 0 && <span className="badge num">{unseen > mostShown ? `${mostShown}+` : unseen}</span>;
}
