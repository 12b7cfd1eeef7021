import { dashboardBounds } from '../../../base/bounds/dashboards.ts';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormSelect, FormText } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import type { Dashboard } from '../../state/dashboards.ts';

export type DashboardFacts = Pick<Dashboard, 'name' | 'share'> & { readonly turnSeconds: number | null };

const { turnLeast, turnMost } = dashboardBounds;

/** Asks for the name of a dashboard, who sees it, and how long its pages stand. */
export function SettingsDialog(props: {
  readonly title: string;
  readonly label: string;
  readonly facts: DashboardFacts;
  readonly canShare: boolean;
  readonly onSave: (facts: DashboardFacts) => Promise<FormRefusal | null>;
  readonly onClose: () => void;
}) {
  const { facts, canShare, onSave, onClose } = props;
  const text = useText();
  const form = useForm(
    { name: facts.name, share: facts.share as string, turnSeconds: String(facts.turnSeconds ?? '') },
    async ({ name, share, turnSeconds }) => {
      const typed = turnSeconds.trim().normalize('NFKC');
      const seconds = typed === '' ? null : Number(typed);
      if (seconds !== null && (!Number.isInteger(seconds) || seconds < turnLeast || seconds > turnMost))
        return {
          field: 'turnSeconds',
          sentence: text('dashboards.turnWrong', { least: turnLeast, most: turnMost }),
        };
      const refused = await onSave({
        name,
        share: share === 'company' ? 'company' : 'own',
        turnSeconds: seconds,
      });
      if (refused === null) onClose();
      return refused;
    },
  );
  return (
    <FormDialog form={form} title={props.title} label={props.label} onClose={onClose}>
      <div className="form">
        <FormText form={form} name="name" label={text('dashboards.name')} autoComplete="off" />
        {canShare && (
          <FormSelect
            form={form}
            name="share"
            label={text('dashboards.share')}
            options={(['own', 'company'] as const).map((share) => ({
              value: share,
              label: text(`dashboards.share.${share}`),
            }))}
          />
        )}
        <FormText form={form} name="turnSeconds" label={text('dashboards.turnSeconds')} autoComplete="off" />
      </div>
    </FormDialog>
  );
}
