/** A file on its way to the server, with how much of it has gone. */
import type { MessageParams } from '../../../base/errors.ts';
import type { MessageId } from '../../../base/messages.ts';
import type { DataOf, Envelope } from '../../../contract/call.ts';
import {
  addUpload,
  type UploadView,
  uploadContent,
  uploadThumbnail,
} from '../../../contract/sites/uploads.ts';
import { addressOf, callHeaders } from '../connection/ahead.ts';
import { ApiError, httpMessage } from '../connection/api-error.ts';
import { endSession, requestBytes, requestTimeout, successes } from '../connection/client.ts';

type Answer = Partial<Envelope<DataOf<typeof addUpload>>>;

function answerOf(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return {};
  }
}

/**
 * Sends a file for a station; `isDrawing`: an SVG is taken too. `key`: the same again is the same file. `onShare` hears how much has gone, 0 to 1.
 * @throws ApiError: of status 0 where no answer came
 */
export function sendUpload(
  stationId: number,
  file: File,
  key: string,
  onShare: (share: number) => void,
  signal: AbortSignal,
  isDrawing = false,
): Promise<UploadView> {
  const query = { key, ...(isDrawing ? { drawing: '1' } : {}) };
  const url = addressOf(addUpload, { params: { stationId }, query });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lost = (messageId: MessageId, status = 0) =>
      reject(new ApiError(status, '', messageId, {}, null, url, null, 'POST'));
    request.open('POST', url);
    request.timeout = requestTimeout;
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onShare(total === 0 ? 0 : loaded / total);
    request.onerror = () => lost('http.network');
    request.ontimeout = () => lost('http.408', 408);
    request.onabort = () => reject(new DOMException('given up', 'AbortError'));
    request.onload = () => {
      const {
        status = request.status,
        msg = '',
        messageId,
        params,
        field,
        data,
      } = answerOf(request.responseText);
      if (request.status === 200 && successes.has(status) && data != null) return resolve(data.upload);
      if (status === 401) endSession();
      reject(
        new ApiError(
          status,
          msg,
          (messageId as MessageId | undefined) ?? httpMessage(request.status),
          (params as MessageParams | undefined) ?? {},
          field ?? null,
          url,
          null,
          'POST',
        ),
      );
    };
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}

/** The bytes of a file, or of the thumbnail of a picture. @throws ApiError */
export const loadUpload = (
  uploadId: number,
  isThumbnail: boolean,
  signal?: AbortSignal,
): Promise<ArrayBuffer> =>
  requestBytes(isThumbnail ? uploadThumbnail : uploadContent, { params: { uploadId }, signal });
