import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, FormText } from '../../../components/form/fields.tsx';
import { useText } from '../../../components/i18n.ts';
import { type CompanyTwoPersons, saveTwoPersons } from '../../../state/safety.ts';
import { useSent } from './use-sent.ts';

const most = 100_000;

/** Asks what a company wants two persons for. */
export function SettingsDialog(props: { readonly of: CompanyTwoPersons; readonly onClose: () => void }) {
  const { of, onClose } = props;
  const text = useText();
  const form = useSent(
    {
      sirens: String(of.sirens),
      plansAbove: of.plansAbove === null ? '' : String(of.plansAbove),
      rules: String(of.rules),
    },
    ({ sirens, plansAbove, rules }) => {
      const typed = plansAbove.trim();
      if (typed !== '' && !(/^\d{1,6}$/.test(typed) && Number(typed) <= most))
        return { field: 'plansAbove', missing: text('safety.badCount') };
      return saveTwoPersons(of.companyId, {
        sirens: sirens === 'true',
        plansAbove: typed === '' ? null : Number(typed),
        rules: rules === 'true',
      });
    },
    text('safety.saved'),
    onClose,
  );
  const persons = [
    { value: 'true', label: text('safety.two') },
    { value: 'false', label: text('safety.one') },
  ];
  return (
    <FormDialog
      form={form}
      title={text('safety.editTitle', { company: of.companyName })}
      label={text('sirens.setUpDo')}
      className="safety__dialog"
      onClose={onClose}
    >
      <div className="form safety__form">
        <p className="text-12 dim">{text('safety.settingsNote')}</p>
        <FormSelect form={form} name="sirens" label={text('safety.editSirens')} options={persons} />
        <FormText form={form} name="plansAbove" label={text('safety.editPlans')} autoComplete="off" />
        <FormSelect form={form} name="rules" label={text('safety.editRules')} options={persons} />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
