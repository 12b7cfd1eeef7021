import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { ofArgument, screenArgument } from '../src/command/arguments.ts';

const seen = { places: ['sites'], permission: 'system:platform:edit' } as const;

/** The platform as a whole: its name and logo, its bounds, its mail. */
export const platform = area('platform', {
  /** Asks for a picture and makes it the logo. */
  logo: onScreen({ ...seen, icon: 'upload' }),
  /** The product's own logo again. */
  removeLogo: onScreen({ ...seen, icon: 'trash' }),
  /** Makes a former version of name, logo and bounds the newest one. */
  restore: onScreen({
    ...seen,
    icon: 'undo',
    arguments: Type.Object({ version: screenArgument('argument.version', Type.Integer({ minimum: 0 })) }),
  }),
  /** Sends a mail to the address that stands there. */
  mail: onScreen({ ...seen, icon: 'send', arguments: Type.Object({ of: ofArgument() }) }),
});
