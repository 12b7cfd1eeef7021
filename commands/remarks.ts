import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { screenArgument, textArgument } from '../src/command/arguments.ts';

/** Remarks on a station. */
export const remarks = area('remarks', {
  /** Keeps a remark on the station whose remarks are open; of this moment unless another one (UTC ms) is named. */
  add: onScreen({
    script: 'given',
    icon: 'message',
    places: ['station'],
    permission: 'station:remark:edit',
    arguments: Type.Object({
      text: textArgument('argument.remarkText', { maxLength: 2000 }),
      at: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  }),
  /** Changes a remark of one's own; without a text it opens or closes the form that does. */
  edit: onScreen({
    script: 'given',
    icon: 'pencil',
    places: ['station'],
    permission: 'station:remark:edit',
    arguments: Type.Object({
      remark: screenArgument('argument.remark', Type.Integer({ minimum: 1 })),
      text: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
      at: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  }),
  /** Deletes a remark, after a question. */
  delete: onScreen({
    script: 'given',
    icon: 'trash',
    places: ['station'],
    permission: ['station:remark:edit', 'station:remark:delete'],
    arguments: Type.Object({ remark: screenArgument('argument.remark', Type.Integer({ minimum: 1 })) }),
  }),
  /** Puts a remark back that was deleted here. */
  restore: onScreen({
    icon: 'undo',
    places: ['station', 'notice'],
    permission: ['station:remark:edit', 'station:remark:delete'],
    isUnlisted: true,
    arguments: Type.Object({ remark: screenArgument('argument.remark', Type.Integer({ minimum: 1 })) }),
  }),
  /** Puts files that were sent to those of the station: drawings, survey sheets. */
  keepFiles: onScreen({
    icon: 'upload',
    isPassing: true,
    places: ['station'],
    permission: 'station:remark:edit',
  }),
  /** Takes a file from those of the station, after a question. */
  removeFile: onScreen({
    icon: 'trash',
    isPassing: true,
    places: ['station'],
    permission: ['station:remark:edit', 'station:remark:delete'],
    arguments: Type.Object({ uploadId: screenArgument('argument.file', Type.Integer({ minimum: 1 })) }),
  }),
  /** Marks a remark out, among the remarks or on the curve; the same again ends that. */
  choose: onScreen({
    icon: 'message',
    places: ['station', 'chart'],
    permission: 'station:data:view',
    arguments: Type.Object({ remark: screenArgument('argument.remark', Type.Integer({ minimum: 1 })) }),
  }),
});
