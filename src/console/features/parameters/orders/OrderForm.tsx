import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { commands as orderCommands } from '../../../../../commands/commands/index.ts';
import { dialog as dialogCommands } from '../../../../../commands/dialog.ts';
import { parameters } from '../../../../../commands/parameters/index.ts';
import type { OrderProposal } from '../../../../command/context.ts';
import { deviceCommandMessage, fieldMessage } from '../../../../derive/messages.ts';
import type { Draft } from '../../../../domain/parameter-edits.ts';
import { checkGroup } from '../../../../domain/parameter-rules.ts';
import { Button } from '../../../components/Button.tsx';
import { CommandButton } from '../../../components/commands.tsx';
import { useProblemText } from '../../../components/fields/use-problem-text.ts';
import { FormProblem, FormText } from '../../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../../components/form/use-form.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { ApiError } from '../../../state/connection/api-error.ts';
import { reasonOf, refusal } from '../../../state/connection/refused.ts';
import { clearDraft, rebaseDraft } from '../../../state/devices/drafts.ts';
import { asGiven, definitionOf, guardOf, sendOrder } from '../../../state/devices/orders.ts';
import { parametersNow, type StationParameters } from '../../../state/devices/parameters.ts';
import { notify } from '../../../state/notices.ts';
import type { AskedOrder } from '../../../state/overlays.ts';
import { keepGiven } from '../../../state/recording/recorder.ts';
import type { PanelGroup } from '../use-panel.ts';
import { Diff } from './Diff.tsx';
import { Moved } from './Moved.tsx';
import { areFit, argumentValues, firstArguments, OrderArguments } from './OrderArguments.tsx';
import { openSecrets, Secrets } from './Secrets.tsx';

const emptyFields: PanelGroup['definition']['fields'] = [];

/** The form under an order: what it changes, who proves it, why. Whatever is refused, what was typed stays. */
export function OrderForm(props: {
  readonly asked: AskedOrder;
  readonly data: StationParameters;
  /** Of a set: the group as it is now. */
  readonly group: PanelGroup | undefined;
  readonly device: string;
  readonly zone: string;
  readonly onClose: () => void;
}) {
  const { asked, data, group, device, zone, onClose } = props;
  const { order, stationId, slot } = asked.proposal;
  const text = useText();
  const format = useFormat();
  const element = useRef<HTMLFormElement>(null);
  const definition = order.type === 'command' ? definitionOf(order.command) : undefined;
  const guard = guardOf(order);
  const [base, setBase] = useState(
    asked.base ?? { version: group?.version ?? 0, values: group?.known ?? {} },
  );
  const [isStale, setStale] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [secrets, setSecrets] = useState<Draft>({});
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
  const [typed, setTyped] = useState<Draft>(() => firstArguments(definition));
  const words = useProblemText(group?.definition.id ?? 'rtu', group?.definition.fields ?? emptyFields);

  const open = group === undefined || order.type !== 'set' ? [] : openSecrets(group, order.edits);
  const edits: Draft = order.type === 'set' ? { ...order.edits, ...secrets } : {};
  const args = argumentValues(definition, typed);
  const problems = new Map(
    (group === undefined ? [] : checkGroup(group.definition, edits, group.known))
      .filter(({ field }) => !open.some(({ id }) => id === field))
      .map((problem) => [problem.field, words.problem(problem)]),
  );
  const hasSecrets = open.every(({ id }) => (secrets[id] ?? '') !== '');
  const canSend =
    problems.size === 0 && hasSecrets && !isStale && (order.type === 'set' || areFit(definition, args));
  const isAlone = group?.definition.fields.some(({ id, stranding }) => stranding && id in edits) === true;

  const refused = async (error: unknown): Promise<FormRefusal> => {
    if (!(error instanceof ApiError)) throw error;
    const { field, sentence } = refusal(error, text);
    if (order.type === 'set' && error.status === 409) {
      const { devices } = await parametersNow(stationId);
      const own = devices.find(({ target }) => target.slot === slot);
      setStale(own?.groups.find(({ group: id }) => id === order.group)?.version !== base.version);
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
        order: order.type === 'set' ? { ...order, edits } : { ...order, args },
      };
      const why = reason.trim();
      try {
        const { id } = await sendOrder(proposal, {
          surface: asked.surface,
          version: base.version,
          reason: why,
          ...(guard === 'password' ? { proof: { password, code: code.trim() } } : {}),
        });
        tried.current = null;
        keepGiven(...asGiven(proposal, why), { made: id });
      } catch (error) {
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
  // The button that was pressed is gone with what it answered: what comes next is the password.
  const wasStale = useRef(false);
  useLayoutEffect(() => {
    if (wasStale.current && !isStale)
      element.current?.querySelector<HTMLElement>('[name="password"]')?.focus();
    wasStale.current = isStale;
  }, [isStale]);
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      element.current
        ?.querySelector<HTMLElement>(
          '.oargs :is(input, select, textarea), [name="password"], [type="submit"]',
        )
        ?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  const count = Object.keys(edits).length;
  const { contact } = data;
  const lands =
    contact === null
      ? text('set.landsUnknown')
      : contact.plusMinus === 0 || contact.at <= Date.now()
        ? text('set.landsNow')
        : text('set.landsAt', {
            time: format.time(contact.at, zone, contact.at - Date.now() > 86_400_000 ? 'dayTime' : 'minute'),
            spread: format.duration(contact.plusMinus),
          });
  const action =
    definition !== undefined ? text(deviceCommandMessage(definition.id)) : text('set.confirm', { count });
  return (
    <form ref={element} className="order form" noValidate onSubmit={form.onSubmit}>
      <p className="dim">
        {device}
        {text('list.comma')}
        {lands}
      </p>
      {group !== undefined && <Diff group={group} edits={edits} problems={problems} />}
      {group !== undefined && (
        <Secrets
          group={group}
          fields={open}
          typed={secrets}
          onType={(id, value) => setSecrets({ ...secrets, [id]: value })}
        />
      )}
      {isAlone && <p className="order__alone">{text('parameters.alone')}</p>}
      {definition !== undefined && definition.arguments.length > 0 && (
        <OrderArguments
          definition={definition}
          typed={typed}
          onType={(argument, value) => setTyped((before) => ({ ...before, [argument]: value }))}
        />
      )}
      {guard === 'password' && (
        <FormText
          form={form}
          name="password"
          type="password"
          large
          autoComplete="current-password"
          label={text('set.password')}
          hint={text('set.prompt')}
        />
      )}
      {needsCode && (
        <FormText form={form} name="code" large autoComplete="one-time-code" label={text('totp.code')} />
      )}
      <FormText form={form} name="reason" large label={text('set.reason')} />
      {isStale && group !== undefined ? (
        <Moved group={group} before={base.values} sentence={form.problem ?? text('set.moved')} />
      ) : (
        <FormProblem problem={form.problem} />
      )}
      <div className="order__foot">
        <CommandButton command={dialogCommands.decline} large label={text('action.cancel')} />
        <Button
          submit
          large
          look={definition?.id === 'soundAlarm' ? 'danger' : 'primary'}
          icon={guard === 'password' ? 'lock' : undefined}
          label={action}
          disabled={form.busy || !canSend}
          keys="enter"
        />
      </div>
    </form>
  );
}
