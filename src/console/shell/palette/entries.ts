/** Everything that the palette finds, as search items with what a row does. */

import { commands as orderCommands } from '../../../../commands/commands/index.ts';
import { navigation } from '../../../../commands/navigation/index.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import type { Language, MessageId } from '../../../base/messages.ts';
import { deviceActions, enums, groups, kindByCode, kinds, rtu } from '../../../catalogue/index.ts';
import type { EnumId, GroupId, ParameterField } from '../../../catalogue/model.ts';
import { argumentSteps } from '../../../command/arguments.ts';
import { type Args, type Command, type CommandCall, callKey, callOf } from '../../../command/command.ts';
import type { AlarmView } from '../../../contract/alarms/alarms.ts';
import type { MenuEntry } from '../../../contract/company/session.ts';
import type { DeviceNumbers, SensorAlarm } from '../../../contract/finder.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import {
  deviceActionMessage,
  enumValueMessage,
  fieldMessage,
  groupMessage,
  kindMessage,
} from '../../../derive/messages.ts';
import { stationStates } from '../../../domain/station-state.ts';
import { spellings } from './readings.ts';
import type { SearchField, SearchItem } from './search/index.ts';

interface EntryBase extends SearchItem {
  readonly icon: string;
}
export interface CommandEntry extends EntryBase {
  readonly type: 'command';
  readonly command: Command;
  /** What it is run with; what is missing is asked for. */
  readonly args: Args;
}
export interface StationEntry extends EntryBase {
  readonly type: 'station';
  readonly station: StationSummary;
}
export interface ParameterEntry extends EntryBase {
  readonly type: 'parameter';
  readonly group: GroupId;
  readonly field: ParameterField;
}
/** A device by its numbers. */
export interface DeviceEntry extends EntryBase {
  readonly type: 'device';
  readonly stationId: number;
}
/** A sensor whose alarm state is not normal. */
export interface SensorAlarmEntry extends EntryBase {
  readonly type: 'alarm';
  readonly alarm: SensorAlarm;
}
/** An alarm that a rule has raised and nobody has closed. */
export interface OpenAlarmEntry extends EntryBase {
  readonly type: 'openAlarm';
  readonly alarm: AlarmView;
}
export type Entry =
  | CommandEntry
  | StationEntry
  | ParameterEntry
  | DeviceEntry
  | SensorAlarmEntry
  | OpenAlarmEntry;

/** Words of all languages by id. */
export type AllWords = Readonly<Record<Language, Readonly<Record<string, string>>>>;

const colon: Readonly<Record<Language, string>> = { 'zh-chs': '：', en: ': ', ja: '：' };

/** Fields of a title made of several words: shown in the user's language, found in all of them and by readings. */
export function wordFields(ids: readonly MessageId[], language: Language, words: AllWords): SearchField[] {
  const said = (tongue: Language) => ids.map((id) => words[tongue][id] ?? '').join(colon[tongue]);
  const others = (Object.keys(words) as Language[]).filter((tongue) => tongue !== language);
  return [
    { kind: 'title', text: said(language) },
    ...others.map((tongue): SearchField => ({ kind: tongue, text: said(tongue) })),
    ...ids.flatMap((id) => spellings(id)),
  ];
}

/** A command, and in its place one row for each value where a single choice is all that it asks for. */
function commandEntries(command: Command, language: Language, words: AllWords): CommandEntry[] {
  const steps = argumentSteps(command);
  const icon = command.icon ?? 'chevron-right';
  const choices = steps.filter(({ ask }) => ask === 'choice');
  const [only] = choices;
  // What is on screen answers the others.
  const isOne = steps.length === 1 || steps.every(({ ask }) => ask === 'choice' || ask === 'plan');
  const whole: CommandEntry = {
    type: 'command',
    key: callKey(command.id, {}),
    icon,
    command,
    args: {},
    fields: wordFields([command.title], language, words),
  };
  if (only === undefined || choices.length > 1 || !isOne) return [whole];
  return only.choices.map(({ value, title }) => {
    const args = { [only.name]: value };
    return {
      ...whole,
      key: callKey(command.id, args),
      args,
      fields: wordFields([command.title, title], language, words),
    };
  });
}

/** Actions that commands of their own stand for. */
const ofOwnCommand = new Set(['readAll', 'readParameters', 'stopHorn']);

/** Of sending an order, a row for each action of a device: it is found by its name, and asks for the device. */
function actionEntries(language: Language, words: AllWords): CommandEntry[] {
  const { send } = orderCommands;
  return deviceActions
    .filter(({ id }) => !ofOwnCommand.has(id))
    .map(({ id }) => {
      const [kind, ...more] = kinds.filter(({ actions }) => actions?.includes(id));
      // What one kind alone can do is said with its name.
      const isOfKind = kind !== undefined && more.length === 0 && !rtu.actions.includes(id);
      const ids = [...(isOfKind ? [kindMessage(kind.id)] : []), deviceActionMessage(id)];
      const args = { command: id };
      return {
        ...{ type: 'command', key: callKey(send.id, args), icon: send.icon ?? 'terminal' },
        ...{ command: send, args, fields: wordFields(ids, language, words) },
      };
    });
}

/** Stations in each state: 失联 and *silent* are what people type. */
function stateEntries(language: Language, words: AllWords): CommandEntry[] {
  const { state: command } = stationCommands;
  return stationStates.map((state) => {
    const args = { states: [state] };
    return {
      ...{ type: 'command', key: callKey(command.id, args), icon: command.icon ?? 'activity' },
      ...{ command, args, fields: wordFields([command.title, `state.${state}`], language, words) },
    };
  });
}

