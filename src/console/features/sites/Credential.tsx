import { useState } from 'react';
import { sites as siteCommands } from '../../../../commands/sites.ts';
import { BrokerAddress } from '../../components/BrokerAddress.tsx';
import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import type { Sites } from './tree/nodes.ts';

/** A broker credential that was just made: it is shown this once, to be copied into the RTU. */
export function Credential(props: {
  readonly sn: string;
  readonly secret: string;
  readonly broker: Sites['broker'];
}) {
  const { sn, secret, broker } = props;
  const text = useText();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  useOffer(siteCommands.copySecret, copy, { available: navigator.clipboard !== undefined });
  return (
    <output className="credential gap-8 text-12 grid">
      <b>{text('sites.credential.title')}</b>
      <dl>
        <dt>{text('sites.credential.user')}</dt>
        <dd className="num">{sn}</dd>
        <dt>{text('sites.credential.password')}</dt>
        <dd className="num credential__secret">{secret}</dd>
        <BrokerAddress broker={broker} />
      </dl>
      <p>{text('sites.credential.once')}</p>
      {navigator.clipboard !== undefined && (
        <CommandButton
          command={siteCommands.copySecret}
          label={text(copied ? 'sites.credential.copied' : 'sites.credential.copy')}
        />
      )}
    </output>
  );
}
