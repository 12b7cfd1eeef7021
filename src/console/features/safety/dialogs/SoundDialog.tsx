import { sirensText } from '../../../../derive/siren-text.ts';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { FormProblem, ProofFields } from '../../../components/form/fields.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { type SirenCall, type SirenSite, soundSirens } from '../../../state/safety.ts';
import { SirenReach } from '../SirenReach.tsx';
import { timeOf } from '../time.ts';
import { useSent } from './use-sent.ts';

/** Shows which sirens would play what, and which of them sleep; asks for the password, and then for the second person. */
export function SoundDialog(props: {
  readonly site: SirenSite;
  readonly call: SirenCall;
  readonly onClose: () => void;
}) {
  const { site, call, onClose } = props;
  const text = useText();
  const format = useFormat();
  const now = useNow(5000);
  const form = useSent(
    { password: '', code: '' },
    ({ password, code }) => {
      if (password === '') return { field: 'password', missing: text('set.noPassword') };
      const proof = { password, ...(code.trim() === '' ? {} : { code: code.trim() }) };
      return soundSirens(call.id, { hash: call.hash, ...proof });
    },
    text('sirens.soundedDone'),
    onClose,
  );
  const place = `${site.stationCode} ${site.stationName}`;
  return (
    <FormDialog
      form={form}
      title={text('sirens.soundTitle')}
      label={text(site.takesTwo ? 'sirens.soundDo' : 'sirens.soundDoOne')}
      className="safety__dialog"
      onClose={onClose}
    >
      <div className="form safety__form">
        <p className="text-12">{text('sirens.soundText', { site: place, id: call.alarmId ?? 0 })}</p>
        <p className="strong num">{sirensText(call.sound, text)}</p>
        <SirenReach
          sirens={site.sirens.filter((siren) =>
            call.targets.some(({ rtuId, slot }) => rtuId === siren.rtuId && slot === siren.slot),
          )}
          at={(ms) => timeOf(ms, now, format, site.timeZone)}
        />
        <p className="text-12 dim">{text(site.takesTwo ? 'sirens.two' : 'sirens.onePerson')}</p>
        <ProofFields form={form} />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
