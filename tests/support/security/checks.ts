/** The checks of tests/server/security/README.md#sessions, S18, S20, S26–S28 and S30 over any call: each answers the holes that it found, in words. */
import type { Call } from '../../../src/contract/call.ts';
import { isId, namesThing, optionalOf, sampleOf, textsOf } from './samples.ts';
import { type Ask, type CompanyId, marks, type Reply } from './world.ts';

/** Who asks. Tokens are made anew for each request, since some calls end the session. */
export interface Askers {
  ask(ask: Ask): Promise<Reply>;
  /** Of company 1, with the permission. */
  holder(): Promise<string>;
  /** Of company 1, with no permission at all. */
  stranger(): Promise<string>;
  /** Of company 2, with the permission. */
  foreigner(): Promise<string>;
}
type Holes = readonly string[];

const statusOf = (reply: Reply) => reply.envelope?.status ?? reply.http;
const says = (reply: Reply) => `HTTP ${reply.http}, status ${statusOf(reply)}, ${reply.text.slice(0, 80)}`;
const hole = (wrong: boolean, words: string, reply: Reply): Holes =>
  wrong ? [`${words}: ${says(reply)}`] : [];

/** Calls of the platform itself: who belongs to one company may not make them, whatever the permissions. */
const ofPlatform = new Set([
  'sites.company.create',
  'sites.company.switch',
  'sites.waiting',
  'sites.waiting.dismiss',
  'roles.create',
  'roles.update',
  'roles.delete',
  'roles.versions',
  'menus.tree',
  'menus.save',
  'platform.read',
  'platform.save',
  'platform.restore',
  'platform.logo',
  'platform.logo.remove',
  'platform.mail',
  'listeners.list',
  'listeners.restart',
  'processes.list',
  'processes.rtus',
  'processes.move',
  'processes.drain',
  'processes.resume',
]);

/** S20: no answer of the API may be kept, a refusal included. */
export const keepable = (call: Call, reply: Reply): Holes =>
  hole(reply.headers['cache-control'] !== 'no-store', `${call.id} may be cached`, reply);

/** S27: without a session, with a false one, with one in a cookie (S18) or in the address (S19). */
export async function anonymousHoles({ ask, holder }: Askers, call: Call): Promise<Holes> {
  const sample = sampleOf(call, 1);
  const token = await holder();
  const cookie = `groundwatch-1.10.0-token=${token}; token=${token}; authorization=${token}`;
  const join = sample.path.includes('?') ? '&' : '?';
  const tries: readonly (readonly [string, Ask])[] = [
    ['nobody', sample],
    ['a false token', { ...sample, token: 'x'.repeat(43) }],
    ['an empty token', { ...sample, token: 'Bearer ' }],
    ['a cookie', { ...sample, headers: { ...sample.headers, cookie } }],
    ['a token in the address', { ...sample, path: `${sample.path}${join}token=${token}` }],
  ];
  const holes: string[] = [];
  for (const [who, one] of tries) {
    const reply = await ask(one);
    holes.push(...keepable(call, reply));
    if (call.access === 'public') {
      const refused = [401, 403].includes(statusOf(reply));
      holes.push(...hole(refused, `${call.id} is public and refuses ${who}`, reply));
    } else {
      const right = reply.http === 200 && statusOf(reply) === 401 && reply.envelope?.data === null;
      holes.push(...hole(!right, `${call.id} answers ${who}`, reply));
    }
  }
  return holes;
}

/** S27: one of the same company without the permission. `declared` is what the contract says. */
export async function strangerHoles(
  { ask, stranger }: Askers,
  call: Call,
  declared = call.access,
): Promise<Holes> {
  const reply = await ask({ ...sampleOf(call, 1), token: await stranger() });
  const free = declared === 'public' || declared === 'session';
  const wrong = free ? [401, 403].includes(statusOf(reply)) : reply.http !== 403;
  return [...keepable(call, reply), ...hole(wrong, `${call.id} to one without permission`, reply)];
}

/** Calls that give out a file in ranges: who asks for no range is refused that, and nothing else. */
const inRanges = new Set(['map.file']);

/** S27: one of the same company with the permission gets an answer, and nothing of the other company in it. */
export async function holderHoles({ ask, holder }: Askers, call: Call): Promise<Holes> {
  const reply = await ask({ ...sampleOf(call, 1), token: await holder() });
  // What is the platform's is refused to who belongs to a company, with a reason of its own.
  if (ofPlatform.has(call.id))
    return hole(reply.envelope?.messageId !== 'sites.platformOnly', `${call.id} to one of a company`, reply);
  const good = inRanges.has(call.id) ? 416 : 200;
  const wrong = reply.http !== good || [401, 403, 404].includes(statusOf(reply));
  return [
    ...keepable(call, reply),
    ...hole(wrong, `${call.id} to one with permission`, reply),
    ...hole(reply.text.includes(marks[2]), `${call.id} discloses data of the other company`, reply),
  ];
}

