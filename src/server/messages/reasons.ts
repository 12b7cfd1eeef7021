/** What the reasons of the gateway mean for a message: which refuse all of it. Pure. */
import type { DeviceMessageKind } from '../../contract/messages.ts';
import type { MessageType } from '../../protocol/topics.ts';

/** Reasons that leave nothing of a message. Of others the rest was taken. */
const whole: ReadonlySet<string> = new Set([
  'tooLarge',
  'truncated',
  'wireType',
  'utf8',
  'number',
  'tooManyMetrics',
  'nameTooLong',
  'forbiddenName',
  'dataset',
  'compressed',
  'duplicateName',
  'duplicateAlias',
  'missingName',
  'foreignGroup',
  'lateDeath',
  'unknownSensor',
  'kindMismatch',
  'stranger',
]);
export const isWhole = (reason: string): boolean => whole.has(reason);

/** Reasons for which a message waits: what is in it may yet be stored. */
const heldBack: ReadonlySet<string> = new Set(['waits', 'notBorn', 'sequenceGap']);
export const isHeldBack = (reason: string): boolean => heldBack.has(reason);

const kinds: Readonly<Partial<Record<MessageType, DeviceMessageKind>>> = {
  NBIRTH: 'birth',
  DBIRTH: 'birth',
  NDEATH: 'death',
  DDEATH: 'death',
  NCMD: 'order',
  DCMD: 'order',
};
export const kindOf = (type: MessageType): DeviceMessageKind => kinds[type] ?? 'data';
