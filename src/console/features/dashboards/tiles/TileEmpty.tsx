import type { MessageId } from '../../../../base/messages.ts';
import { Icon, type IconName } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';

/** What a tile says where it has nothing to show. */
export function TileEmpty({ icon, says }: { readonly icon: IconName; readonly says: MessageId }) {
  const text = useText();
  return (
    <div className="dtile__empty column dim">
      <Icon name={icon} />
      <p>{text(says)}</p>
    </div>
  );
}
