/**
 * `fetch` by XMLHttpRequest, the only way to get the progress of an upload in every browser. For text bodies and
 * answers.
 */

/** Statuses without a body. */
const BODILESS = [204, 205, 304];

let hasProgress = true;

/** For the fault lab, whose faults `fetch` has: uploads show no progress from now on. */
export const uploadByFetch = (): void => {
  hasProgress = false;
};

export function makeUploadFetch(onProgress: (fraction: number) => void): typeof fetch {
  return async (input, init) => {
    if (!hasProgress) return fetch(input, init);
    const request = new Request(input, init);
    const body = await request.text();
    request.signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const upload = new XMLHttpRequest();
      upload.open(request.method, request.url);
      for (const [name, value] of request.headers) upload.setRequestHeader(name, value);
      // A total that is not known is 0.
      upload.upload.onprogress = ({ loaded, total }) => {
        if (total > 0) onProgress(loaded / total);
      };
      upload.onload = () => {
        // It has followed a redirect, which only something in front of the server answers.
        const isElsewhere = upload.responseURL !== '' && upload.responseURL !== request.url;
        resolve(isElsewhere ? new Response(null, { status: 302 }) : toResponse(upload));
      };
      upload.onerror = () => reject(new TypeError('The network failed.'));
      upload.onabort = () => reject(request.signal.reason);
      request.signal.addEventListener('abort', () => upload.abort());
      upload.send(body);
    });
  };
}

function toResponse(upload: XMLHttpRequest): Response {
  const { status, responseText } = upload;
  const headers = new Headers();
  for (const line of upload.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(BODILESS.includes(status) ? null : responseText, { status, headers });
}
