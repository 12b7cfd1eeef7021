import { useState } from 'react';
import { navigation } from '../../../../commands/navigation/index.ts';
import { sites as siteCommands } from '../../../../commands/sites.ts';
import {
  createRtu,
  moveRtu,
  rotateCredential,
  type SiteRtu,
  type SiteStation,
} from '../../../contract/sites/sites.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FormFoot, FormSelect, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { Panel } from '../../components/Panel.tsx';
import { useOffer } from '../../components/screen.ts';
import { typedNumber } from '../../components/values/typed-number.ts';
import { request } from '../../state/connection/client.ts';
import { Credential } from './Credential.tsx';
import { notNumbers } from './numbers.ts';
import type { Sites } from './tree/nodes.ts';
import { useSiteChange, useWaiting } from './use-sites.ts';

/** RTUs that wait of which each has a button; the overview lists all. */
const mostWaiting = 6;

interface Made {
  readonly sn: string;
  readonly secret: string;
}

function NewRtu(props: {
  readonly station: SiteStation;
  readonly sn: string;
  readonly onSecret: (made: Made) => void;
}) {
  const text = useText();
  const change = useSiteChange();
  const form = useForm(
    { sn: props.sn },
    ({ sn }) =>
      change(async () => {
        const made = await request(createRtu, {
          params: { stationId: props.station.id },
          body: { sn: sn.trim() },
        });
        props.onSecret({ sn: sn.trim(), secret: made.credential });
      }),
    siteCommands.letIn,
  );
  const { entries } = useWaiting();
  useOffer(siteCommands.adopt, ({ sn }) => form.set('sn', sn), {
    available: entries.length === 0 ? 'sites.waiting.none' : true,
    choices: (argument) =>
      argument === 'sn'
        ? entries.map(({ sn }) => ({ value: sn, label: sn }))
        : [{ value: props.station.id, label: `${props.station.code} ${props.station.name}` }],
  });
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('sites.rtu.new')}>
      <p className="dim">{text('sites.rtu.none')}</p>
      <FormText form={form} name="sn" label={text('sites.rtu.sn')} />
      {entries.length > 0 && (
        <div className="form__foot row wrap gap-8">
          <span className="dim">{text('sites.rtu.waiting')}</span>
          {entries.slice(0, mostWaiting).map(({ sn }) => (
            <CommandButton
              key={sn}
              command={siteCommands.adopt}
              args={{ sn, stationId: props.station.id }}
              label={sn}
              pressed={form.values.sn === sn}
            />
          ))}
        </div>
      )}
      <FormFoot form={form} label={text('sites.rtu.create')} disabled={form.values.sn.trim() === ''} />
    </form>
  );
}

function Rotate({ rtu, onSecret }: { readonly rtu: SiteRtu; readonly onSecret: (made: Made) => void }) {
  const text = useText();
  const change = useSiteChange();
  const send = async (values: { readonly overlapHours: string }) => {
    const wrong = notNumbers(values, ['overlapHours'], text);
    if (wrong !== null) return wrong;
    return change(async () => {
      const body = { overlapHours: typedNumber(values.overlapHours) };
      const made = await request(rotateCredential, { params: { rtuId: rtu.id }, body });
      onSecret({ sn: rtu.sn, secret: made.credential });
    });
  };
  const form = useForm({ overlapHours: '24' }, send, siteCommands.rotateCredential);
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('sites.rtu.rotate')}>
      <FormText
        form={form}
        name="overlapHours"
        label={text('sites.rtu.overlap')}
        hint={text('sites.rtu.overlapHint')}
      />
      <FormFoot form={form} label={text('sites.rtu.rotate')} look="plain" />
    </form>
  );
}

function Move(props: { readonly rtu: SiteRtu; readonly free: readonly SiteStation[] }) {
  const { rtu, free } = props;
  const text = useText();
  const change = useSiteChange();
  const form = useForm(
    { stationId: '' },
    ({ stationId }) =>
      stationId === ''
        ? Promise.resolve({ field: 'stationId', sentence: text('sites.waiting.choose') })
        : change(() =>
            request(moveRtu, { params: { rtuId: rtu.id }, body: { stationId: Number(stationId) } }),
          ),
    siteCommands.moveRtu,
  );
  if (free.length === 0) return null;
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('sites.rtu.move')}>
      <FormSelect
        form={form}
        name="stationId"
        label={text('sites.rtu.moveTo')}
        options={[
          { value: '', label: text('sites.rtu.moveNowhere') },
          ...free.map((station) => ({ value: String(station.id), label: `${station.code} ${station.name}` })),
        ]}
      />
      <FormFoot
        form={form}
        label={text('sites.rtu.move')}
        look="plain"
        disabled={form.values.stationId === ''}
      />
    </form>
  );
}

/** The RTU of a station: let in with a credential that is shown once, rotated, moved. */
export function RtuPanel(props: {
  readonly station: SiteStation;
  /** Stations without an RTU. */
  readonly free: readonly SiteStation[];
  /** Serial number of an RTU that waits, to begin with. */
  readonly sn: string;
  readonly broker: Sites['broker'];
}) {
  const { station, free, broker } = props;
  const { rtu } = station;
  const text = useText();
  const format = useFormat();
  const [made, setMade] = useState<Made | null>(null);
  return (
    <Panel title={text('sites.rtu')}>
      {made !== null && <Credential sn={made.sn} secret={made.secret} broker={broker} />}
      {rtu === null ? (
        <NewRtu key={`${station.id} ${props.sn}`} station={station} sn={props.sn} onSecret={setMade} />
      ) : (
        <>
          <dl className="facts device-facts terms text-12 grid">
            <dt>{text('sites.rtu.sn')}</dt>
            <dd className="num">{rtu.sn}</dd>
            <dt>{text('home.lastContact')}</dt>
            <dd className="num">
              {rtu.lastContactAt === null
                ? text('home.never')
                : format.time(rtu.lastContactAt, station.timeZone, 'full')}
            </dd>
            <dt>{text('sites.credential.password')}</dt>
            <dd>
              {text(rtu.hasCredential ? 'sites.credential.set' : 'sites.credential.missing')}
              {rtu.oldCredentialUntil !== null && (
                <>
                  {' · '}
                  {text('sites.credential.oldUntil', {
                    time: format.time(rtu.oldCredentialUntil, station.timeZone, 'full'),
                  })}
                </>
              )}
            </dd>
          </dl>
          <p className="form__foot row wrap gap-8">
            <CommandButton
              command={navigation.open}
              args={{ address: `/devices/messages?station=${station.id}` }}
              icon="message"
              label={text('page.messages')}
            />
          </p>
          <Rotate rtu={rtu} onSecret={setMade} />
          <Move rtu={rtu} free={free} />
        </>
      )}
    </Panel>
  );
}
