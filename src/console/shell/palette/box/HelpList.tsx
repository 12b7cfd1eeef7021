import { Command as Cmdk } from 'cmdk';
import { useText } from '../../../components/i18n.ts';
import { type Prefix, prefixes, prefixName } from '../prefix.ts';

/** What each prefix finds; choosing one sets it. */
export function HelpList({ onPrefix }: { readonly onPrefix: (prefix: Prefix) => void }) {
  const text = useText();
  return prefixes
    .filter((prefix) => prefix !== '?')
    .map((prefix) => (
      <Cmdk.Item
        key={prefix}
        value={`prefix ${prefix}`}
        className="palette__row one-line grid"
        onSelect={() => onPrefix(prefix)}
      >
        <kbd>{prefix}</kbd>
        <span className="palette__title column yields">
          <span>{text(`palette.prefix.${prefixName[prefix]}`)}</span>
          <span className="palette__why clips text-11 dim">{text(`palette.help.${prefixName[prefix]}`)}</span>
        </span>
      </Cmdk.Item>
    ));
}
