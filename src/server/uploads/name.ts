import type { UploadType } from '../../contract/sites/uploads.ts';

const longest = 120;
/** Endings that are right for a type; the first is given to a name that has none of them. */
const endings: Readonly<Record<UploadType, readonly string[]>> = {
  jpeg: ['jpg', 'jpeg'],
  png: ['png'],
  webp: ['webp'],
  pdf: ['pdf'],
  xlsx: ['xlsx'],
  csv: ['csv', 'txt'],
};

/**
 * A name as it is kept and shown: the last part of a path, without characters that control, hide or turn round a text,
 * and with the ending of its type. `file` where nothing is left.
 */
export function nameOf(given: string, type: UploadType): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  // Line ends, bidirectional controls, invisible ones; what Windows takes in no name.
  const plain = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .trim();
  const dot = plain.lastIndexOf('.');
  const ending = dot < 0 ? '' : plain.slice(dot + 1).toLowerCase();
  const isRight = endings[type].includes(ending);
  const stem = (dot < 0 ? plain : plain.slice(0, dot)).replace(/^[.\s]+|[.\s]+$/g, '');
  const short = [...stem].slice(0, longest).join('');
  return `${short === '' ? 'file' : short}.${isRight ? ending : endings[type][0]}`;
}

/** `Content-Disposition` of a file that is saved and never opened in place (RFC 6266, with RFC 8187 for its letters). */
export function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const coded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
}
