/** The device catalogue: what a device is, as data. Everything else is derived from it. */
import { kinds } from './kinds/index.ts';
import type { KindDefinition } from './model.ts';
import { ownKindByCode, ownKindDefinitions } from './own-kinds.ts';

export { deviceActions } from './actions.ts';
export { enumValues } from './enum-values.ts';
export { type EnumValue, enums } from './enums.ts';
export { groups } from './groups/index.ts';
export { kinds } from './kinds/index.ts';
export { rows } from './rows/index.ts';
export { rtu } from './rtu.ts';

const byCode = new Map(kinds.map((kind) => [kind.code, kind]));
const byId = new Map(kinds.map((kind) => [kind.id, kind]));

/** The catalogue's kinds, and those of companies that this process knows. */
export const allKinds = (): readonly KindDefinition[] => [...kinds, ...ownKindDefinitions()];

/** The kind of a sensor type code; undefined for a code that neither the catalogue nor a company has. */
export function kindByCode(code: number): KindDefinition | undefined {
  return byCode.get(code) ?? ownKindByCode(code);
}

/** The kind of an id such as 'rt3000'; undefined for an unknown one. */
export function kindById(id: string): KindDefinition | undefined {
  return byId.get(id) ?? ownKindDefinitions().find((kind) => kind.id === id);
}
