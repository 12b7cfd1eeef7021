/**
 * The module "groundwatch" as a script finds it in its sandbox: what is exported here, and nothing else. Declarations
 * of the same exports are what scripts are checked against; those of `export type` are printed from the catalogue.
 */
import { settle } from './ask.ts';
import { hear } from './host.ts';
import { logged } from './lines.ts';

export * from './arguments.ts';
export type * from './catalogue.ts';
export * from './devices.ts';
export * from './error.ts';
export * from './fleet.ts';
export * from './lenses.ts';
export * from './output.ts';
export * from './parameters.ts';
export * from './plan.ts';
export * from './rule.ts';
export * from './words.ts';

hear(Object.assign(settle, { more: () => logged.unsent }));
