import { Select } from '../../../components/fields.tsx';
import { useText } from '../../../components/i18n.ts';
import { useSitePlans } from '../../../state/sites/site-plans.ts';
import { useStationFiles } from '../../../state/uploads/station-files.ts';

export interface ChosenPicture {
  readonly sitePlanId: number | null;
  readonly uploadId: number | null;
}

/** Which picture of a station: its first site plan, another one, or a picture among its files. */
export function PictureField(props: {
  readonly stationId: number;
  readonly chosen: ChosenPicture;
  readonly onChange: (chosen: ChosenPicture) => void;
}) {
  const text = useText();
  const plans = useSitePlans(props.stationId).data?.plans ?? [];
  const files = (useStationFiles(props.stationId).data?.files ?? []).filter(({ width }) => width !== null);
  const label = text('dashboards.field.picture');
  const { sitePlanId, uploadId } = props.chosen;
  const value = uploadId !== null ? `file ${uploadId}` : sitePlanId !== null ? `plan ${sitePlanId}` : '';
  return (
    <div>
      <span className="field__label">{label}</span>
      <Select
        label={label}
        value={value}
        options={[
          { value: '', label: text('dashboards.field.firstPlan') },
          ...plans.map(({ id, name }) => ({ value: `plan ${id}`, label: name })),
          ...files.map(({ id, name }) => ({ value: `file ${id}`, label: name })),
        ]}
        onChange={(chosen) => {
          const [kind, id] = chosen.split(' ');
          props.onChange({
            sitePlanId: kind === 'plan' ? Number(id) : null,
            uploadId: kind === 'file' ? Number(id) : null,
          });
        }}
      />
    </div>
  );
}
