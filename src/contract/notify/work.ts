/** What people are notified of plans and scripts that they started, and over what (src/server/work-notices/README.md). */
import Type, { type Static } from 'typebox';
import { workHows } from '../../base/work-words.ts';
import { call } from '../call.ts';
import { dictionary } from '../dictionary.ts';

const strict = { additionalProperties: false } as const;

/** Over what somebody is notified of their own work; where nobody has chosen, over all that the account has. */
export const WorkChoice = Type.Object(
  {
    /** The bell of the console. */
    console: Type.Boolean(),
    mail: Type.Boolean(),
    push: Type.Boolean(),
  },
  strict,
);
export type WorkChoice = Static<typeof WorkChoice>;

const WorkNotice = Type.Object(
  {
    id: Type.Integer(),
    at: Type.Integer(),
    how: Type.Enum([...workHows]),
    /** `plan:<id>`, `run:<id>`, `standard:<id>` */
    work: Type.String(),
    /** Of its words (derive/work-text). */
    params: dictionary(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    /** Where the plan or the run is shown. */
    address: Type.String(),
  },
  strict,
);
export type WorkNotice = Static<typeof WorkNotice>;

/** What the asker has not seen yet of their work, the newest first; nothing of what they may not see (any more). */
export const workNotices = call('work.notices', 'GET /rest/work/notices', {
  access: 'session',
  data: Type.Object({ notices: Type.Array(WorkNotice) }, strict),
});

/** The asker has looked at work: what has not gone out of it yet is not sent any more. */
export const seeWork = call('work.see', 'POST /rest/work/seen', {
  access: 'session',
  body: Type.Object(
    {
      works: Type.Array(Type.String({ pattern: String.raw`^((plan|run):[0-9A-Z]{26}|standard:\d{1,12})$` }), {
        minItems: 1,
        maxItems: 200,
      }),
    },
    strict,
  ),
  data: Type.Object({}, strict),
});

/** Over what the asker is notified from now on. */
export const chooseWork = call('contacts.chooseWork', 'POST /rest/contacts/work', {
  access: 'session',
  body: WorkChoice,
  data: Type.Object({ work: WorkChoice }, strict),
});
