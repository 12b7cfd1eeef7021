/** How webhooks of services take a message. A new one is one file here. */
import type { Composed } from '../compose.ts';
import { dingtalk } from './dingtalk.ts';
import { feishu } from './feishu.ts';
import { line } from './line.ts';
import { slack } from './slack.ts';
import { sms } from './sms.ts';
import { standard } from './standard.ts';
import { teams } from './teams.ts';
import { wecom } from './wecom.ts';

/** What is sent. */
export interface HookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HookGiven {
  readonly url: string;
  readonly secret: string;
  readonly composed: Composed;
  /** The same for each repeat. */
  readonly deliveryId: string;
  readonly now: number;
}

export interface HookPreset {
  /** Messages a minute that the service takes; left out = it names no bound. */
  readonly perMinute?: number;
  readonly call: (given: HookGiven) => HookCall;
  /** Where status 2xx is not all that the service says: whether its answer means that it took the message. */
  readonly accepts?: (answer: unknown) => boolean;
}

export const presets: Readonly<Record<string, HookPreset>> = {
  standard,
  wecom,
  dingtalk,
  feishu,
  slack,
  teams,
  line,
  sms,
};
