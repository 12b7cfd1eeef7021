/** `npm run broker:acl`: the rights of the host application and of RTUs, as a file that a broker of the owner's reads. */
import { Refusal } from '../base/errors.ts';
import { isRightsName, rightsFile, rightsFormats } from '../server/gateway/check/rights-file.ts';
import { readSecretUrl } from './secrets.ts';
import { runTool, toolArguments } from './tool.ts';

/** The host application's user name where no address names one. */
const usualUser = 'groundwatch';

process.exitCode = await runTool('broker.acl.usage', async () => {
  const { values, positionals } = toolArguments();
  const format = rightsFormats.find((name) => name === positionals[0]);
  if (format === undefined || positionals.length !== 1) return null;
  const url = readSecretUrl(process.env, 'MQTT_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:']);
  const ofUrl = url === undefined ? '' : decodeURIComponent(new URL(url).username);
  const user = values.user ?? (ofUrl === '' ? usualUser : ofUrl);
  if (!isRightsName(user)) throw new Refusal(422, 'broker.acl.noUser', { user });
  return rightsFile(format, user);
});
