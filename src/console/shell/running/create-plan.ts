import { plans } from '../../../../commands/plans/index.ts';
import { type Language, languages, type MessageId } from '../../../base/messages.ts';
import { groups } from '../../../catalogue/index.ts';
import type { ParameterValue } from '../../../catalogue/model.ts';
import type { ScriptStep } from '../../../command/script.ts';
import { parameters } from '../../../contract/devices/parameters.ts';
import * as contract from '../../../contract/plans/plans.ts';
import { fieldMessage } from '../../../derive/messages.ts';
import { request } from '../../state/connection/client.ts';
import { workOn } from '../../state/plans/current-plan.ts';
import { preferences } from '../../state/preferences.ts';
import { giveAndKeep } from '../../state/recording/recorder.ts';
import { readValue } from '../palette/sentence/value.ts';
import { loadWords } from '../words.ts';

interface Proposal {
  readonly stations: readonly number[];
  /** `group.field` of the catalogue. */
  readonly parameter: string;
  /** As it was typed. */
  readonly value: string;
}
interface Ports {
  readonly open: (address: string) => void;
  readonly notify: (message: MessageId, severity: 'warning') => void;
  /** What was thrown, in words. */
  readonly sayWhy: (error: unknown) => string;
}

/** Stations whose devices are asked for at a time. */
const atOnce = 8;
const longestTitle = 120;
const plain = (value: ParameterValue) => (typeof value === 'object' && value !== null ? [...value] : value);

/** A device, and where it is. */
interface Found {
  readonly stationId: number;
  readonly target: contract.PlanOrder['target'];
}

async function devicesOf(stations: readonly number[], group: string): Promise<Found[]> {
  const found: Found[][] = stations.map(() => []);
  const waiting = [...stations.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, stationId] = next;
      const { devices } = await request(parameters, { params: { stationId } });
      found[at] = devices
        .filter((device) => device.groups.some((own) => own.group === group))
        .map(({ target }) => ({ stationId, target }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return found.flat();
}

/**
 * Makes a draft that sets a parameter of every device of the stations that has it, and opens it. Bounds that are broken
 * are shown in the review. @throws ApiError
 */
export async function createPlan({ stations, parameter, value }: Proposal, ports: Ports): Promise<void> {
  const [groupId = '', fieldId = ''] = parameter.split('.');
  const group = Object.values(groups).find(({ id }) => id === groupId);
  const field = group?.fields.find(({ id }) => id === fieldId);
  if (group === undefined || field === undefined) return ports.notify('plans.noDevice', 'warning');
  if (field.type === 'secret') return ports.notify('plans.secretAlone', 'warning');
  const all = await Promise.all(languages.map((language) => loadWords(language)));
  const words = Object.fromEntries(languages.map((language, at) => [language, all[at] ?? {}])) as Record<
    Language,
    Readonly<Record<string, string>>
  >;
  const read = readValue(field, value, words);
  if (read === undefined) return ports.notify('plans.badValue', 'warning');
  const found = (await devicesOf([...new Set(stations)], group.id)).slice(0, contract.mostItems);
  if (found.length === 0) return ports.notify('plans.noDevice', 'warning');
  const name = words[preferences.language][fieldMessage(group.id, field.id)] ?? field.id;
  const edits = { [field.id]: plain(read) };
  const actions = found.map(
    ({ stationId, target: { slot } }): ScriptStep => ({
      type: 'set',
      stationId,
      slot,
      group: group.id,
      edits,
      reason: '',
    }),
  );
  await giveAndKeep(plans.create, actions, ports.sayWhy, async () => {
    const { plan } = await request(contract.createPlan, {
      body: {
        title: `${name} → ${value.trim()}`.slice(0, longestTitle),
        items: found.map(({ target }) => ({ target, group: group.id, edits })),
        surface: 'palette',
      },
    });
    workOn(plan.id);
    ports.open(`/plans/${plan.id}`);
    return plan.id;
  });
}