/** True for an answer that says nothing: no text, no number but 0, no true. */
function saysNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === 0 || value === false) return true;
  return typeof value === 'object' && Object.values(value).every(saysNothing);
}

/** S28: an object of company 1 that a user of company 2 requests is not found, and nothing of it is disclosed. */
function foreignHoles(call: Call, words: string, reply: Reply): Holes {
  const hidden = reply.http === 404 && reply.envelope?.messageId === 'api.notFound';
  const empty = reply.http === 200 && reply.envelope !== null && saysNothing(reply.envelope.data);
  return hole(!hidden && !empty, `${call.id} with ${words} to another company`, reply);
}

/** S27: the other company, with required parameters alone. */
export async function foreignerHoles({ ask, foreigner }: Askers, call: Call): Promise<Holes> {
  const reply = await ask({ ...sampleOf(call, 1), token: await foreigner() });
  return [
    ...keepable(call, reply),
    ...hole(reply.text.includes(marks[1]), `${call.id} discloses data to another company`, reply),
    ...(namesThing(call) && !ofPlatform.has(call.id) ? foreignHoles(call, 'no option', reply) : []),
  ];
}

/** Subsets: none, each alone, each pair, all. */
function choices(names: readonly string[]): readonly (readonly string[])[] {
  const pairs = names.flatMap((a, at) => names.slice(at + 1).map((b) => [a, b]));
  return [[], ...names.map((name) => [name]), ...pairs, names];
}

/**
 * S28: with every optional parameter, alone, in pairs and all together, aimed at things of company 1 by one of
 * company 2: where the call names a thing, its own ids first; and every optional id besides ids of the asker's own.
 * `given`: further values to try by name, e.g. every row.
 */
export async function optionHoles(
  { ask, foreigner }: Askers,
  call: Call,
  given: Readonly<Record<string, readonly unknown[]>> = {},
): Promise<Holes> {
  const token = await foreigner();
  const options = optionalOf(call).map((option) => option.name);
  const holes: string[] = [];
  const aim = async (
    company: CompanyId,
    chosen: readonly string[],
    more: Record<string, unknown>,
    words: string,
  ) => {
    const reply = await ask({ ...sampleOf(call, company, chosen, more), token });
    holes.push(
      ...hole(
        reply.text.includes(marks[1]),
        `${call.id} with ${words} discloses data to another company`,
        reply,
      ),
    );
    return reply;
  };
  const tries = [
    {},
    ...Object.entries(given).flatMap(([name, list]) => list.map((value) => ({ [name]: value }))),
  ];
  for (const more of tries) {
    for (const chosen of choices(options)) {
      const words = `${chosen.join(' + ') || 'no option'} ${JSON.stringify(more)}`;
      const reply = await aim(1, chosen, more, words);
      if (namesThing(call) && !ofPlatform.has(call.id)) holes.push(...foreignHoles(call, words, reply));
    }
  }
  for (const id of options.filter(isId)) {
    const foreign = { [id]: id.endsWith('s') ? [1] : 1 };
    for (const chosen of choices(options.filter((name) => name !== id))) {
      const words = `own things and a foreign ${id}`;
      holes.push(...foreignHoles(call, words, await aim(2, chosen, foreign, words)));
    }
  }
  return holes;
}

/** S30: rights and owner put into a body, a query or beside the path's parameters are refused. */
export async function bodyHoles({ ask, holder }: Askers, call: Call): Promise<Holes> {
  const holes: string[] = [];
  const token = await holder();
  for (const key of [
    'roleId',
    'role_id',
    'companyId',
    'company_id',
    'ownerId',
    'userId',
    'permissions',
    'disabled',
  ]) {
    // Calls that are there to set it have tests of their own (users, sites).
    if (textsOf(call).some(({ name }) => name === key)) continue;
    const sample = sampleOf(call, 1);
    const join = sample.path.includes('?') ? '&' : '?';
    const tries: Ask[] = [{ ...sample, path: `${sample.path}${join}${key}=1` }];
    if (typeof sample.body === 'object')
      tries.push({ ...sample, body: { ...(sample.body as object), [key]: 1 } });
    for (const one of tries) {
      const reply = await ask({ ...one, token });
      holes.push(
        ...hole(reply.http !== 400 || reply.envelope?.field !== key, `${call.id} takes ${key}`, reply),
      );
    }
  }
  return holes;
}
