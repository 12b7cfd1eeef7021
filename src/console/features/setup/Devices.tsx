import { useQuery } from '@tanstack/react-query';
import { setupState } from '../../../contract/company/setup.ts';
import { BrokerAddress } from '../../components/BrokerAddress.tsx';
import { useText } from '../../components/i18n.ts';
import { request } from '../../state/connection/client.ts';

/** Where the devices of a new server will connect, with TLS and without: what is typed into an RTU. */
export function Devices() {
  const text = useText();
  const { data } = useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => request(setupState, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const broker = data?.broker;
  if (broker === undefined) return null;
  return (
    <section className="setup__devices gap-8 grid" aria-labelledby="setup-devices">
      <h2 id="setup-devices">{text('setup.devices')}</h2>
      {broker === null ? (
        <p className="dim">{text('setup.externalBroker')}</p>
      ) : (
        <dl>
          <BrokerAddress broker={broker} />
        </dl>
      )}
      {broker?.tlsPort === null && <p className="dim">{text('setup.noTls')}</p>}
    </section>
  );
}
