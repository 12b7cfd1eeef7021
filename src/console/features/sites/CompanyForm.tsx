import { useSnapshot } from 'valtio';
import { levels } from '../../../base/alarm-words.ts';
import { createCompany, type SiteCompany, updateCompany } from '../../../contract/sites/sites.ts';
import { levelMessage } from '../../../derive/level-word.ts';
import { FormFoot, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { request } from '../../state/connection/client.ts';
import { settings } from '../../state/connection/settings.ts';
import { useSiteChange } from './use-sites.ts';

/** Fields of the form, named as the server names them where it refuses one. */
const fields = {
  blue: 'levelWords.blue',
  yellow: 'levelWords.yellow',
  orange: 'levelWords.orange',
  red: 'levelWords.red',
} as const;
/** The number that a scale of five levels gives to the mildest of the four that are alarms. */
const firstNumber = 2;

/** A company: made anew, or renamed; in the edition of Japan with the words of its municipality for the levels. */
export function CompanyForm(props: {
  readonly company: SiteCompany | null;
  readonly onMade: (id: number) => void;
}) {
  const { company, onMade } = props;
  const text = useText();
  const change = useSiteChange();
  const hasWords = useSnapshot(settings).value?.edition === 'jp';
  const own = company?.levelWords;
  const initial = {
    name: company?.name ?? '',
    'levelWords.blue': own?.blue ?? '',
    'levelWords.yellow': own?.yellow ?? '',
    'levelWords.orange': own?.orange ?? '',
    'levelWords.red': own?.red ?? '',
  };
  const form = useForm(initial, (values) =>
    change(async () => {
      const levelWords = {
        blue: values['levelWords.blue'],
        yellow: values['levelWords.yellow'],
        orange: values['levelWords.orange'],
        red: values['levelWords.red'],
      };
      const body = { name: values.name.trim(), ...(hasWords ? { levelWords } : {}) };
      if (company !== null) await request(updateCompany, { params: { companyId: company.id }, body });
      else onMade((await request(createCompany, { body })).id);
    }),
  );
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('sites.company')}>
      <FormText form={form} name="name" label={text('sites.company.name')} />
      {hasWords && (
        <fieldset className="form">
          <legend className="strong">{text('sites.levelWords')}</legend>
          <p className="form__hint text-12 dim">{text('sites.levelWords.hint')}</p>
          <div className="form__pair grid gap-12">
            {levels.map((level, index) => (
              <FormText
                key={level}
                form={form}
                name={fields[level]}
                label={text('sites.levelWord', {
                  level: index + firstNumber,
                  word: text(levelMessage('jp', index + 1)),
                })}
              />
            ))}
          </div>
        </fieldset>
      )}
      <FormFoot
        form={form}
        label={text(company === null ? 'sites.create' : 'sites.save')}
        disabled={!form.changed}
      />
    </form>
  );
}
