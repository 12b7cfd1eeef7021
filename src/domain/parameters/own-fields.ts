/** Fields that belong to one device (catalogue `own`): asked of them wherever values are meant for several. Pure. */
import type { GroupDefinition } from '../../catalogue/model.ts';

/** Of some fields of a group, those that belong to one device, in the group's order. */
export const ownFields = (
  group: Pick<GroupDefinition, 'fields'>,
  ids: readonly string[],
): readonly string[] =>
  group.fields.filter(({ id, own }) => own !== undefined && ids.includes(id)).map(({ id }) => id);

/** Those of them that were not asked for by name. */
export const unnamedOwn = (
  group: Pick<GroupDefinition, 'fields'>,
  ids: readonly string[],
  named: readonly string[],
): readonly string[] => ownFields(group, ids).filter((id) => !named.includes(id));
