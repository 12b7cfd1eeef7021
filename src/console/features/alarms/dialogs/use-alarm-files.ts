import { useText } from '../../../components/i18n.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { useUploads } from '../../../state/uploads/use-uploads.ts';

/**
 * Photographs and files that go with what is done to alarms. They wait under the first of them: a dialog that was closed
 * too early has them again. `finish`: it was done; forgets them and goes on.
 */
export function useAlarmFiles(act: 'close' | 'comment', alarms: readonly AlarmView[]) {
  const [first] = alarms;
  const files = useUploads(`alarm ${act} ${first?.id ?? 0}`, first?.stationId ?? 0, useText());
  return {
    ...files,
    /** What is of no station takes none. */
    isOfStation: alarms.every(({ companyId }) => companyId === null),
    finish: (onDone: () => void) => {
      files.clear();
      onDone();
    },
  };
}
