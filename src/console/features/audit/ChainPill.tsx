import { CommandButton } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { useChain } from './use-audit.ts';

/** Whether the audit was tampered with, and the button that looks again. */
export function ChainPill({
  chain,
  zone,
}: {
  readonly chain: ReturnType<typeof useChain>;
  readonly zone: string;
}) {
  const text = useText();
  const format = useFormat();
  const { data, isFetching, isError } = chain;
  const broken = data !== undefined && data.brokenAt !== null;
  const words = isFetching
    ? text('audit.chain.checking')
    : isError || data === undefined
      ? text('audit.chain.failed')
      : data.brokenAt === null
        ? text('audit.chain.whole', { time: format.time(data.at, zone, 'minute') })
        : text('audit.chain.broken', { id: data.brokenAt });
  const look = isFetching || data === undefined ? '' : broken ? 'pill--lv4' : 'pill--ok';
  return (
    <span className="audit__chain">
      <span className={`pill ${look}`} role={broken ? 'alert' : 'status'}>
        <Icon name={broken ? 'shield-alert' : 'shield-check'} />
        {words}
      </span>
      <CommandButton command="audit.verify" icon="refresh" iconOnly look="ghost" />
    </span>
  );
}
