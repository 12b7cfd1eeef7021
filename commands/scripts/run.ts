import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Opens a script and runs it to a plan, once its arguments are known; the palette asks for them on its pages. */
export const run = defineScreenCommand({
  id: 'scripts.run',
  script: 'script',
  title: 'command.scripts.run',
  icon: 'play',
  places: ['scripts'],
  permission: 'device:workflow:run',
  arguments: Type.Object({
    script: screenArgument('argument.script', Type.String({ maxLength: 80 })),
    /** What it declares, by name; left out: its form asks. */
    args: Type.Optional(
      Type.Unsafe<Readonly<Record<string, number | string | boolean | string[]>>>(
        Type.Object({}, { additionalProperties: true }),
      ),
    ),
  }),
});
