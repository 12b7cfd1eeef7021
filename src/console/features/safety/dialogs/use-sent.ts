import { type Form, useForm } from '../../../components/form/use-form.ts';
import { useText } from '../../../components/i18n.ts';
import { ApiError } from '../../../state/connection/api-error.ts';
import { refusal } from '../../../state/connection/refused.ts';
import { notify } from '../../../state/notices.ts';

type Texts = Readonly<Record<string, string>>;

/**
 * The form of a dialog that sends one call. Where it was done it closes and says so; where it waits for a second person
 * it closes too: what waits is shown in its place.
 */
export function useSent<T extends Texts>(
  initial: T,
  /** Sends it, or answers what is missing. */
  send: (values: T) => Promise<unknown> | { readonly field: keyof T & string; readonly missing: string },
  said: string,
  onClose: () => void,
): Form<T> {
  const text = useText();
  return useForm(initial, async (values) => {
    const sent = send(values);
    if (!(sent instanceof Promise)) return { field: sent.field, sentence: sent.missing };
    try {
      await sent;
      notify('success', said);
      onClose();
      return null;
    } catch (error) {
      if (error instanceof ApiError && error.messageId === 'joint.waiting') {
        onClose();
        return null;
      }
      return refusal(error, text);
    }
  });
}
