/** The sheets of the matrix: the RTUs with their group, and each sensor kind with each group that it has. */
import { groups, kindByCode, kinds, rtu } from '../../../catalogue/index.ts';
import type { GroupDefinition, GroupId } from '../../../catalogue/model.ts';
import { groupMessage, kindMessage } from '../../../derive/messages.ts';
import { parameterFields } from '../../../derive/parameter-fields.ts';
import type { Text } from '../../components/i18n.ts';
import { sheetOf } from '../../state/devices/standards.ts';

export interface Sheet {
  readonly id: string;
  /** Sensor type code; null = the RTU. */
  readonly kind: number | null;
  readonly group: GroupId;
  /** With its fields as the kind has them, and without the secrets, of which there is no column. */
  readonly definition: GroupDefinition;
}

function sheet(kind: number | null, group: GroupId): Sheet {
  const fields = parameterFields(group, kind === null ? undefined : kindByCode(kind));
  const shown = fields.filter(({ type }) => type !== 'secret');
  return { id: sheetOf(kind, group), kind, group, definition: { ...groups[group], fields: shown } };
}

const all: readonly Sheet[] = [
  ...rtu.groups.map((group) => sheet(null, group)),
  ...kinds.flatMap(({ code, groups: own }) => own.map((group) => sheet(code, group))),
];
const [first] = all;
if (first === undefined) throw new Error('the catalogue has no parameter group');
const main = first;

/** Sheets of the RTU and of the kinds that are there. */
export const sheetsOf = (present: ReadonlySet<number>): readonly Sheet[] =>
  all.filter(({ kind }) => kind === null || present.has(kind));

/** The sheet of an id; the RTU's for one that nobody knows. */
export const sheetById = (id: string | null): Sheet => all.find((one) => one.id === id) ?? main;

/** "RTU", or the kind with the group where it has several. */
export function sheetTitle({ kind, group }: Sheet, text: Text): string {
  const found = kind === null ? undefined : kindByCode(kind);
  if (found === undefined) return text(groupMessage(group));
  const name = text(kindMessage(found.id));
  return found.groups.length > 1 ? `${name} · ${text(groupMessage(group))}` : name;
}
