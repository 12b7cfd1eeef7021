import Type from 'typebox';
import { permissions } from '../src/base/permissions.ts';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

const permission = 'system:role:edit' as const;
const page = '/roles';
const role = () => screenArgument('argument.role', Type.Integer({ minimum: 0 }));

/** What roles allow: a matrix of permissions and roles, changed as a draft that is saved with a reason. */
export const roles = area('roles', {
  /** Makes a role the one that is looked at and changed; 0 = the one that is being made. */
  choose: onScreen({
    icon: 'shield-check',
    places: ['roles'],
    permission,
    page,
    arguments: Type.Object({ roleId: role() }),
  }),
  /** Gives a permission to the chosen role, or takes it; nothing is saved by it. */
  toggle: onScreen({
    icon: 'check',
    places: ['roles'],
    permission,
    arguments: Type.Object({
      permission: choiceArgument('argument.permission', 'permission', [...permissions]),
    }),
  }),
  /** Begins a role that allows nothing yet. */
  add: onScreen({ icon: 'plus', places: ['roles'], permission, page }),
  /** Deletes the chosen role, which nobody has, after a question. */
  delete: onScreen({ icon: 'trash', places: ['roles'], permission }),
  /** Takes back what was changed of the chosen role and not saved. */
  discard: onScreen({ icon: 'undo', places: ['roles'], permission }),
  /** Holds the chosen role against another one; null = against none. */
  compare: onScreen({
    icon: 'equal-not',
    places: ['roles'],
    permission,
    arguments: Type.Object({
      roleId: screenArgument('argument.role', Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    }),
  }),
  /** Lists all permissions, those in which roles differ, or those that the draft changes. */
  show: onScreen({
    icon: 'list',
    places: ['roles'],
    permission,
    arguments: Type.Object({
      which: choiceArgument('argument.permission', 'roles.show', ['all', 'differing', 'changed']),
    }),
  }),
  /** Fills the draft of the chosen role with what it was in an earlier version. */
  copyVersion: onScreen({
    icon: 'history',
    places: ['roles'],
    permission,
    arguments: Type.Object({
      version: screenArgument('argument.version', Type.Integer({ minimum: 1 })),
    }),
  }),
});
