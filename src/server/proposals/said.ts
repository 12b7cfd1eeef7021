/** What a change of a rule or a standard set changes, in the reader's language, line by line. */
import { groups } from '../../catalogue/index.ts';
import type { GroupId, ParameterValue } from '../../catalogue/model.ts';
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

function standardLines(
  before: StandardContent | null,
  after: StandardContent | null,
  { language }: ActReader,
): Line[] {
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
    return standardLines(before as StandardContent | null, after as StandardContent | null, reader);
  return [];
}
