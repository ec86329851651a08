import {assertNever} from '../../../domain/assert-never.ts';
import {rewindWords, type SessionEntry} from '../../../domain/session-entry.ts';
import {sanitise, sanitiseLine} from '../../../support/sanitise.ts';
import {argumentsText} from '../arguments-text.ts';
import {type ExportWriter, endOf, factsOf, outcomeOf, timeOf} from './export-writer.ts';

/** A fence that nothing in the text can close. */
const fenced = (text: string, language = ''): string => {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = '`'.repeat(longest + 1);
	return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
};

/** A piece of a line in which nothing is markup. */
const plain = (text: string): string => sanitiseLine(text).replaceAll(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&');

const write = (entry: SessionEntry): readonly string[] => {
	switch (entry.type) {
		case 'user':
			return [
				`## You (${timeOf(entry.at)})`,
				sanitise(entry.text),
				...(entry.attachments.length === 0 ? [] : [`Attached: ${entry.attachments.map(plain).join(', ')}`]),
			];
		case 'answer':
			return [
				`## ${plain(entry.model) || 'Answer'} (${timeOf(entry.at)})`,
				...(entry.text === '' ? [] : [sanitise(entry.text)]),
				...(entry.isCut ? ['*The answer ends here: it was cut.*'] : []),
			];
		case 'call':
			return [
				`### ${plain(entry.server)}: ${plain(entry.tool)} (${outcomeOf(entry)})`,
				fenced(sanitise(argumentsText(entry.arguments, '  ')), 'json'),
				...(entry.text === '' ? [] : [fenced(sanitise(entry.text))]),
			];
		case 'turn-end':
			return [`*${plain(endOf(entry))}*`];
		case 'compaction':
			return ['### Summary of everything before', sanitise(entry.text)];
		case 'rewind':
			return [`*${plain(rewindWords(entry))}*`];
		default:
			return assertNever(entry);
	}
};

const paragraphs = (parts: readonly string[]): string => `${parts.join('\n\n')}\n\n`;

export const markdownWriter: ExportWriter = {
	begin: head =>
		paragraphs([
			`# ${plain(head.title)}`,
			factsOf(head)
				.map(([name, value]) => `- ${name}: ${plain(value)}`)
				.join('\n'),
		]),
	entry: entry => paragraphs(write(entry)),
	end: () => '',
};
