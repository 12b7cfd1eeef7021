/** What can be chosen on the pages that ask for a device of a station, a group of it, a field, a value, a command. */
import type { Language } from '../../../../base/messages.ts';
import { enums, kindByCode } from '../../../../catalogue/index.ts';
import type { ParameterField } from '../../../../catalogue/model.ts';
import type { ArgumentStep } from '../../../../command/arguments.ts';
import {
  deviceActionMessage,
  enumValueMessage,
  fieldMessage,
  groupMessage,
  kindMessage,
} from '../../../../derive/messages.ts';
import { devicePath, groupOf, slotOf } from '../../../../domain/device-path.ts';
import { subsets } from '../../../../domain/subsets.ts';
import { fieldOf } from '../../../components/orders/use-order-text.ts';
import type { PanelGroup, Panels } from '../../../features/parameters/use-panel.ts';
import { actionsOf, definitionOf } from '../../../state/devices/give-order.ts';
import { isDangerousAction } from '../danger.ts';
import { type AllWords, wordFields } from '../entries.ts';
import type { SearchField } from '../search/index.ts';
import type { ValueItem } from './pages.ts';
import type { PalettePage } from './use-pages.ts';

type Args = Readonly<Record<string, unknown>>;
const asked = (args: Args, name: string) => (typeof args[name] === 'string' ? args[name] : '');

/** True for a page about the devices of a station. */
export const asksDevice = ({ ask }: ArgumentStep): boolean =>
  ask === 'device' || ask === 'group' || ask === 'field' || ask === 'value' || ask === 'order';

/** The field that the arguments so far name, in its kind's plain form; undefined while none is named. */
export const askedField = (args: Args): ParameterField | undefined =>
  fieldOf(groupOf(asked(args, 'group')), asked(args, 'field'), null);

/** The group of the station that the arguments so far name. */
export const askedGroup = (args: Args, { groups }: Panels): PanelGroup | undefined =>
  groups.find(({ path }) => path === args['group']);

/** True for a field whose value is typed, not chosen. */
export const isTyped = (field: ParameterField): boolean =>
  field.type === 'text' || field.type === 'date' || (field.type === 'number' && field.choices === undefined);

/** Words after a name that is the device's own. */
const named = (name: string, fields: readonly SearchField[]): SearchField[] => {
  const [title, ...others] = fields;
  return [
    { kind: 'title', text: name === '' ? (title?.text ?? '') : `${name} · ${title?.text ?? ''}` },
    ...others,
  ];
};

function choicesOf(field: ParameterField, language: Language, words: AllWords): readonly ValueItem[] {
  if (field.type === 'flag')
    return [true, false].map((value) => ({
      key: String(value),
      value,
      fields: wordFields([value ? 'value.on' : 'value.off'], language, words),
    }));
  if (field.type === 'enum')
    return enums[field.values].values.map((value) => ({
      key: value,
      value,
      fields: wordFields([enumValueMessage(field.values, value)], language, words),
    }));
  if (field.type === 'set') {
    const { values } = enums[field.values];
    return subsets<string>(values).map((value) => {
      const text = value.map((member) => words[language][enumValueMessage(field.values, member)] ?? member);
      return { key: value.join(), value, fields: [{ kind: 'title' as const, text: text.join(' ') }] };
    });
  }
  return field.type === 'number'
    ? (field.choices ?? []).map((value) => ({
        key: String(value),
        value,
        fields: [{ kind: 'title' as const, text: `${value} ${field.unit ?? ''}`.trim() }],
      }))
    : [];
}

/** The values of a page; none while the station's devices are on their way. */
export function deviceValues(
  { step, args }: PalettePage,
  panels: Panels,
  language: Language,
  words: AllWords,
): readonly ValueItem[] {
  const devices = panels.data?.devices ?? [];
  if (step.ask === 'device') {
    const action = asked(args, 'command');
    return devices
      .filter(({ kind }) => actionsOf(kind).some((id) => action === '' || id === action))
      .map(({ target, kind, name }) => ({
        key: devicePath(target.slot),
        value: devicePath(target.slot),
        fields:
          target.slot === null || kind === null
            ? wordFields(['group.rtu'], language, words)
            : named(
                `${target.slot}${name === null ? '' : ` · ${name}`}`,
                wordFields([kindMessage(kindByCode(kind)?.id ?? 'none')], language, words),
              ),
      }));
  }
  if (step.ask === 'group')
    return panels.groups.map(({ path, slot, device, definition }) => ({
      key: path,
      value: path,
      fields: named(slot === null ? '' : device, wordFields([groupMessage(definition.id)], language, words)),
    }));
  if (step.ask === 'order') {
    const slot = slotOf(asked(args, 'device'));
    const device = devices.find(({ target }) => target.slot === slot);
    return (device === undefined ? [] : actionsOf(device.kind))
      .filter((id) => definitionOf(id) !== undefined)
      .toSorted((a, b) => Number(isDangerousAction(a)) - Number(isDangerousAction(b)))
      .map((id) => ({
        key: id,
        value: id,
        fields: wordFields([deviceActionMessage(id)], language, words),
      }));
  }
  const group = askedGroup(args, panels);
  if (group === undefined) return [];
  const { definition } = group;
  if (step.ask === 'field')
    return definition.fields
      .filter(({ readOnly }) => readOnly !== true)
      .map(({ id }) => ({
        key: id,
        value: id,
        fields: wordFields([fieldMessage(definition.id, id)], language, words),
      }));
  const field = definition.fields.find(({ id }) => id === args['field']);
  return field === undefined ? [] : choicesOf(field, language, words);
}
