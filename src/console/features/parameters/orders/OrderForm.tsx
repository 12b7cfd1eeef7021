import { dialog as dialogCommands } from '../../../../../commands/dialog.ts';
import { deviceActionMessage } from '../../../../derive/messages.ts';
import { Button } from '../../../components/Button.tsx';
import { CommandButton } from '../../../components/commands.tsx';
import { CurrentPassword, FormProblem, FormText } from '../../../components/form/fields.tsx';
import { useText } from '../../../components/i18n.ts';
import { definitionOf, guardOf } from '../../../state/devices/give-order.ts';
import type { StationParameters } from '../../../state/devices/parameters.ts';
import type { AskedOrder } from '../../../state/overlays.ts';
import { useTakesTwo } from '../../../state/safety.ts';
import type { PanelGroup } from '../use-panel.ts';
import { Diff } from './Diff.tsx';
import { Moved } from './Moved.tsx';
import { OrderArguments } from './OrderArguments.tsx';
import { Secrets } from './Secrets.tsx';
import { useLandsText } from './use-lands-text.ts';
import { useOrderDraft } from './use-order-draft.ts';
import { useOrderFocus } from './use-order-focus.ts';
import { useOrderSending } from './use-order-sending.ts';

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
  const { content } = asked.proposal;
  const text = useText();
  const definition = content.type === 'action' ? definitionOf(content.action) : undefined;
  const guard = guardOf(content);
  const draft = useOrderDraft(content, group, definition);
  const { edits, args } = draft;
  const { form, before, isStale, needsCode } = useOrderSending({ asked, group, edits, args, onClose });
  const isConfirmed = guard === 'confirm';
  const element = useOrderFocus(isStale, isConfirmed);
  const lands = useLandsText(data.contact, zone);
  const isAlone = group?.definition.fields.some(({ id, stranding }) => stranding && id in edits) === true;
  const isSounding = definition?.id === 'soundAlarm';
  const takesTwo = useTakesTwo(isSounding ? asked.proposal.stationId : null);
  const count = Object.keys(edits).length;
  const action =
    definition !== undefined ? text(deviceActionMessage(definition.id)) : text('set.confirm', { count });
  return (
    <form
      ref={element}
      className="order form"
      noValidate
      onSubmit={form.onSubmit}
      onKeyDown={(event) => {
        // Of what is only confirmed, Enter in a field leads to the button, and only Enter on that sends it.
        if (!isConfirmed || event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        element.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
      }}
    >
      <p className="dim">
        {device}
        {text('list.comma')}
        {lands}
      </p>
      {group !== undefined && <Diff group={group} edits={edits} problems={draft.problems} />}
      {group !== undefined && (
        <Secrets group={group} fields={draft.open} typed={draft.secrets} onType={draft.onSecret} />
      )}
      {isAlone && <p className="order__alone text-12">{text('parameters.alone')}</p>}
      {definition !== undefined && definition.arguments.length > 0 && (
        <OrderArguments definition={definition} typed={draft.typed} onType={draft.onArgument} />
      )}
      {isSounding && <p className="text-12 dim">{text(takesTwo ? 'sirens.two' : 'sirens.onePerson')}</p>}
      {guard === 'password' && (
        <CurrentPassword form={form} large label={text('set.password')} hint={text('set.prompt')} />
      )}
      {needsCode && (
        <FormText form={form} name="code" large autoComplete="one-time-code" label={text('totp.code')} />
      )}
      <FormText form={form} name="reason" large label={text('set.reason')} />
      {isStale && group !== undefined ? (
        <Moved group={group} before={before} sentence={form.problem ?? text('set.moved')} />
      ) : (
        <FormProblem problem={form.problem} />
      )}
      <div className="order__foot gap-8 raised flex">
        <CommandButton command={dialogCommands.decline} large label={text('action.cancel')} />
        <Button
          submit
          large
          look={isSounding ? 'danger' : 'primary'}
          icon={guard === 'password' ? 'lock' : undefined}
          label={takesTwo ? text('sirens.soundDo') : action}
          disabled={form.busy || !draft.isComplete || isStale}
          keys={isConfirmed ? undefined : 'enter'}
        />
      </div>
    </form>
  );
}
