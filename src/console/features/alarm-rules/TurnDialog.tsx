import { useQueryClient } from '@tanstack/react-query';
import type { RuleSummary } from '../../../contract/alarms/rules.ts';
import type { Definition } from '../../../domain/alarms/definition.ts';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { ruleDraft, rulesKey, saveRule, setRuleDraft } from '../../state/alarm-rules.ts';
import { refusal } from '../../state/connection/refused.ts';

/** Why a rule is switched on or off: a version of its own. Edits that were begun go on, on top of it. */
export function TurnDialog({ rule, onClose }: { readonly rule: RuleSummary; readonly onClose: () => void }) {
  const text = useText();
  const client = useQueryClient();
  const enabled = !rule.definition.enabled;
  const form = useForm({ reason: '' }, async ({ reason }) => {
    try {
      const definition = { ...rule.definition, enabled } as Definition;
      const saved = await saveRule(rule.id, rule.version, { name: rule.name, definition }, reason);
      const draft = ruleDraft(rule.id);
      if (draft !== null && draft.version === rule.version)
        setRuleDraft(rule.id, {
          ...draft,
          version: saved.version,
          from: { name: rule.name, definition },
          rule: { ...draft.rule, definition: { ...draft.rule.definition, enabled } },
        });
      await client.invalidateQueries({ queryKey: [rulesKey] });
      onClose();
      return null;
    } catch (error) {
      void client.invalidateQueries({ queryKey: [rulesKey] });
      return refusal(error, text);
    }
  });
  const title = text(enabled ? 'rules.turnOn' : 'rules.turnOff', { name: rule.name });
  return (
    <FormDialog
      form={form}
      title={title}
      label={text(enabled ? 'rules.turnOnButton' : 'rules.turnOffButton')}
      disabled={form.values.reason.trim() === ''}
      onClose={onClose}
    >
      {!enabled && <p>{text('rules.turnOffNote', { count: rule.open })}</p>}
      <div className="rules__form">
        <FormText form={form} name="reason" label={text('rules.reason')} />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
