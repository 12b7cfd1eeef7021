import { type RefObject, useId, useState } from 'react';
import { messages as messageCommands } from '../../../../commands/messages.ts';
import { messageKinds } from '../../../contract/messages.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { MomentField } from '../../components/fields/MomentField.tsx';
import { useTyped } from '../../components/fields/use-typed.ts';
import { SearchField, Segmented, Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import type { MessageFilterName, MessageSearch } from './filters.ts';

/** Stations that are proposed while one is typed. */
const mostProposed = 100;
const labelOf = ({ code, name, sn }: StationSummary) => `${code} ${name}${sn === null ? '' : ` · ${sn}`}`;

/** The one station that is meant by a text: its code, its RTU, or what is proposed. */
export function stationMeant(stations: readonly StationSummary[], typed: string): StationSummary | null {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return null;
  const exact = stations.find((station) =>
    [station.code, station.sn ?? '', labelOf(station)].some((one) => one.toLowerCase() === wanted),
  );
  if (exact !== undefined) return exact;
  const found = stations.filter((station) => labelOf(station).toLowerCase().includes(wanted));
  return found.length === 1 ? (found[0] ?? null) : null;
}

function StationField(props: {
  readonly stations: readonly StationSummary[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { stations, value, onChange } = props;
  const text = useText();
  const id = useId();
  const chosen = stations.find((station) => String(station.id) === value);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (chosen === undefined ? value : labelOf(chosen));
  const wanted = shown.toLowerCase();
  const proposed = stations.filter((station) => labelOf(station).toLowerCase().includes(wanted));
  const isUnknown = typed !== null && typed.trim() !== '' && proposed.length === 0;
  return (
    <div className={`field messages__station ${isUnknown ? 'field--invalid' : ''}`}>
      <input
        aria-label={text('messages.stationOrRtu')}
        placeholder={text('messages.stationOrRtu')}
        aria-invalid={isUnknown}
        title={isUnknown ? text('messages.noStation') : undefined}
        autoComplete="off"
        spellCheck={false}
        list={id}
        value={shown}
        onChange={({ target }) => {
          setTyped(target.value);
          const found = stationMeant(stations, target.value);
          if (target.value.trim() === '') onChange('');
          else if (found !== null) onChange(String(found.id));
        }}
        onBlur={() => setTyped(null)}
      />
      <datalist id={id}>
        {proposed.slice(0, mostProposed).map((station) => (
          <option key={station.id} value={labelOf(station)} />
        ))}
      </datalist>
    </div>
  );
}

/** What of the messages is shown: by text, station, kind, outcome and time. */
export function Filters(props: {
  readonly wanted: MessageSearch;
  readonly stations: readonly StationSummary[];
  readonly isFiltered: boolean;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onType: (name: MessageFilterName, value: string) => void;
}) {
  const { wanted, stations, isFiltered, search, onType } = props;
  const text = useText();
  const commands = useCommands();
  const [typed, setTyped] = useTyped(wanted.text, (value) => onType('text', value));
  const filter = (field: MessageFilterName, value: string) =>
    commands.run(messageCommands.filter, { field, value }, 'button');
  const only = wanted.only === 'partly' || wanted.only === 'refused' ? wanted.only : 'all';
  return (
    <search className="messages__filters" aria-label={text('messages.filters')}>
      <SearchField label={text('messages.find')} value={typed} onChange={setTyped} keys="/" ref={search} />
      <StationField
        stations={stations}
        value={wanted.station}
        onChange={(value) => filter('station', value)}
      />
      <Select
        label={text('messages.field.kind')}
        value={wanted.kind}
        options={[
          { value: '', label: text('messages.any') },
          ...messageKinds.map((value) => ({ value: String(value), label: text(`messages.kind.${value}`) })),
        ]}
        onChange={(value) => filter('kind', value)}
      />
      <Segmented
        label={text('messages.field.only')}
        value={only}
        options={(['all', 'partly', 'refused'] as const).map((value) => ({
          value,
          label: text(`messages.only.${value}`),
        }))}
        onChange={(value) => filter('only', value === 'all' ? '' : value)}
      />
      {(['from', 'to'] as const).map((name) => (
        <div key={name} className="messages__moment">
          <span aria-hidden="true">{text(`messages.field.${name}`)}</span>
          <MomentField
            label={text(`messages.field.${name}`)}
            precision="minute"
            value={wanted[name]}
            onChange={(value) => onType(name, value)}
          />
        </div>
      ))}
      {isFiltered && <CommandButton command={messageCommands.clear} icon="x" iconOnly look="ghost" />}
    </search>
  );
}
