/** Scripts, rules and standard sets as the server has them. */
import { alarmRules } from '../../contract/alarms/rules.ts';
import { standards } from '../../contract/devices/standards.ts';
import { script, scripts } from '../../contract/scripts.ts';
import type { Asker } from '../ask.ts';
import type { Filed, FiledType } from './form.ts';

/** A thing of the server. `base`: its version (of a rule) or revision, which a change of it names. */
export interface RemoteThing {
  readonly filed: Filed;
  readonly base: number;
}

/** Scripts of people themselves are nobody else's: only shared ones are files. */
async function sharedScripts(asker: Asker): Promise<RemoteThing[]> {
  const { scripts: all } = await asker.ask(scripts, {});
  const found: RemoteThing[] = [];
  for (const { id, share } of all) {
    if (share !== 'company') continue;
    const { script: one } = await asker.ask(script, { params: { scriptId: id } });
    const { name, text, revision } = one;
    found.push({ filed: { type: 'script', id, content: { name, text } }, base: revision });
  }
  return found;
}

const readers: Readonly<Record<FiledType, (asker: Asker) => Promise<RemoteThing[]>>> = {
  script: sharedScripts,
  rule: async (asker) =>
    (await asker.ask(alarmRules, {})).rules.map(({ id, name, definition, version }) => ({
      filed: { type: 'rule', id, content: { name, definition } },
      base: version,
    })),
  standard: async (asker) =>
    (await asker.ask(standards, {})).standards.map(({ id, name, kind, group, values, watch, revision }) => ({
      filed: {
        ...{ type: 'standard', id },
        content: { name, kind, group, values, watch: watch?.scope ?? null },
      },
      base: revision,
    })),
};

/** All of some types, in the order in which they were made. @throws ServerRefusal */
export async function readRemote(asker: Asker, types: readonly FiledType[]): Promise<readonly RemoteThing[]> {
  const found: RemoteThing[] = [];
  for (const type of types) {
    const own = await readers[type](asker);
    found.push(...own.toSorted((a, b) => order(a.filed.id, b.filed.id)));
  }
  return found;
}

function order(a: Filed['id'], b: Filed['id']): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}
