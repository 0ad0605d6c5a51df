/**
 * Unpacks the browser that comes as a package into the directory TMPDIR, with the shared libraries and
 * the font it brings for bare machines. A process of its own, because the package reads and changes the
 * environment: it ships libraries only to what looks like a serverless host.
 */
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
