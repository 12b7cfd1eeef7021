import { Refusal } from '../../base/errors.ts';

/** Characters (code points) that a password has at least; the contract bounds it above (256). */
export const shortestPassword = 8;

/**
 * What the most used passwords are made of, without their digits and signs at either end and with look-alike signs
 * read as letters, so that each stands for its hundreds of variants (password1, P@ssw0rd!, qwerty2024).
 */
const bases = new Set(
  `password passwort passw pass motdepasse contrasena senha parola mima mimashi qwerty qwertyuiop qwertyui qwertz azerty
  asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc qwer asdf zxcv qweqwe asdasd admin
  administrator root toor superuser supervisor operator maintainer user guest test tester testing demo default login
  letmein welcome changeme changeit secret iloveyou woaini woaini1314 aini princess sunshine football baseball
  basketball superman batman spiderman pokemon naruto dragon monkey master shadow michael jordan jennifer jessica
  charlie ashley daniel thomas hunter harley ranger buster soccer hockey killer pepper ginger summer winter spring
  autumn computer internet samsung google facebook youtube microsoft windows linux android iphone starwars whatever
  trustno freedom flower forever lovely loveme mustang ferrari porsche corvette mercedes chelsea arsenal liverpool
  barcelona juventus cheese chocolate cookie banana orange cherry purple yellow silver golden diamond angel angels
  babygirl baby blink hello helloworld helloword hahaha lol abc abcd abcde abcdef abcdefg abcdefgh aabbcc a q aa aaa
  access server system service network wireless default manager groundwatch landslide tiltmeter monitoring sakura
  nihon nippon tokyo beijing shanghai zhongguo china japan wangyi taobao alibaba tencent huawei xiaomi`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
const lookAlike: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const rows = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  '1q2w3e4r5t6y7u8i9o0p',
];
const backwards = (text: string) => [...text].reverse().join('');

/** True for one character again and again, a short piece again and again, or a run along the keys or the alphabet. */
function isRun(text: string): boolean {
  if (/^(.{1,4}?)\1+.{0,3}$/su.test(text)) return true;
  return [...rows, ...rows.map(backwards)].some((row) => row.includes(text));
}

/** True for a password that stands at the top of every list of guesses, or is the account's own name. */
export function isCommon(password: string, accountName: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const trimmed = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const read = [...plain].map((sign) => lookAlike[sign] ?? sign).join('');
  // The ends are cut both before and after the signs are read: `passw0rd1` is `password`, and so is `p@ssword!!`.
  const readings = [plain, read, trimmed(plain), trimmed(read)].concat(
    [...trimmed(plain)].map((sign) => lookAlike[sign] ?? sign).join(''),
  );
  const own = accountName.normalize('NFKC').toLowerCase();
  if (trimmed(plain) === '' && plain.length <= 10) return true;
  return isRun(plain) || readings.some((text) => bases.has(text) || text === own);
}

/** @throws Refusal 422 for a new password that is too short or among the first to be guessed (S7) */
export function checkNewPassword(password: string, accountName: string, field: string): void {
  if ([...password].length < shortestPassword)
    throw new Refusal(422, 'password.short', { min: shortestPassword }, field);
  if (isCommon(password, accountName)) throw new Refusal(422, 'password.common', {}, field);
}
