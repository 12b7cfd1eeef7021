import { SirenSound } from '../../../../contract/sites/sirens.ts';
import { reaches } from '../../../../domain/sirens.ts';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, FormText } from '../../../components/form/fields.tsx';
import { useText } from '../../../components/i18n.ts';
import { type SirenSite, saveSirens } from '../../../state/safety.ts';
import { useSent } from './use-sent.ts';

const lights = SirenSound.properties.light.enum;
const bounds = { clip: [1, 99], repeat: [1, 99], volume: [0, 100] } as const;
const numbers = ['clip', 'repeat', 'volume'] as const;

/** A whole number as it was typed; null = it is none. */
const whole = (typed: string): number | null => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : null);

/** Asks which sirens red prepares at a site, and what they play. */
export function SetUpDialog({ site, onClose }: { readonly site: SirenSite; readonly onClose: () => void }) {
  const text = useText();
  const { sound } = site;
  const form = useSent(
    {
      prepares: site.prepares as string,
      clip: String(sound.clip),
      repeat: String(sound.repeat),
      volume: String(sound.volume),
      light: sound.light as string,
      reason: '',
    },
    (values) => {
      for (const name of numbers) {
        const [from, to] = bounds[name];
        const value = whole(values[name]);
        if (value === null || value < from || value > to)
          return { field: name, missing: text('sirens.badNumber', { from, to }) };
      }
      if (values.reason.trim() === '') return { field: 'reason', missing: text('alarms.refused.noReason') };
      return saveSirens(site.stationId, {
        prepares: reaches.find((one) => one === values.prepares) ?? 'none',
        sound: {
          clip: Number(values.clip),
          repeat: Number(values.repeat),
          volume: Number(values.volume),
          light: lights.find((one) => one === values.light) ?? 'red',
        },
        reason: values.reason.trim(),
      });
    },
    text('sirens.savedDone'),
    onClose,
  );
  return (
    <FormDialog
      form={form}
      title={text('sirens.setUpTitle', { site: `${site.stationCode} ${site.stationName}` })}
      label={text('sirens.setUpDo')}
      className="safety__dialog"
      onClose={onClose}
    >
      <div className="form safety__form">
        <FormSelect
          form={form}
          name="prepares"
          label={text('sirens.prepares')}
          options={reaches.map((value) => ({ value, label: text(`sirens.reach.${value}`) }))}
        />
        <div className="form__pair grid gap-12">
          {numbers.map((name) => (
            <FormText key={name} form={form} name={name} label={text(`sirens.${name}`)} autoComplete="off" />
          ))}
          <FormSelect
            form={form}
            name="light"
            label={text('sirens.light')}
            options={lights.map((value) => ({ value, label: text(`enum.hornLight.${value}`) }))}
          />
        </div>
        <FormText form={form} name="reason" label={text('sirens.reason')} autoComplete="off" />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
