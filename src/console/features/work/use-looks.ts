import { useEffect, useRef } from 'react';
import { workText } from '../../../derive/work-text.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { notify } from '../../state/notices.ts';
import { seeWork, type WorkNotice } from '../../state/work.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What needs somebody, or did not go as it was meant to. */
export const isTrouble = ({ how }: Pick<WorkNotice, 'how'>): boolean =>
  ['planFailing', 'planStopped', 'planStill', 'runFailed', 'runHalted', 'standardDrift'].includes(how);

/** Words of notices, on the clocks of whoever reads. */
export function useWorkWords() {
  const text = useText();
  const format = useFormat();
  return {
    said: (notice: WorkNotice) => workText(notice, text, (at) => format.time(at, zone, 'dayTime')),
    time: (at: number) => format.time(at, zone, 'dayTime'),
  };
}

/** True where the page shows the plan or the run of a notice. */
export const isShown = ({ address, work }: WorkNotice, path: string): boolean =>
  path === address || (work.startsWith('run:') && path.endsWith(`/${work.slice('run:'.length)}`));

/** What the page shows is seen, while somebody looks at it; of the rest what comes in is said once over the page. */
export function useLooks(notices: readonly WorkNotice[] | undefined, path: string): void {
  const { said } = useWorkWords();
  const known = useRef<ReadonlySet<number> | null>(null);
  useEffect(() => {
    if (notices === undefined) return;
    const look = () => {
      const shown = notices.filter((notice) => isShown(notice, path));
      // What could not be said to the server is said at the next look.
      if (document.visibilityState === 'visible' && shown.length > 0)
        seeWork(shown.map(({ work }) => work)).catch(() => undefined);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [notices, path]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or language says nothing again
  useEffect(() => {
    if (notices === undefined) return;
    const before = known.current;
    known.current = new Set(notices.map(({ id }) => id));
    if (before === null) return;
    for (const notice of notices)
      if (!before.has(notice.id) && !isShown(notice, path))
        notify(isTrouble(notice) ? 'warning' : 'success', said(notice).title, null, notice.address);
  }, [notices]);
}
