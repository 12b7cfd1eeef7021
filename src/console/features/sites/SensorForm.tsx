import { useSnapshot } from 'valtio';
import { allKinds, enumValues, kinds } from '../../../catalogue/index.ts';
import { slots } from '../../../catalogue/slots.ts';
import { createSensor, type SiteRtu, type SiteSensor, updateSensor } from '../../../contract/sites/sites.ts';
import { enumValueMessage, kindMessage } from '../../../derive/messages.ts';
import { FormFoot, FormSelect, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { typedNumber } from '../../components/values/typed-number.ts';
import { request } from '../../state/connection/client.ts';
import { useDictionary } from '../../state/dictionaries.ts';
import { isOfFormula } from '../../state/own-kinds.ts';
import { preferences } from '../../state/preferences.ts';
import { notNumbers } from './numbers.ts';
import { useSiteChange } from './use-sites.ts';

/** A sensor on its slot: kind, name, and how it is installed. */
export function SensorForm(props: {
  readonly sensor: SiteSensor | null;
  readonly rtu: SiteRtu;
  /** Whose positions can be chosen. */
  readonly companyId: number | null;
  readonly onMade: (id: number) => void;
}) {
  const { sensor, rtu, companyId, onMade } = props;
  const text = useText();
  const change = useSiteChange();
  const { language } = useSnapshot(preferences);
  const { data } = useDictionary('position', companyId);
  const positions = (data?.entries ?? [])
    .filter(({ code, enabled }) => enabled || code === sensor?.position)
    .map(({ code, words }) => ({ value: code, label: words[language] }));
  const taken = new Set(rtu.sensors.filter(({ id }) => id !== sensor?.id).map(({ slot }) => slot));
  const initial = {
    slot: String(sensor?.slot ?? slots.find((slot) => !taken.has(slot)) ?? 0),
    kind: String(sensor?.kind ?? kinds.find(({ id }) => id === 'rt1030')?.code ?? 4),
    name: sensor?.name ?? '',
    installState: String(sensor?.installState ?? 1),
    mountMode: String(sensor?.mountMode ?? 0),
    mountAzimuth: String(sensor?.mountAzimuth ?? 0),
    position: sensor?.position ?? '',
  };
  const form = useForm(initial, async (values) => {
    const wrong = notNumbers(values, ['mountAzimuth'], text);
    if (wrong !== null) return wrong;
    const name = values.name.trim();
    const body = {
      slot: Number(values.slot),
      kind: Number(values.kind),
      name: name === '' ? null : name,
      installState: Number(values.installState),
      mountMode: Number(values.mountMode),
      mountAzimuth: typedNumber(values.mountAzimuth),
      position: values.position === '' ? null : values.position,
    };
    return change(async () => {
      if (sensor !== null) await request(updateSensor, { params: { sensorId: sensor.id }, body });
      else onMade((await request(createSensor, { params: { rtuId: rtu.id }, body })).id);
    });
  });
  const codes = (id: 'installState' | 'mountMode') =>
    enumValues[id].map((value, code) => ({ value: String(code), label: text(enumValueMessage(id, value)) }));
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('sites.sensor')}>
      <div className="form__pair gap-12 grid">
        <FormSelect
          form={form}
          name="slot"
          label={text('sites.sensor.slot')}
          options={slots
            .filter((slot) => !taken.has(slot))
            .map((slot) => ({ value: String(slot), label: String(slot) }))}
        />
        <FormSelect
          form={form}
          name="kind"
          label={text('sites.sensor.kind')}
          options={allKinds()
            .filter(({ code }) => !isOfFormula(code))
            .map((kind) => ({
              value: String(kind.code),
              label: `${kind.code} · ${text(kindMessage(kind.id))}`,
            }))}
        />
      </div>
      <FormText
        form={form}
        name="name"
        label={text('sites.sensor.name')}
        hint={text('sites.sensor.nameHint')}
      />
      <div className="form__pair gap-12 grid">
        <FormSelect
          form={form}
          name="installState"
          label={text('sites.sensor.installState')}
          options={codes('installState')}
        />
        <FormSelect
          form={form}
          name="mountMode"
          label={text('sites.sensor.mountMode')}
          options={codes('mountMode')}
        />
        <FormText form={form} name="mountAzimuth" label={text('sites.sensor.azimuth')} />
        <FormSelect
          form={form}
          name="position"
          label={text('sites.sensor.position')}
          options={[{ value: '', label: text('sites.sensor.noPosition') }, ...positions]}
        />
      </div>
      <FormFoot
        form={form}
        label={text(sensor === null ? 'sites.create' : 'sites.save')}
        disabled={sensor !== null && !form.changed}
      />
    </form>
  );
}
