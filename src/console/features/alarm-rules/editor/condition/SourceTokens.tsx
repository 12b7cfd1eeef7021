import { useCallback, useMemo } from 'react';
import { kindByCode, rows } from '../../../../../catalogue/index.ts';
import { rowMessage } from '../../../../../derive/messages.ts';
import type { EditedLimit } from '../../../../../domain/alarms/edits.ts';
import { quantityOf } from '../../../../../domain/alarms/quantities/index.ts';
import type { Term } from '../../../../../domain/alarms/rule.ts';
import { useText } from '../../../../components/i18n.ts';
import type { RuleTarget } from '../../../../state/alarm-rules.ts';
import { useChosen, useEditor } from '../context.ts';
import { channelsFor } from '../quantities.ts';
import { SensorsDialog } from '../StationsDialog.tsx';
import { NumberToken, SelectToken } from '../tokens.tsx';

/** The channel of a quantity that is of one, among those of the kinds in the scope. */
export function ChannelToken({
  place,
  term,
  before,
  isInvalid,
  onChange,
}: {
  readonly place: string;
  readonly term: Term;
  readonly before: EditedLimit | null;
  readonly isInvalid: boolean;
  readonly onChange: (term: Term) => void;
}) {
  const text = useText();
  const { rule, words } = useEditor();
  const quantity = quantityOf(term.quantity);
  if (quantity?.of !== 'channel') return null;
  const own = term.source ?? {};
  const isElsewhere = own.slot !== undefined || own.sensorId !== undefined;
  const keyOf = (row: string, channel: string, ofElement: boolean) =>
    `${row}.${channel}${ofElement ? '.e' : ''}`;
  const choices = channelsFor(quantity, isElsewhere ? [] : rule.definition.scope.kinds);
  const value =
    own.row === undefined || own.channel === undefined
      ? ''
      : keyOf(own.row, own.channel, (own.element ?? 0) > 0);
  const known = choices.some((one) => keyOf(one.row, one.channel.id, one.ofElement) === value);
  const several = new Set(choices.map(({ row }) => row)).size > 1;
  const options = [
    ...(known ? [] : [{ value, label: value === '' ? text('rules.chooseChannel') : words.channel(own) }]),
    ...choices.map(({ row, channel, ofElement, heading }) => ({
      value: keyOf(row, channel.id, ofElement),
      label: `${text(heading)}${ofElement ? ` · ${text(`rules.per.${rows[row].elements?.id ?? 'node'}`)}` : ''}`,
      ...(several ? { group: text(rowMessage(row)) } : {}),
    })),
  ];
  const { slot, sensorId } = own;
  const place0 = { ...(slot === undefined ? {} : { slot }), ...(sensorId === undefined ? {} : { sensorId }) };
  const was = before?.term.source;
  const isNew = before !== null && JSON.stringify(was) !== JSON.stringify(own);
  return (
    <>
      <SelectToken
        field={`${place}.channel`}
        label={text('argument.channel')}
        value={value}
        options={options}
        before={isNew ? (was?.channel === own.channel ? '' : words.channel(was)) : undefined}
        isInvalid={isInvalid}
        onChange={(next) => {
          const found = choices.find((one) => keyOf(one.row, one.channel.id, one.ofElement) === next);
          if (found === undefined) return;
          const element = found.ofElement ? { element: own.element ?? 1 } : {};
          onChange({ ...term, source: { ...place0, row: found.row, channel: found.channel.id, ...element } });
        }}
      />
      {(own.element ?? 0) > 0 && (
        <NumberToken
          label={text('argument.element')}
          value={own.element}
          isShort
          onChange={(next) =>
            next !== undefined &&
            Number.isInteger(next) &&
            next >= 1 &&
            next <= 255 &&
            onChange({ ...term, source: { ...own, element: next } })
          }
        />
      )}
    </>
  );
}

/** Where a quantity is taken, where that is not what the rule is judged for: another slot, or another station. */
export function SourceToken({
  place,
  term,
  onChange,
}: {
  readonly place: string;
  readonly term: Term;
  readonly onChange: (term: Term) => void;
}) {
  const text = useText();
  const { words, targets, opened, close } = useEditor();
  const field = `${place}.sensor`;
  const { source = {} } = term;
  const quantity = quantityOf(term.quantity);
  const projects = useMemo(() => {
    const byId = new Map(words.stations.map((one) => [one.id, one.projectId]));
    const judged = new Set((targets ?? []).map(({ stationId }) => byId.get(stationId)));
    return { byId, judged };
  }, [words, targets]);
  // Of another project, or without such readings, it would never be known.
  const fits = useCallback(
    ({ kind, stationId }: RuleTarget) =>
      (projects.judged.size === 0 || projects.judged.has(projects.byId.get(stationId))) &&
      (quantity?.rows === undefined ||
        (kindByCode(kind ?? -1)?.rows ?? []).some((row) => quantity.rows?.includes(row) === true)),
    [projects, quantity],
  );
  const items = words.sensors.filter(fits).map((one) => ({
    value: String(one.targetId),
    label: words.target('sensor', one.targetId),
    note: [one.stationName, one.kind === null ? '' : words.kind(one.kind)].filter(Boolean).join(' · '),
  }));
  const set = useChosen(
    field,
    text('argument.sensor'),
    (value) => {
      const { slot: _, ...rest } = source;
      onChange({ ...term, source: { ...rest, sensorId: Number(value) } });
    },
    items,
  );
  return (
    <>
      {source.slot !== undefined && (
        <span className="row gap-4">
          <span className="dim text-11">{text('argument.slot')}</span>
          <NumberToken
            label={text('argument.slot')}
            value={source.slot}
            isShort
            onChange={(next) =>
              next !== undefined &&
              Number.isInteger(next) &&
              next >= 0 &&
              next <= 63 &&
              onChange({ ...term, source: { ...source, slot: next } })
            }
          />
        </span>
      )}
      {source.sensorId !== undefined && (
        <span className="token token--still">{words.target('sensor', source.sensorId)}</span>
      )}
      {opened === field && (
        <SensorsDialog
          title={text('rules.anotherSensor')}
          chosen={source.sensorId === undefined ? [] : [source.sensorId]}
          fits={fits}
          isSingle
          onPick={([id]) => id !== undefined && set(String(id))}
          onClose={close}
        />
      )}
    </>
  );
}
