import { createContext, useContext, useEffect, useState } from 'react';

/** A file that was sent. */
export interface ShownFile {
  readonly id: number;
  /** Of a person: shown as text. */
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** Pixels; null = it is no picture. */
  readonly width: number | null;
  readonly height: number | null;
  readonly accountName: string | null;
}

/** Answers the bytes of a file, or of the thumbnail of a picture. @throws where they do not come */
export type LoadFile = (uploadId: number, isThumbnail: boolean, signal?: AbortSignal) => Promise<ArrayBuffer>;

export const LoadContext = createContext<LoadFile>(() => Promise.reject(new Error('no gallery around it')));

interface Picture {
  /** Address in this browser; null until it is here. */
  readonly url: string | null;
  /** It did not come. */
  readonly failed: boolean;
  /** Asks for it again. */
  readonly again: () => void;
}

/** A picture, or its thumbnail, fetched while its component is mounted. */
export function usePicture(uploadId: number, isThumbnail: boolean): Picture {
  const load = useContext(LoadContext);
  const [tries, setTries] = useState(0);
  const [shown, setShown] = useState<Omit<Picture, 'again'>>({ url: null, failed: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    const gone = new AbortController();
    let url: string | null = null;
    setShown({ url: null, failed: false });
    load(uploadId, isThumbnail, gone.signal).then(
      (bytes) => {
        if (gone.signal.aborted) return;
        url = URL.createObjectURL(new Blob([bytes]));
        setShown({ url, failed: false });
      },
      () => {
        if (!gone.signal.aborted) setShown({ url: null, failed: true });
      },
    );
    return () => {
      gone.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [load, uploadId, isThumbnail, tries]);
  return { ...shown, again: () => setTries((count) => count + 1) };
}
