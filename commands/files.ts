import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { ofArgument, screenArgument } from '../src/command/arguments.ts';

const writes = ['alarm:event:answer', 'station:remark:edit', 'device:parameter:edit'] as const;
const sees = ['station:data:view', 'alarm:event:view', 'device:parameter:view'] as const;
/** One that is on its way, by the key that it is sent with. */
const item = () => screenArgument('argument.file', Type.String());
const uploadId = () => screenArgument('argument.file', Type.Integer({ minimum: 1 }));

/** Photographs and files: those that go with what is written, and those that are looked at. */
export const files = area('files', {
  /** Asks for files of this machine, and sends them. */
  choose: onScreen({
    icon: 'image',
    isPassing: true,
    places: ['dialog'],
    permission: writes,
    script: 'plan',
    arguments: Type.Object({ of: ofArgument() }),
  }),
  /** Takes a photograph with the camera of the phone, and sends it. */
  camera: onScreen({
    icon: 'camera',
    isPassing: true,
    places: ['dialog'],
    permission: writes,
    script: 'plan',
    arguments: Type.Object({ of: ofArgument() }),
  }),
  /** Sends a file again that did not arrive. */
  retry: onScreen({
    icon: 'refresh',
    isPassing: true,
    places: ['dialog'],
    permission: writes,
    script: 'plan',
    arguments: Type.Object({ of: ofArgument(), item: item() }),
  }),
  /** Takes a file out of what is being written. */
  remove: onScreen({
    icon: 'x',
    isPassing: true,
    places: ['dialog'],
    permission: writes,
    script: 'plan',
    arguments: Type.Object({ of: ofArgument(), item: item() }),
  }),
  /** Shows a picture large, and saves what is no picture. */
  open: onScreen({
    icon: 'image',
    isPassing: true,
    places: ['alarms', 'station'],
    permission: sees,
    arguments: Type.Object({ uploadId: uploadId() }),
  }),
  /** Shows the next picture. */
  next: onScreen({ icon: 'chevron-right', isPassing: true, places: ['dialog'], permission: sees }),
  /** Shows the picture before. */
  previous: onScreen({ icon: 'chevron-left', isPassing: true, places: ['dialog'], permission: sees }),
  /** Saves a file on this machine. */
  save: onScreen({
    icon: 'download',
    isPassing: true,
    places: ['dialog'],
    permission: sees,
    arguments: Type.Object({ uploadId: uploadId() }),
  }),
});
