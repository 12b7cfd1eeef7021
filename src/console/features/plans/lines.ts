import type { MessageId } from '../../../base/messages.ts';
import type { PlanItem } from '../../../contract/plans/plans.ts';
import { hasProblem } from './item-state.ts';

/** The head of a section, with the number of its sets. */
export interface SectionLine {
  readonly type: 'section';
  readonly key: string;
  readonly message: MessageId;
  readonly count: number;
}
/** A field of a set. */
export interface FieldLine {
  readonly type: 'field';
  readonly key: string;
  readonly item: PlanItem;
  readonly field: string;
  /** The first field of its set: station and state stand here. */
  readonly isFirst: boolean;
}
/** A line of the table of a plan. */
export type PlanLine = SectionLine | FieldLine;

const sections = ['problem', 'stranding', 'plain'] as const;
const sectionOf = (item: PlanItem): (typeof sections)[number] =>
  hasProblem(item) || (item.skipped !== null && item.type !== 'skip')
    ? 'problem'
    : item.stranding
      ? 'stranding'
      : 'plain';
const messages: Readonly<Record<(typeof sections)[number], MessageId>> = {
  problem: 'plans.section.problem',
  stranding: 'plans.section.stranding',
  plain: 'plans.section.plain',
};

/** An action without arguments, and what is left out, have a line as well: of the field ''. */
const fieldsOf = ({ type, edits }: PlanItem) =>
  type === 'send' || Object.keys(edits).length === 0 ? ['', ...Object.keys(edits)] : Object.keys(edits);

/** The sets as lines, one for each field; those with problems and those that can strand a device apart. */
export function linesOf(items: readonly PlanItem[]): readonly PlanLine[] {
  const groups = sections.map((section) => ({
    section,
    own: items.filter((item) => sectionOf(item) === section),
  }));
  const filled = groups.filter(({ own }) => own.length > 0);
  const isWhole = filled.length === 1 && filled[0]?.section === 'plain';
  return filled.flatMap(({ section, own }): PlanLine[] => [
    ...(isWhole
      ? []
      : [{ type: 'section' as const, key: section, message: messages[section], count: own.length }]),
    ...own.flatMap((item) =>
      fieldsOf(item).map((field, index) => ({
        type: 'field' as const,
        key: `${item.position}/${field}`,
        item,
        field,
        isFirst: index === 0,
      })),
    ),
  ]);
}
