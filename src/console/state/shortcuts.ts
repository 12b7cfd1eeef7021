import { proxy } from 'valtio';
import { type Args, type Command, type CommandCall, callKey } from '../../command/command.ts';
import { type Bindings, clash, declaredKeys, isKey, isSingle, type KeyClash } from '../../command/keys.ts';
import { readStored, writeStored } from './stored.ts';

/** What a user changed of the keys: those of a command with these arguments, in place of the declared ones. */
export interface ChangedKeys {
  /** Of the command; one that is not known any more is left alone. */
  readonly id: string;
  readonly args: Args;
  readonly keys: readonly string[];
}
type Changed = readonly ChangedKeys[];

/** The keys of one user of this browser. */
export const shortcuts = proxy<{
  changed: Changed;
  singles: boolean;
  byPlace: boolean;
  account: string;
}>({
  changed: [],
  /** True: single keys are meant by their place on a US keyboard, whatever is printed on them. */
  byPlace: false,
  /** False: single letters and characters do nothing; combinations stay. */
  singles: true,
  account: '',
});

const isObject = (value: unknown): value is Args =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const areKeys = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((key) => typeof key === 'string' && isKey(key));
const isChanged = (value: unknown): value is Changed =>
  Array.isArray(value) &&
  value.every(
    (one) => isObject(one) && typeof one['id'] === 'string' && isObject(one['args']) && areKeys(one['keys']),
  );
/** As it was stored before keys had arguments: keys by the id of the command. */
const isById = (value: unknown): value is Readonly<Record<string, readonly string[]>> =>
  isObject(value) && Object.values(value).every(areKeys);

export function loadShortcuts(account: string): void {
  shortcuts.account = account;
  const byId = readStored(`keys.${account}`, {}, isById);
  const former = Object.entries(byId).map(([id, keys]) => ({ id, args: {}, keys }));
  shortcuts.changed = readStored(`keys.${account}`, former, isChanged);
  const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
  shortcuts.singles = readStored(`singleKeys.${account}`, true, isFlag);
  shortcuts.byPlace = readStored(`keysByPlace.${account}`, false, isFlag);
}

function keep(changed: Changed): void {
  shortcuts.changed = changed;
  writeStored(`keys.${shortcuts.account}`, changed);
}

const nameOf = ({ command, args }: CommandCall) => callKey(command.id, args);
const without = (changed: Changed, call: CommandCall) =>
  changed.filter(({ id, args }) => callKey(id, args) !== nameOf(call));
/** The keys that the command declares for these arguments. */
export const defaultKeysOf = ({ command, args }: CommandCall): readonly string[] =>
  declaredKeys(command).flatMap((one) => (callKey('', one.args) === callKey('', args) ? [one.key] : []));

/** True for a call whose keys the user changed. */
export const isChangedCall = (call: CommandCall, changed: Changed): boolean =>
  without(changed, call).length < changed.length;

/** The keys of a command with these arguments as the user has them, whether or not single keys are on. */
export function keysOf(command: Command, changed: Changed, args: Args = {}): readonly string[] {
  const own = changed.find((one) => callKey(one.id, one.args) === callKey(command.id, args));
  return own?.keys ?? defaultKeysOf({ command, args });
}

/** Those of them that do something now: while single keys are off, only combinations. */
export const activeKeysOf = (
  command: Command,
  { changed, singles }: { readonly changed: Changed; readonly singles: boolean },
  args: Args = {},
): readonly string[] =>
  keysOf(command, changed, args).filter((key) => singles || !key.split(' ').every(isSingle));

/** Every call that has keys or had some, each once: those that the user changed first. */
export function boundCalls(commands: readonly Command[], changed: Changed): readonly CommandCall[] {
  const byId = new Map<string, Command>(commands.map((command) => [command.id, command]));
  const own = changed.flatMap(({ id, args }): CommandCall[] => {
    const command = byId.get(id);
    return command === undefined ? [] : [{ command, args }];
  });
  const declared = commands.flatMap((command) =>
    declaredKeys(command).map(({ args }): CommandCall => ({ command, args })),
  );
  return [...new Map([...declared, ...own].map((call) => [nameOf(call), call])).values()].sort(
    (a, b) => Number(isChangedCall(b, changed)) - Number(isChangedCall(a, changed)),
  );
}

/** Every key that does something now. Where a later default meets a key that the user gave away, the user's holds. */
export function bindings(commands: readonly Command[], changed: Changed, singles: boolean): Bindings {
  const bound = new Map<string, CommandCall>();
  for (const call of boundCalls(commands, changed)) {
    for (const key of keysOf(call.command, changed, call.args)) {
      const typed = key.split(' ').every(isSingle);
      if ((singles || !typed) && clash(bound, key) === null) bound.set(key, call);
    }
  }
  return bound;
}

/** Gives a call one key in place of those it has; answers what stands in the way, and then changes nothing. */
export function rebind(commands: readonly Command[], call: CommandCall, key: string): KeyClash | null {
  const { command, args } = call;
  const others = without(shortcuts.changed, call);
  const found = clash(bindings(commands, [...others, { id: command.id, args, keys: [] }], true), key);
  if (found === null) keep([...others, { id: command.id, args, keys: [key] }]);
  return found;
}

/** Takes all keys from a call; what only the user had bound is as if it never was. */
export function unbind(call: CommandCall): void {
  const { command, args } = call;
  const none = Object.keys(args).length > 0 && defaultKeysOf(call).length === 0;
  keep([...without(shortcuts.changed, call), ...(none ? [] : [{ id: command.id, args, keys: [] }])]);
}

/** Gives a call its declared keys again. What others were given meanwhile stays theirs. */
export function resetKeys(call: CommandCall): void {
  keep(without(shortcuts.changed, call));
}

export function resetAllKeys(): void {
  keep([]);
  setSingles(true);
  setByPlace(false);
}

/** Single keys go by their place on a US keyboard, or (false) by what is printed on them. */
export function setByPlace(on: boolean): void {
  shortcuts.byPlace = on;
  writeStored(`keysByPlace.${shortcuts.account}`, on);
}

export function setSingles(on: boolean): void {
  shortcuts.singles = on;
  writeStored(`singleKeys.${shortcuts.account}`, on);
}
