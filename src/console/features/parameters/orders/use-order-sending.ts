import { useEffect, useRef, useState } from 'react';
import { commands as orderCommands } from '../../../../../commands/commands/index.ts';
import { parameters } from '../../../../../commands/parameters/index.ts';
import type { OrderProposal } from '../../../../command/context.ts';
import { fieldMessage } from '../../../../derive/messages.ts';
import type { Draft } from '../../../../domain/parameters/parameter-edits.ts';
import { type Form, type FormRefusal, useForm } from '../../../components/form/use-form.ts';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { ApiError } from '../../../state/connection/api-error.ts';
import { reasonOf, refusal } from '../../../state/connection/refused.ts';
import { clearDraft, rebaseDraft } from '../../../state/devices/drafts.ts';
import { asGiven, guardOf, sendOrder } from '../../../state/devices/give-order.ts';
import { parametersNow } from '../../../state/devices/parameters.ts';
import { notify } from '../../../state/notices.ts';
import type { AskedOrder } from '../../../state/overlays.ts';
import { keepGiven } from '../../../state/recording/recorder.ts';
import type { PanelGroup } from '../use-panel.ts';

/** The sending of an order, and what a refusal asks of the user. */
export interface OrderSending {
  readonly form: Form<{ password: string; code: string; reason: string }>;
  /** What the device had when the edits of a set were made. */
  readonly before: Draft;
  /** True once somebody else's set went in between; `parameters.takeOver` is offered then. */
  readonly isStale: boolean;
  /** True once a second factor was asked for. */
  readonly needsCode: boolean;
}

/** Sends an order when its form is submitted. Whatever is refused, what was typed stays. */
export function useOrderSending(of: {
  readonly asked: AskedOrder;
  /** Of a set: the group as it is now. */
  readonly group: PanelGroup | undefined;
  readonly edits: Draft;
  readonly args: Draft;
  readonly onClose: () => void;
}): OrderSending {
  const { asked, group, edits, args, onClose } = of;
  const { content, stationId, slot } = asked.proposal;
  const text = useText();
  const guard = guardOf(content);
  const [base, setBase] = useState(
    asked.base ?? { version: group?.version ?? 0, values: group?.known ?? {} },
  );
  const [isStale, setStale] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  /** The last try, where it was refused: kept if it is left at that. */
  const tried = useRef<{ proposal: OrderProposal; reason: string; refused: string } | null>(null);
  useEffect(
    () => () => {
      if (tried.current === null) return;
      const { proposal, reason, refused: sentence } = tried.current;
      keepGiven(...asGiven(proposal, reason), { refused: sentence });
    },
    [],
  );

  const refused = async (error: unknown): Promise<FormRefusal> => {
    if (!(error instanceof ApiError)) throw error;
    const { field, sentence } = refusal(error, text);
    if (content.type === 'set' && error.status === 409) {
      const { devices } = await parametersNow(stationId);
      const own = devices.find(({ target }) => target.slot === slot);
      setStale(own?.groups.find(({ group: id }) => id === content.group)?.version !== base.version);
      return { field: null, sentence };
    }
    if (field === 'otp' || field === 'code') {
      setNeedsCode(true);
      return { field: 'code', sentence };
    }
    const isOwn = field !== null && group?.definition.fields.some(({ id }) => id === field);
    const name = isOwn && group !== undefined ? text(fieldMessage(group.definition.id, field)) : null;
    return name === null
      ? { field, sentence }
      : { field: null, sentence: text('set.fieldRefused', { field: name, sentence }) };
  };
  const form = useForm(
    { password: '', code: '', reason: '' },
    async ({ password, code, reason }) => {
      if (guard === 'password' && password === '')
        return { field: 'password', sentence: text('set.noPassword') };
      const proposal: OrderProposal = {
        stationId,
        slot,
        content: content.type === 'set' ? { ...content, edits } : { ...content, args },
      };
      const why = reason.trim();
      try {
        const { id } = await sendOrder(proposal, {
          surface: asked.surface,
          version: base.version,
          reason: why,
          ...(guard === 'password' ? { proof: { password, code } } : {}),
        });
        tried.current = null;
        keepGiven(...asGiven(proposal, why), { made: id });
      } catch (error) {
        // What waits for a second person is shown in its place.
        if (error instanceof ApiError && error.messageId === 'joint.waiting') {
          onClose();
          return null;
        }
        tried.current = { proposal, reason: why, refused: reasonOf(error, text) };
        return refused(error);
      }
      if (group !== undefined && asked.base !== undefined) {
        clearDraft(stationId, group.path, Object.keys(edits));
        rebaseDraft(stationId, group.path, {
          version: base.version + 1,
          values: { ...base.values, ...edits },
        });
      }
      notify('success', text('orders.accepted'));
      onClose();
      return null;
    },
    orderCommands.confirm,
  );
  useOffer(
    parameters.takeOver,
    () => {
      if (group !== undefined) setBase({ version: group.version, values: group.known });
      setStale(false);
    },
    { available: isStale },
  );
  return { form, before: base.values, isStale, needsCode };
}
