/**
 * Before each file: happy-dom's `fetch` never settles on a 304 to an `If-None-Match` that the app has set itself. Browsers
 * hand such an answer to the app.
 */
import ResponseCache from 'happy-dom/lib/fetch/cache/response/ResponseCache.js';

const { add } = ResponseCache.prototype;
ResponseCache.prototype.add = function (request, response) {
  const isKept = response.status !== 304 || this.get(request) !== null;
  return isKept ? add.call(this, request, response) : null;
};
