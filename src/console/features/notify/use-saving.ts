import { useState } from 'react';
import { notify as commands } from '../../../../commands/notify.ts';
import type { FormRefusal } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { refusal } from '../../state/connection/refused.ts';
import { useNotifyChanged } from '../../state/notify.ts';

interface Declared {
  readonly id: number;
  readonly companyId: number;
  readonly revision: number;
}

/**
 * Saves an edit on top of the revision that it was begun on. Where somebody else has saved meanwhile, `isBehind`:
 * nothing is lost, and the edit can be kept on top of what is newest.
 */
export function useSaving(given: Declared | null, current: Declared | null, onClose: () => void) {
  const text = useText();
  const changed = useNotifyChanged();
  const [revision, setRevision] = useState(given?.revision ?? 0);
  const isBehind = given !== null && current !== null && current.revision > revision;
  useOffer(commands.keepMine, () => setRevision(current?.revision ?? revision), { available: isBehind });
  const attempt = async (act: () => Promise<unknown>, stays = false): Promise<FormRefusal | null> => {
    try {
      await act();
      await changed();
      if (!stays) onClose();
      return null;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) void changed();
      return refusal(error, text);
    }
  };
  return { revision, isBehind, attempt };
}
