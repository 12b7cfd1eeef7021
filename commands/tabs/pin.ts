import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';

/** Pins a page tab, or lets it go: closing several leaves a pinned one. */
export const pin = defineCommand({
  icon: 'pin',
  keys: ['g .'],
  places: ['tabMenu'],
  arguments: Type.Object({ address: Type.Optional(Type.String()) }),
  execute: ({ tabs }, { address }) => tabs.pin(address),
});
