import type { CommandCall } from '../../../../command/command.ts';
import { undoTime } from '../../../../domain/alarms/standing.ts';
import { type Form, useForm } from '../../../components/form/use-form.ts';
import { useText } from '../../../components/i18n.ts';
import type { AlarmActBody, AlarmActName } from '../../../state/alarms/acts.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { ApiError } from '../../../state/connection/api-error.ts';
import { refusal } from '../../../state/connection/refused.ts';
import { notify } from '../../../state/notices.ts';
import { useActing } from '../use-acts.ts';

/** What a dialog asks for, does, and says when it is done. */
export interface ActDialogProps {
  readonly alarms: readonly AlarmView[];
  readonly zone: string;
  /** What was said with the act: the fields hold it at first. `until`: when a shelf ends, UTC ms. */
  readonly said?: { readonly note: string; readonly until: number | null };
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/**
 * The form of a dialog that acts on alarms. `body`: what it sends, or the sentence that says what is missing. Where some
 * were refused and others not, it closes and says which. `undo`: what takes back those that were done, for 5 s.
 */
export function useActForm<K extends AlarmActName, T extends Readonly<Record<string, string>>>(
  { alarms, zone, onDone }: ActDialogProps,
  name: K,
  initial: T,
  body: (values: T) => AlarmActBody<K> | { readonly field: keyof T & string; readonly missing: string },
  said: (count: number, values: T) => string,
  undo?: (alarmIds: readonly number[]) => CommandCall,
): Form<T> {
  const text = useText();
  const { act, warn } = useActing(zone);
  return useForm(initial, async (values) => {
    const sent = body(values);
    if ('missing' in sent) return { field: sent.field, sentence: sent.missing };
    try {
      const { done, problems } = await act(name, alarms, sent);
      if (done.length === 0 && problems.length > 0) return { field: null, sentence: problems.join(' ') };
      warn(problems);
      const ids = done.map(({ alarmId }) => alarmId);
      notify('success', said(done.length, values), null, null, undo?.(ids) ?? null, undoTime);
      onDone();
      return null;
    } catch (error) {
      // A second person has to sign it: what waits is shown in its place.
      if (error instanceof ApiError && error.messageId === 'joint.waiting') {
        onDone();
        return null;
      }
      return refusal(error, text);
    }
  });
}
