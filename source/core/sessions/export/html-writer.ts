import {assertNever} from '../../../domain/assert-never.ts';
import {rewindWords, type SessionEntry} from '../../../domain/session-entry.ts';
import {sanitise} from '../../../support/sanitise.ts';
import {argumentsText} from '../arguments-text.ts';
import {type ExportWriter, endOf, factsOf, outcomeOf, timeOf} from './export-writer.ts';

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Every text is of somebody else: none of it is markup. */
const safe = (text: string): string => sanitise(text).replaceAll(/[&<>"']/g, found => entities[found] ?? '');

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; }
article { margin: 1rem 0; padding: .5rem 1rem; border-left: 4px solid #8888; overflow-wrap: anywhere; }
.user { border-color: #4a7; } .answer { border-color: #47a; } .call { border-color: #a84; } .failed { border-color: #c44; }
.text, pre { white-space: pre-wrap; overflow-wrap: anywhere; } h2 { font-size: .9rem; opacity: .7; margin: 0; }
dl { display: grid; grid-template-columns: max-content auto; gap: 0 1rem; } dd { margin: 0; overflow-wrap: anywhere; }
`;

const article = (kind: string, heading: string, parts: readonly string[]): string =>
	`<article class="${kind}"><h2>${safe(heading)}</h2>${parts.join('')}</article>\n`;

const text = (words: string): string => (words === '' ? '' : `<div class="text">${safe(words)}</div>`);

const write = (entry: SessionEntry): string => {
	switch (entry.type) {
		case 'user':
			return article('user', `You, ${timeOf(entry.at)}`, [
				text(entry.text),
				text(entry.attachments.length === 0 ? '' : `Attached: ${entry.attachments.join(', ')}`),
			]);
		case 'answer':
			return article('answer', `${entry.model || 'Answer'}, ${timeOf(entry.at)}`, [
				text(entry.text),
				text(entry.isCut ? 'The answer ends here: it was cut.' : ''),
			]);
		case 'call':
			return article(
				entry.outcome === 'failed' ? 'call failed' : 'call',
				`${entry.server}: ${entry.tool} (${outcomeOf(entry)})`,
				[
					`<details><summary>arguments and result</summary><pre>${safe(argumentsText(entry.arguments, '  '))}</pre>`,
					`<pre>${safe(entry.text)}</pre></details>`,
				],
			);
		case 'turn-end':
			return article('failed', endOf(entry), []);
		case 'compaction':
			return article('answer', 'Summary of everything before', [text(entry.text)]);
		case 'rewind':
			return article('rewind', rewindWords(entry), []);
		default:
			return assertNever(entry);
	}
};

/** One page that loads nothing and runs nothing, whatever is in it. */
export const htmlWriter: ExportWriter = {
	begin: head => `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(head.title)}</title><style>${style}</style></head><body>
<h1>${safe(head.title)}</h1>
<dl>${factsOf(head)
		.map(([name, value]) => `<dt>${safe(name)}</dt><dd>${safe(value)}</dd>`)
		.join('')}</dl>
`,
	entry: write,
	end: () => '</body></html>\n',
};