/** An entry of the server's menu; it sends its titles itself. */
function menuEntries(menus: readonly MenuEntry[], language: Language): CommandEntry[] {
  return menus.flatMap((menu) => {
    const inner = menuEntries(menu.children, language);
    if (menu.menuType !== 'menu' || (menu.menuPath === '' && inner.length > 0)) return inner;
    const titles: Readonly<Record<Language, string>> = {
      'zh-chs': menu.menuNameChinese,
      en: menu.menuNameEnglish,
      ja: menu.menuNameJapanese,
    };
    const call = callOf(navigation.menu, { path: menu.menuPath });
    const fields: SearchField[] = [
      { kind: 'title', text: titles[language] || menu.menuName },
      ...(Object.keys(titles) as Language[])
        .filter((tongue) => tongue !== language)
        .map((tongue): SearchField => ({ kind: tongue, text: titles[tongue] })),
      ...spellings(`menu.${menu.menuName}` as MessageId),
    ];
    const own: CommandEntry = {
      type: 'command',
      key: rowKey(call),
      icon: menu.menuIcon,
      ...call,
      fields,
    };
    return [own, ...inner];
  });
}

/** Key of the row that stands for a call: what it is about, else the command with its arguments. */
export const rowKey = ({ command, args }: CommandCall): string =>
  command.about?.(args as never) ?? callKey(command.id, args);

/** Commands and menu entries. A menu entry that is a command's own page is listed once, as the command. */
export function commandItems(
  commands: readonly Command[],
  menus: readonly MenuEntry[],
  language: Language,
  words: AllWords,
): readonly CommandEntry[] {
  const entries = commands
    .filter((command) => command !== navigation.menu && command.isUnlisted !== true)
    .flatMap((command) => [
      ...commandEntries(command, language, words),
      ...(command === orderCommands.send ? actionEntries(language, words) : []),
      ...(command === stationCommands.state ? stateEntries(language, words) : []),
    ]);
  const known = new Set(entries.map(({ fields }) => fields[0]?.text));
  const own = menuEntries(menus, language);
  return [...entries, ...own.filter(({ fields }) => !known.has(fields[0]?.text))];
}

/** Every parameter of every group that can be set. */
export function parameterItems(language: Language, words: AllWords): readonly ParameterEntry[] {
  return Object.values(groups).flatMap((group) =>
    group.fields
      .filter((field) => field.readOnly !== true)
      .map((field) => ({
        type: 'parameter' as const,
        key: `parameter ${group.id}/${field.id}`,
        icon: 'settings',
        group: group.id,
        field,
        fields: [
          ...wordFields([fieldMessage(group.id, field.id)], language, words),
          { kind: 'alias' as const, text: words[language][groupMessage(group.id)] ?? '' },
          { kind: 'alias' as const, text: field.id },
        ],
      })),
  );
}

/** Stations by name, number, reading, and the serial number of their RTU. */
export function stationItems(stations: readonly StationSummary[]): readonly StationEntry[] {
  return stations.map((station) => ({
    type: 'station',
    key: `station ${station.id}`,
    icon: 'map-pin',
    station,
    fields: [
      { kind: 'title', text: `${station.code} ${station.name}` },
      { kind: 'code', text: station.code },
      // YN-7 is YN-0007.
      ...(/\D0+\d/.test(station.code)
        ? [{ kind: 'code' as const, text: station.code.replace(/(\D)0+(?=\d)/g, '$1') }]
        : []),
      ...(station.sn === null ? [] : [{ kind: 'code' as const, text: station.sn }]),
      ...(station.reading === '' ? [] : [{ kind: 'reading' as const, text: station.reading }]),
    ],
  }));
}

const codeField = (text: string): SearchField[] => (text === '' ? [] : [{ kind: 'code', text }]);

/** RTUs by serial number, IMEI and ICCID. */
export function deviceItems(
  devices: readonly DeviceNumbers[],
  stations: readonly StationSummary[],
): readonly DeviceEntry[] {
  const byId = new Map(stations.map((station) => [station.id, station]));
  return devices.map(({ stationId, sn, imei, iccid }) => {
    const station = byId.get(stationId);
    return {
      type: 'device',
      key: `device ${sn}`,
      icon: 'cpu',
      stationId,
      fields: [
        { kind: 'title', text: sn },
        ...codeField(imei),
        ...codeField(iccid),
        { kind: 'alias', text: station === undefined ? '' : `${station.code} ${station.name}` },
      ],
    };
  });
}

/** Sensors in alarm, by their station, kind and state in all languages. */
export function alarmItems(
  alarms: readonly SensorAlarm[],
  stations: readonly StationSummary[],
  language: Language,
  words: AllWords,
): readonly SensorAlarmEntry[] {
  const byId = new Map(stations.map((station) => [station.id, station]));
  return alarms.map((alarm) => {
    const station = byId.get(alarm.stationId);
    const states = alarm.states as EnumId;
    const ids = [
      kindMessage(kindByCode(alarm.kind)?.id ?? 'none'),
      enumValueMessage(states, enums[states].values[alarm.state] ?? ''),
    ];
    const [title, ...others] = wordFields(ids, language, words);
    const place = `${station?.code ?? ''} ${station?.name ?? ''}`;
    return {
      type: 'alarm',
      key: `alarm ${alarm.sensorId} ${alarm.row}`,
      icon: 'warning',
      alarm,
      fields: [
        { kind: 'title', text: `${place} · ${alarm.name ?? alarm.slot} · ${title?.text ?? ''}` },
        ...others,
      ],
    };
  });
}
