import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { choiceArgument } from '../../src/command/arguments.ts';

const places = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** The page tab at a place, counted from the left; 1 is home. */
export const go = defineCommand({
  icon: 'chevron-right',
  isPassing: true,
  isUnlisted: true,
  keys: places.map((place) => ({ key: `g ${place}`, args: { place } })),
  places: ['tabMenu'],
  arguments: Type.Object({ place: choiceArgument('argument.tabs', 'tabs.place', places) }),
  execute: ({ tabs }, { place }) => tabs.go(Number(place) - 1),
});
