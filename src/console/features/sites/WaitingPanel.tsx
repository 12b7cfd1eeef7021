import { useState } from 'react';
import { form } from '../../../../commands/form.ts';
import { sites as siteCommands } from '../../../../commands/sites.ts';
import { dismissWaiting, type SiteStation, type Waiting } from '../../../contract/sites/sites.ts';
import { Button } from '../../components/Button.tsx';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { Select } from '../../components/fields.tsx';
import { FormProblem } from '../../components/form/fields.tsx';
import type { FormRefusal } from '../../components/form/use-form.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import { useSiteChange, useWaiting } from './use-sites.ts';

function Row(props: { readonly entry: Waiting; readonly free: readonly SiteStation[] }) {
  const { entry, free } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const [stationId, setStationId] = useState('');
  const of = `waiting ${entry.sn}`;
  const options = [
    { value: '', label: text('sites.waiting.choose') },
    ...free.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` })),
  ];
  useOffer(form.set, ({ value }) => setStationId(value), {
    of,
    choices: (argument) =>
      argument === 'field' ? [{ value: 'stationId', label: text('sites.waiting.station') }] : options,
  });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <tr>
      <td className="num">{entry.sn}</td>
      <td className="num">{entry.address ?? entry.group ?? '–'}</td>
      <td className="num">{format.time(entry.lastAt, zone, 'full')}</td>
      <td className="r num">{entry.attempts}</td>
      <td>
        <div className="form__foot row wrap gap-8">
          <Select
            label={text('sites.waiting.station')}
            value={stationId}
            options={options}
            onChange={(value) => commands.run(form.set, { of, field: 'stationId', value })}
          />
          <Button
            look="primary"
            label={text('sites.waiting.adopt')}
            disabled={stationId === '' ? text('sites.waiting.choose') : false}
            onPress={() => commands.run(siteCommands.adopt, { sn: entry.sn, stationId: Number(stationId) })}
          />
          <CommandButton
            command={siteCommands.dismiss}
            args={{ sn: entry.sn }}
            label={text('sites.waiting.dismiss')}
          />
        </div>
      </td>
    </tr>
  );
}

/** RTUs that knocked and were not let in: choose a station, then let the RTU in there. */
export function WaitingPanel(props: {
  readonly free: readonly SiteStation[];
  readonly onAdopt: (stationId: number, sn: string) => void;
}) {
  const text = useText();
  const { entries } = useWaiting();
  const change = useSiteChange();
  const [refused, setRefused] = useState<FormRefusal | null>(null);
  const listed = () => entries.map(({ sn }) => ({ value: sn, label: sn }));
  useOffer(siteCommands.adopt, ({ sn, stationId }) => props.onAdopt(stationId, sn), {
    available: entries.length === 0 ? 'sites.waiting.none' : true,
    choices: (argument) =>
      argument === 'sn'
        ? listed()
        : props.free.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })),
  });
  useOffer(
    siteCommands.dismiss,
    async ({ sn }) => setRefused(await change(() => request(dismissWaiting, { body: { sn } }))),
    { available: entries.length === 0 ? 'sites.waiting.none' : true, choices: listed },
  );
  return (
    <section className="panel split__panel">
      <header className="panel__head">
        <h2>{text('sites.waiting')}</h2>
      </header>
      <FormProblem problem={refused?.sentence ?? null} />
      {entries.length === 0 ? (
        <EmptyState icon="cpu" title={text('sites.waiting.none')}>
          {text('sites.waiting.text')}
        </EmptyState>
      ) : (
        <div className="sites__rows">
          <table className="plain">
            <thead>
              <tr>
                <th>{text('sites.rtu.sn')}</th>
                <th>{text('sites.waiting.from')}</th>
                <th>{text('sites.waiting.last')}</th>
                <th className="r">{text('sites.waiting.attempts')}</th>
                <th>{text('sites.waiting.station')}</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <Row key={entry.sn} entry={entry} free={props.free} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
