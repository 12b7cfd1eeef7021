/** What a change of a rule or a standard set changes, in the reader's language, line by line. */
import { groups } from '../../catalogue/index.ts';
import type { GroupId, ParameterValue } from '../../catalogue/model.ts';
import type { StandardScope } from '../../contract/devices/standards.ts';
import type { ProposalChange, RuleContent, StandardContent } from '../../contract/proposals.ts';
import { fieldMessage } from '../../derive/messages.ts';
import { parameterWords } from '../../derive/parameter-words.ts';
import type { EditedRule } from '../../domain/alarms/edits.ts';
import type { StoredChange } from '../storage/schema.ts';
import { type ActReader, type ReadyNaming, saidRuleChange } from '../two-persons/rule-said.ts';
import { words } from '../words.ts';

type Line = ProposalChange['said'][number];

/** The schema has checked its form, deeper than its type can say. */
const ruleOf = (content: StoredChange['before']): EditedRule | null => {
  const rule = content as RuleContent | null;
  return rule === null ? null : { name: rule.name, definition: rule.definition as EditedRule['definition'] };
};

/** A selection in words: its projects, stations, labels and folders by their names; null = nothing. */
function scopeText(
  { board, label, folders }: ReadyNaming,
  { viewer, language }: ActReader,
  companyId: number,
  scope: StandardScope | null | undefined,
): string | null {
  if (scope == null) return null;
  const text = words(language);
  const sites = board.sites(viewer);
  const station = (id: number) => sites.find((site) => site.station.id === id)?.station.code ?? String(id);
  const parts = [
    ...scope.projects.map((id) => board.projects(viewer).find((one) => one.id === id)?.name ?? String(id)),
    ...scope.stations.map(station),
    ...scope.labels.map((code) => label(companyId, code)),
    ...scope.folders.map((id) => folders.find((one) => one.id === id)?.name ?? String(id)),
    ...scope.except.map((id) => `− ${station(id)}`),
  ];
  return parts.length === 0 ? text('standards.everywhere') : parts.join(text('list.comma'));
}

function standardLines(
  naming: ReadyNaming,
  reader: ActReader,
  companyId: number,
  { before, after }: { readonly before: StandardContent | null; readonly after: StandardContent | null },
): Line[] {
  const { language } = reader;
  const text = words(language);
  const { group = '', values: _values, ...any } = after ?? before ?? { name: '' };
  const fields = groups[group as GroupId]?.fields ?? [];
  const lines: Line[] = [];
  if (before !== null && after !== null && before.name !== after.name)
    lines.push({ what: text('standards.name'), before: before.name, after: any.name });
  const said = (content: StandardContent | null, id: string): string | null => {
    const value = content?.values[id];
    const field = fields.find((one) => one.id === id);
    if (value === undefined || field === undefined) return null;
    return parameterWords(field, value as ParameterValue, text);
  };
  for (const { id } of fields) {
    const [was, is] = [said(before, id), said(after, id)];
    if (was !== is) lines.push({ what: text(fieldMessage(group as GroupId, id)), before: was, after: is });
  }
  if (after === null || after.watch !== undefined) {
    const [was, is] = [before?.watch, after?.watch].map((scope) =>
      scopeText(naming, reader, companyId, scope),
    );
    if (was !== is) lines.push({ what: text('standards.watch'), before: was ?? null, after: is ?? null });
  }
  return lines;
}

/** Of a script nothing: its texts are compared where they are shown. */
export function saidChange(
  naming: ReadyNaming,
  reader: ActReader,
  companyId: number,
  { type, before, after }: StoredChange,
): readonly Line[] {
  if (type === 'rule') {
    const rule = { before: ruleOf(before), after: ruleOf(after) };
    return saidRuleChange(naming, reader, companyId, rule).map((one) => ({ ...one }));
  }
  if (type === 'standard')
    return standardLines(naming, reader, companyId, {
      before: before as StandardContent | null,
      after: after as StandardContent | null,
    });
  return [];
}
