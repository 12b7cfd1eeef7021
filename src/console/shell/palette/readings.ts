import type { MessageId } from '../../../base/messages.ts';
import type { SearchField } from './search/index.ts';
export function spellings(_id: MessageId): SearchField[] {
  return [];
}
