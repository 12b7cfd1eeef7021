import { useState } from 'react';
import type { Remark } from '../../../contract/sites/remarks.ts';
import { useText } from '../../components/i18n.ts';
import { useUploads } from '../../state/uploads/use-uploads.ts';

const keyOf = (uploadId: number) => `upload ${uploadId}`;

/** Files of a remark while it is written: those that it has and those that are sent. null = of a new one. */
export function useRemarkFiles(stationId: number, remark: Remark | null) {
  const fresh = useUploads(`remark ${remark?.id ?? `new ${stationId}`}`, stationId, useText());
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const kept = (remark?.files ?? []).filter(({ id }) => !removed.includes(id));
  return {
    ...fresh,
    items: [
      ...kept.map(({ id, name }) => ({
        key: keyOf(id),
        name,
        preview: null,
        state: 'done' as const,
        share: 1,
        problem: null,
      })),
      ...fresh.items,
    ],
    ids: [...kept.map(({ id }) => id), ...fresh.ids],
    remove: (key: string) => {
      const known = kept.find(({ id }) => keyOf(id) === key);
      if (known === undefined) fresh.remove(key);
      else setRemoved((before) => [...before, known.id]);
    },
  };
}
