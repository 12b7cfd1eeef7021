/** Messages: what became of them, tests, and who would get one now. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Rank = Type.Integer({ minimum: 1, maximum: 4 });
const Which = Type.Object({ id: Id }, strict);
const none = Type.Object({}, strict);
const viewing = 'alarm:event:view' as const;
const editing = 'alarm:notify:edit' as const;

/** Sends a test over a channel: `mail` and `push` to who asks, a hook to where it leads. Answers the message. */
export const testChannel = call('notify.test', 'POST /rest/notify/test', {
  access: editing,
  body: Type.Object({ channel: Type.String({ pattern: '^(mail|push|hook:[0-9]{1,15})$' }) }, strict),
  data: Type.Object({ messageId: Id }, strict),
});
/** Walks a policy's steps at once, each marked as a test, to whom they would go now. */
export const rehearsePolicy = call('notify.rehearse', 'POST /rest/notify/policies/:id/rehearse', {
  access: editing,
  params: Which,
  data: Type.Object({ messages: Type.Integer() }, strict),
});

/** Who would be notified of an alarm of a level in a project, were it raised now. Nothing is sent. */
export const wouldNotify = call('notify.would', 'GET /rest/notify/would', {
  access: viewing,
  query: Type.Object({ projectId: Id, rank: Rank }, strict),
  data: Type.Object(
    {
      /** Those in use that are for this project and level; none = nobody is notified. */
      policies: Type.Array(
        Type.Object(
          {
            id: Id,
            name: Type.String(),
            /** Until then its hours hold it back; null = it goes at once. */
            heldUntil: nullable(Type.Integer()),
            steps: Type.Array(
              Type.Object(
                {
                  /** Minutes without an answer. */
                  after: Type.Integer(),
                  ways: Type.Array(
                    Type.Object(
                      {
                        name: Type.String(),
                        address: Type.String(),
                        /** '' where there is no way. */
                        channel: Type.String(),
                        /** Id of the message that says why they cannot be reached; null = they can. */
                        problem: nullable(Type.String()),
                      },
                      strict,
                    ),
                  ),
                },
                strict,
              ),
            ),
            repeat: nullable(Type.Object({ every: Type.Integer(), rounds: Type.Integer() }, strict)),
          },
          strict,
        ),
      ),
    },
    strict,
  ),
});

export const messageStates = ['waiting', 'sending', 'failed', 'accepted', 'gaveUp', 'answered'] as const;
export const MessageView = Type.Object(
  {
    id: Id,
    alarmId: nullable(Type.Integer()),
    kind: Type.String(),
    rank: Type.Integer(),
    name: Type.String(),
    address: Type.String(),
    channel: Type.String(),
    state: Type.Enum([...messageStates]),
    tries: Type.Integer(),
    createdAt: Type.Integer(),
    dueAt: nullable(Type.Integer()),
    doneAt: nullable(Type.Integer()),
    title: Type.String(),
    /** What was said, without the links by which its recipient answers; '' until it was sent. */
    content: Type.String(),
    /** Of the other side, or a message's id: render as text. */
    answer: Type.String(),
  },
  strict,
);
export type MessageView = Static<typeof MessageView>;

/**
 * Newest first; `only` failed = those that did not arrive. `sensorId`: of alarms of a sensor; `text`: in address, name or
 * title. @throws Refusal 404 for a foreign sensor
 */
export const notifyMessages = call('notify.messages', 'GET /rest/notify/messages', {
  access: viewing,
  query: Type.Object(
    {
      alarmId: Type.Optional(Id),
      sensorId: Type.Optional(Id),
      over: Type.Optional(Type.Enum(['mail'])),
      only: Type.Optional(Type.Enum(['failed'])),
      outcome: Type.Optional(Type.Enum([...messageStates])),
      rank: Type.Optional(Rank),
      from: Type.Optional(Type.Integer({ minimum: 0 })),
      text: Type.Optional(Type.String({ maxLength: 100 })),
      before: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    },
    strict,
  ),
  data: Type.Object({ messages: Type.Array(MessageView), total: Type.Integer() }, strict),
});
/**
 * Tries one that failed or was given up again, at once; of one that was accepted, another message says the same.
 * @throws Refusal 404; 409 for one that is under way
 */
export const sendAgain = call('notify.again', 'POST /rest/notify/messages/:id/again', {
  access: editing,
  params: Which,
  data: none,
});
