import { useSnapshot } from 'valtio';
import { frontendLog } from '../../state/session/frontend-log.ts';

const mostShown = 99;

/** How many errors of the log have not been looked at: 99 at most; nothing where there is none. */
export function LogBadge() {
  const { unseen } = useSnapshot(frontendLog);
  return unseen > 0 && <span className="badge num">{Math.min(unseen, mostShown)}</span>;
}
