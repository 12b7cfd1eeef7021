/** `npm run broker:check`: whether a broker of the owner's can do what the product needs of it. */
import { readFileSync } from 'node:fs';
import { Refusal } from '../base/errors.ts';
import { type ProbeResult, Probes } from '../server/gateway/check/probes.ts';
import { readSecretUrl } from './secrets.ts';
import { runTool, type Say, toolArguments } from './tool.ts';

const marks = { good: '✓', fail: '✗', left: '–' } as const;
const protocols = ['mqtt:', 'mqtts:', 'ws:', 'wss:'];

function lineOf({ name, verdict, detail }: ProbeResult, say: Say): string {
  const words = say(`broker.check.${name}`);
  const more = verdict === 'left' ? say('broker.check.left', { option: detail }) : detail;
  return `${marks[verdict]} ${words}${more === '' ? '' : ` (${more})`}`;
}

function urlOf(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
    throw new Refusal(422, 'broker.check.noUrl', { what: value.replace(/\/\/.*@/, '//…@') });
  return value;
}

process.exitCode = await runTool('broker.check.usage', async (say) => {
  const { values, positionals } = toolArguments();
  const url = urlOf(readSecretUrl(process.env, 'MQTT_URL', protocols));
  if (positionals.length > 0 || url === null) return null;
  const [otherUrl, rtuUrl] = [urlOf(values.also), urlOf(values.rtu)];
  const ca = values.ca === undefined ? {} : { ca: readFileSync(values.ca, 'utf8') };
  const probes = new Probes({ url, otherUrl, rtuUrl, ...ca });
  const results = await probes.run((result) => console.log(lineOf(result, say)));
  const failed = results.filter(({ verdict }) => verdict === 'fail').length;
  if (failed > 0) throw new Refusal(409, 'broker.check.unfit', { count: failed });
  return say('broker.check.fit');
});
