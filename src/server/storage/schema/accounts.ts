/** Companies and the platform, their people and what those may, what two persons sign, and the audit. */

import type { Generated } from 'kysely';
import type { LevelWords } from '../../../base/alarm-words.ts';
import type { MenuNode } from '../../../contract/company/menus.ts';
import type { PlatformBounds } from '../../../contract/company/platform.ts';
import type { PlatformName } from '../../../contract/company/platform-look.ts';
import type { ServiceScope } from '../../../contract/company/service-scopes.ts';
import type { JointAct } from '../../../contract/company/two-persons.ts';
import type { EditedRule } from '../../../domain/alarms/edits.ts';
import type { Json } from '../json.ts';

export interface CompanyTable {
  id: Generated<number>;
  name: string;
  created_at: number;
  /** Null = those of the edition. */
  level_words: Generated<Json<LevelWords> | null>;
  /** Since when it is switched off, UTC ms; null = it is not. */
  off_at: Generated<number | null>;
}
export interface RoleTable {
  /** Role 1 is the platform's maintainer. */
  id: Generated<number>;
  name: string;
}
/** A role as it was saved once; the newest says the same as the role itself. */
export interface RoleVersionTable {
  role_id: number;
  /** From 1 on. */
  version: number;
  at: number;
  account_name: string;
  name: string;
  permissions: Json<readonly string[]>;
  reason: string;
}
export interface RolePermissionTable {
  role_id: number;
  permission: string;
}
export interface UserTable {
  id: Generated<number>;
  /** Null = sees every company (platform staff). */
  company_id: number | null;
  role_id: number;
  account_name: string;
  /** Who it is; empty = nobody has written it. */
  full_name: Generated<string>;
  /** The number to call; empty = none. */
  phone: Generated<string>;
  password_hash: string;
  language: string;
  /** Base32 secret of the second factor; null = none. */
  totp_secret: Generated<string | null>;
  /** One that waits for its first code. */
  totp_pending: Generated<string | null>;
  /** Step of the last code that was used: none counts twice. */
  totp_step: Generated<number | null>;
  disabled: number;
  created_at: number;
  /** An account of a program: it has tokens in place of a password, and is no person. */
  is_service: Generated<number>;
}
/** A token of a service account; of the secret there is its hash alone. */
export interface ServiceTokenTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  scopes: Json<readonly ServiceScope[]>;
  /** SHA-256, hex. */
  hash: string;
  hint: string;
  /** How long it is good when it is made anew. */
  days: number;
  created_at: number;
  created_by: string;
  expires_at: number;
  used_at: number | null;
  used_from: string;
  /** The secret before this one, while both are good. */
  old_hash: string | null;
  old_until: number | null;
  ended_at: number | null;
}
export interface SessionTable {
  /** SHA-256 of the opaque token, hex. */
  token_hash: string;
  user_id: number;
  created_at: number;
  expires_at: number;
  address: string;
}
/** Re-authentications: each for one body, once. */
export interface ConfirmationTable {
  token_hash: string;
  user_id: number;
  body_hash: string;
  expires_at: number;
}
/** The menu tree as it was saved once. */
export interface MenuVersionTable {
  /** From 1 on. */
  version: number;
  at: number;
  account_name: string;
  reason: string;
  tree: Json<readonly MenuNode[]>;
}
/** An entry of a dictionary as it stands. */
export interface DictionaryState {
  readonly words: { readonly 'zh-chs': string; readonly en: string; readonly ja: string };
  readonly order: number;
  readonly enabled: boolean;
}
export interface DictionaryEntryTable {
  company_id: number;
  dictionary: string;
  code: string;
  revision: number;
  state: Json<DictionaryState>;
}
export interface DictionaryChangeTable {
  id: Generated<number>;
  company_id: number;
  dictionary: string;
  code: string;
  at: number;
  user_id: number;
  account_name: string;
  before: Json<DictionaryState> | null;
  after: Json<DictionaryState>;
}
/** What of the platform is changed while the server runs. */
export interface PlatformState {
  readonly name: PlatformName;
  /** Names a row of `platform_logos`; null = the product's own. */
  readonly logo: string | null;
  /** Those that differ from the product's. */
  readonly bounds: Partial<PlatformBounds>;
}
export interface PlatformVersionTable {
  /** From 1 on. */
  version: number;
  at: number;
  account_name: string;
  reason: string;
  state: Json<PlatformState>;
}
/** Pictures of logos, those of former versions too. */
export interface PlatformLogoTable {
  /** SHA-256 of the picture, hexadecimal. */
  id: string;
  png: Uint8Array;
}
/** What both persons of a joint act are shown. */
export type JointShown = Pick<JointAct, 'lines' | 'address'> & {
  /** A rule before and after its change: each reader is shown in their own language what it changes. */
  readonly rule?: KeptRuleChange;
};
/** null before = it is new; null after = it is deleted. */
export interface KeptRuleChange {
  readonly before: EditedRule | null;
  readonly after: EditedRule | null;
}
/** What a company asks two persons for (domain/two-persons). */
export interface TwoPersonSettingsTable {
  company_id: number;
  sirens: number;
  plans_above: number | null;
  rules: number;
}
/** What one person has signed, and a second one has to (contract/two-persons). */
export interface JointActTable {
  /** ULID. */
  id: string;
  kind: string;
  /** Null = of several companies. */
  company_id: number | null;
  /** JSON list: the second person needs every one of them. */
  permissions: Json<readonly string[]>;
  /** JSON: what is done once both have signed. */
  body: string;
  /** JSON: what both were shown. */
  shown: Json<JointShown>;
  /** SHA-256 over kind, company, permissions, body and what is shown. */
  hash: string;
  state: string;
  /** Of the process that does it; null = it was not begun. */
  claim: string | null;
  /** Of the first person. */
  language: string;
  first_id: number;
  first_name: string;
  first_address: string;
  first_at: number;
  first_hash: string;
  second_id: number | null;
  second_name: string | null;
  second_at: number | null;
  second_hash: string | null;
  ended_at: number | null;
  note: string;
}
/** Append-only, hash-chained: `hash` = SHA-256 of the previous hash and this row. */
export interface AuditTable {
  id: Generated<number>;
  at: number;
  user_id: number | null;
  account_name: string | null;
  address: string | null;
  action: string;
  /** What it concerned, e.g. station:12. */
  subject: string | null;
  result: string;
  detail: string;
  hash: string;
}
/** One row: the last entry of the audit, signed with a key that is not in the database. */
export interface AuditHeadTable {
  one: number;
  entry_id: number;
  hash: string;
  entries: number;
  at: number;
  /** The first entry after the end had been cut off; null = it never was. */
  broken_at: number | null;
  key_name: string;
  signature: string;
}

/** By the name of the table. */
export interface AccountTables {
  two_person_settings: TwoPersonSettingsTable;
  joint_acts: JointActTable;
  dictionary_entries: DictionaryEntryTable;
  dictionary_changes: DictionaryChangeTable;
  companies: CompanyTable;
  roles: RoleTable;
  role_permissions: RolePermissionTable;
  role_versions: RoleVersionTable;
  menu_versions: MenuVersionTable;
  platform_versions: PlatformVersionTable;
  platform_logos: PlatformLogoTable;
  users: UserTable;
  sessions: SessionTable;
  service_tokens: ServiceTokenTable;
  audit: AuditTable;
  audit_head: AuditHeadTable;
  confirmations: ConfirmationTable;
}
