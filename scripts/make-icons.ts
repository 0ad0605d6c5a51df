/**
 * `npm run icons`: draws the icons of the installed app (`public/icons/`) from `public/icon.svg`. The drawing fills its
 * square, and its mark is inside the safe zone of all masks (maskable). It uses the browser of the tests.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../tests/support/browser.ts';

const publicFolder = join(import.meta.dirname, '../public');
const SIZE = 512;
/** With round corners, for systems that use no mask. */
const CORNER = 112;

const source = readFileSync(join(publicFolder, 'icon.svg'), 'utf8');
const drawing = source.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
const box = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">`;
const rounded =
  `${box}<clipPath id="corners"><rect width="${SIZE}" height="${SIZE}" rx="${CORNER}"/></clipPath>` +
  `<g clip-path="url(#corners)">${drawing}</g></svg>`;

const ICONS = [
  { name: 'icon-192', svg: rounded, width: 192 },
  { name: 'icon-512', svg: rounded, width: 512 },
  { name: 'maskable-192', svg: source, width: 192 },
  { name: 'maskable-512', svg: source, width: 512 },
  // iOS rounds the corners itself, and shows transparent parts black.
  { name: 'apple-touch-icon', svg: source, width: 180 },
  // For browsers without SVG icons in tabs.
  { name: 'favicon-32', svg: rounded, width: 32 },
];

mkdirSync(join(publicFolder, 'icons'), { recursive: true });
const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  for (const { name, svg, width } of ICONS) {
    await page.setViewportSize({ width, height: width });
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
    const path = join(publicFolder, 'icons', `${name}.png`);
    await page.screenshot({ path, omitBackground: true });
  }
} finally {
  await browser.close();
}
