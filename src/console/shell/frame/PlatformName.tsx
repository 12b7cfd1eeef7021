import { useText } from '../../components/i18n.ts';
import { usePlatformLook } from '../../state/session/platform-look.ts';

/** What the platform is called, or the product. */
export function PlatformName() {
  const text = useText();
  return <b className="ellipsis platform-name">{usePlatformLook().name || text('app.name')}</b>;
}
