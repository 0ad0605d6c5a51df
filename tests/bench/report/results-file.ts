/** RESULTS.md: one section for each part, so that a run of one part leaves the other's figures alone. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const directory = join(import.meta.dirname, '..');
const FILE = join(directory, 'RESULTS.md');
const HEAD = `# What was measured

Written by \`npm run bench\`. Ratios to a rival of the same run come first, because they hold on other
machines; the times beside them are those of the machine named in each part. A figure is the median of the
rounds, with the least and the greatest in parentheses. How it is measured stands at the head of each file
in this folder.
`;

export interface Section {
  title: string;
  text: string;
}

export function writeSection(section: Section): void {
  const others = readSections().filter(({ title }) => title !== section.title);
  const sections = [...others, section].sort((a, b) => (a.title < b.title ? 1 : -1));
  const body = sections.map(({ title, text }) => `\n## ${title}\n\n${text.trim()}\n`);
  writeFileSync(FILE, HEAD + body.join(''));
}

function readSections(): Section[] {
  if (!existsSync(FILE)) return [];
  return readFileSync(FILE, 'utf8')
    .split('\n## ')
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { title: part.slice(0, end), text: part.slice(end) };
    });
}
