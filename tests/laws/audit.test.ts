/** Laws over the audit: an act that is written down is one of the contract's list, and has its words. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import { auditActions, auditResults } from '../../src/contract/company/audit.ts';
import { deliveryEvents } from '../../src/server/delivery/transition.ts';

const locales: Readonly<Record<string, Readonly<Record<string, string>>>> = { 'zh-chs': zh, en, ja };
const folder = fileURLToPath(new URL('../../src/server/', import.meta.url));
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(`${folder}${name}`, 'utf8'))
  .join('\n');

/** The queue of commands names its acts by the events of its table. */
const events = new Set<string>(deliveryEvents.map((event) => `command.${event}`));
const isWritten = (action: string) =>
  events.has(action) ||
  source.includes(`'${action}'`) ||
  (action.startsWith('command.') && source.includes(`event: '${action.slice('command.'.length)}'`));

describe.each(auditActions)('%s', (action) => {
  // That nothing else is written is the type's business: AuditEntry.action.
  it('is written by the server', () => expect(isWritten(action)).toBe(true));
  it.each(Object.entries(locales))('has its words and those of its area in %s', (_, words) => {
    expect(words[`audit.action.${action}`]).toMatch(/\S/);
    expect(words[`audit.area.${action.split('.')[0]}`]).toMatch(/\S/);
  });
});

describe.each(auditResults)('result %s', (result) => {
  it.each(Object.entries(locales))('has its words in %s', (_, words) =>
    expect(words[`audit.result.${result}`]).toMatch(/\S/));
});

describe('no words are left over from acts that are gone', () => {
  const known: readonly string[] = auditActions;
  it.each(Object.keys(zh).filter((id) => id.startsWith('audit.action.')))('%s', (id) =>
    expect(known).toContain(id.slice('audit.action.'.length)));
  it.each(Object.keys(zh).filter((id) => id.startsWith('audit.area.')))('%s', (id) =>
    expect(known.some((action) => action.startsWith(`${id.slice('audit.area.'.length)}.`))).toBe(true));
});
