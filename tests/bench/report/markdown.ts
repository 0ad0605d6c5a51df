/** Numbers and tables as RESULTS.md shows them. What could not be measured is a dash. */
import type { Reading } from '../statistics.ts';

/** Three digits that count, with thousands set apart. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString('en-US');
  if (size >= 10) return value.toFixed(1);
  return size >= 1 ? value.toFixed(2) : value.toFixed(3);
}

/** The median, and the spread behind it when there is one. */
export function formatReading(reading: Reading, unit = ''): string {
  const middle = formatNumber(reading.middle) + unit;
  if (!(reading.least < reading.most)) return middle;
  return `${middle} (${formatNumber(reading.least)} to ${formatNumber(reading.most)})`;
}

export function formatBytes(bytes: number): string {
  if (bytes >= 1e6) return `${formatNumber(bytes / 1e6)} MB`;
  return bytes >= 1e3 ? `${formatNumber(bytes / 1e3)} kB` : `${formatNumber(bytes)} B`;
}

/** `head` with ` | ` between its cells. */
export function formatTable(head: string, rows: string[][]): string {
  const lines = [head.split(' | '), head.split(' | ').map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
