import { useId } from 'react';
import { TextField } from '../../components/fields.tsx';
import type { Form } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';

const zones = Intl.supportedValuesOf('timeZone');

/** An IANA time zone, typed with the browser's list of them as a help. */
export function ZoneField<T extends Readonly<Record<string, string>> & { readonly timeZone: string }>({
  form,
}: {
  readonly form: Form<T>;
}) {
  const text = useText();
  const id = useId();
  return (
    <div>
      <TextField
        label={text('sites.timeZone')}
        name="timeZone"
        list={id}
        value={form.values.timeZone}
        onChange={(value) => form.set('timeZone', value)}
        error={form.error('timeZone')}
      />
      <datalist id={id}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </div>
  );
}
