import { useState } from 'react';
import { services as commandsOf } from '../../../../commands/services.ts';
import {
  endServiceToken,
  type ServiceAccount,
  type ServiceToken,
  serviceTokenPrefix,
} from '../../../contract/company/service-accounts.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { FormProblem } from '../../components/form/fields.tsx';
import type { FormRefusal } from '../../components/form/use-form.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { serviceAccountsKey } from '../../state/session/service-accounts.ts';
import { NewToken, RenewToken, type ShownToken } from './TokenDialog.tsx';
import { isValid, stateOf } from './token-state.ts';

/** A request that can be run as it stands. */
const exampleOf = (token: string) =>
  `curl -H "Authorization: Bearer ${token}" \\\n  ${location.origin}/rest/stations`;

/** The token that was just made, and an example with it: neither is shown again. */
function Shown({ token, copied }: { readonly token: string; readonly copied: string | null }) {
  const text = useText();
  const copy = (what: 'token' | 'example') => (
    <CommandButton
      command={commandsOf.copy}
      args={{ what }}
      icon="copy"
      look="ghost"
      label={text(copied === what ? 'dataSources.copied' : 'log.copy')}
    />
  );
  return (
    <div className="service-accounts__shown">
      <output>
        <code>{token}</code>
        <span>{text('dataSources.once')}</span>
      </output>
      {copy('token')}
      <ScrollRegion isText label={text('dataSources.example')} className="service-accounts__example">
        {exampleOf(token)}
      </ScrollRegion>
      {copy('example')}
    </div>
  );
}

function TokenRow({ token, now }: { readonly token: ServiceToken; readonly now: number }) {
  const text = useText();
  const format = useFormat();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { state, days } = stateOf(token, now);
  const used =
    token.usedAt === null
      ? text('serviceAccounts.neverUsed')
      : text('serviceAccounts.used', {
          time: format.time(token.usedAt, zone, 'full'),
          address: token.usedFrom,
        });
  return (
    <div className={`service-accounts__token is-${state}`}>
      <div className="row between gap-8 wrap">
        <b className="ellipsis">{token.name}</b>
        <span className="service-accounts__state">{text(`serviceAccounts.state.${state}`, { days })}</span>
      </div>
      <ul className="row wrap gap-4 text-12" aria-label={text('serviceAccounts.scopes')}>
        {token.scopes.map((scope) => (
          <li key={scope} className="service-accounts__scope">
            {text(`serviceAccounts.scope.${scope}`)}
          </li>
        ))}
      </ul>
      <p className="dim text-12">
        <code>{`${serviceTokenPrefix}${token.hint}…`}</code>
        {` · ${text('dataSources.tokenOf', { time: format.time(token.createdAt, zone, 'full'), by: token.createdBy })}`}
        {` · ${used}`}
        {token.oldUntil !== null &&
          ` · ${text('dataSources.oldUntil', { time: format.time(token.oldUntil, zone, 'full') })}`}
      </p>
      {token.endedAt === null && (
        <div className="row wrap gap-4">
          <CommandButton
            command={commandsOf.renewToken}
            args={{ token: token.id }}
            icon="refresh"
            look="ghost"
            label={text('dataSources.renewShort')}
          />
          {isValid(token, now) && (
            <CommandButton
              command={commandsOf.endToken}
              args={{ token: token.id }}
              icon="ban"
              look="ghost"
              label={text('dataSources.revoke')}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** The tokens of a service account, the newest first; what is over for a month is not among them. */
export function Tokens({ account, now }: { readonly account: ServiceAccount; readonly now: number }) {
  const text = useText();
  const change = useChange(serviceAccountsKey, text);
  const [isAdding, setAdding] = useState(false);
  const [renewed, setRenewed] = useState<number | null>(null);
  const [ended, setEnded] = useState<number | null>(null);
  const [shown, setShown] = useState<ShownToken | null>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const [refused, setRefused] = useState<FormRefusal | null>(null);
  const { tokens } = account;
  const choices = () =>
    tokens.filter(({ endedAt }) => endedAt === null).map(({ id, name }) => ({ value: id, label: name }));
  const show = (token: ShownToken | null) => {
    setShown(token);
    setCopied(null);
  };
  useOffer(commandsOf.addToken, () => setAdding(true));
  useOffer(commandsOf.renewToken, ({ token }) => setRenewed(token), { choices });
  useOffer(commandsOf.endToken, ({ token }) => setEnded(token), { choices });
  useOffer(
    commandsOf.copy,
    async ({ what }) => {
      if (shown === null) return;
      await navigator.clipboard.writeText(what === 'token' ? shown.token : exampleOf(shown.token));
      setCopied(what);
    },
    { available: shown !== null && navigator.clipboard !== undefined },
  );
  const toRenew = tokens.find(({ id }) => id === renewed);
  const toEnd = tokens.find(({ id }) => id === ended);
  return (
    <section className="service-accounts__tokens" aria-label={text('serviceAccounts.tokens')}>
      <div className="row between gap-8">
        <h3>{text('serviceAccounts.tokens')}</h3>
        <CommandButton command={commandsOf.addToken} icon="key" label={text('serviceAccounts.newToken')} />
      </div>
      <FormProblem problem={refused?.sentence ?? null} />
      {tokens.length === 0 && <p className="dim text-12">{text('serviceAccounts.noTokens')}</p>}
      {tokens.map((token) => (
        <div key={token.id}>
          <TokenRow token={token} now={now} />
          {shown?.tokenId === token.id && <Shown token={shown.token} copied={copied} />}
        </div>
      ))}
      {isAdding && <NewToken accountId={account.id} onClose={() => setAdding(false)} onToken={show} />}
      {toRenew !== undefined && (
        <RenewToken token={toRenew} onClose={() => setRenewed(null)} onToken={show} />
      )}
      {toEnd !== undefined && (
        <Confirm
          question={text('serviceAccounts.endAsk', { name: toEnd.name })}
          confirm={text('dataSources.revoke')}
          onAnswer={(yes) => {
            setEnded(null);
            if (!yes) return;
            if (shown?.tokenId === toEnd.id) show(null);
            const params = { serviceTokenId: toEnd.id };
            void change(() => request(endServiceToken, { params })).then(setRefused);
          }}
        />
      )}
    </section>
  );
}
