import { notify as commands } from '../../../../commands/notify.ts';
import { callOf } from '../../../command/command.ts';
import type { Text } from '../../components/i18n.ts';
import { notify } from '../../state/notices.ts';

/** Says that something was deleted, with what puts it back. */
export function sayDeleted(
  text: Text,
  part: 'policy' | 'rota' | 'hook' | 'contact' | 'browser',
  id: number,
  name: string,
): void {
  notify('success', text('undo.deleted', { name }), null, null, callOf(commands.restore, { part, id }));
}
