import type { QuantityDefinition } from '../model.ts';
import { rate } from './rate.ts';
import { value } from './value.ts';

/** Every quantity that a rule can name. A new one is its file, its words and an entry here. */
export const quantities = [value, rate] as const satisfies readonly QuantityDefinition[];

const byId = new Map<string, QuantityDefinition>(quantities.map((one) => [one.id, one]));

/** The declaration of a quantity; undefined for a name that is none. */
export const quantityOf = (id: string): QuantityDefinition | undefined => byId.get(id);
