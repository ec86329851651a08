import type {ResourceDefinition, ResourceTemplate} from '../../domain/catalogue.ts';
import type {WatchedResource} from '../../domain/resource-watches.ts';
import {templateVariables} from '../../domain/uri-template.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {DetailTab} from '../bench/section.ts';
import type {Line} from '../pager/line.ts';
import {formatBytes, formatTime} from '../text/format.ts';
import {reveal} from '../text/reveal.ts';
import {beginningOf, contentLines, wholeText} from './content-lines.ts';
import {failureLines, paragraph} from './prompt-lines.ts';
import type {Reading} from './resource-reader.ts';

export type OfferedResource =
	| {readonly type: 'resource'; readonly resource: ResourceDefinition}
	| {readonly type: 'template'; readonly template: ResourceTemplate};

const safe = (text: string): string => sanitiseLine(reveal(text));

const column = 10;
const fact = (label: string, text: string | undefined): readonly Line[] =>
	text === undefined || text === '' ? [] : [{label: label.padEnd(column), text: safe(text)}];

const watchText = (watched: WatchedResource | undefined): string => {
	if (watched === undefined) {
		return '';
	}
	const {changes, changedAt} = watched;
	return changedAt === undefined
		? 'yes, no change so far'
		: `yes, changed ${changes === 1 ? 'once' : `${changes} times`}, last at ${formatTime(changedAt)}`;
};

/** What a resource or a template is. `address` is what a template was filled in to. */
export const aboutLines = (
	item: OfferedResource,
	{
		address,
		watched,
		reading,
	}: {
		readonly address: string | undefined;
		readonly watched: WatchedResource | undefined;
		readonly reading: Reading | undefined;
	},
): readonly Line[] => {
	const {server, name, title, description, mimeType} =
		item.type === 'resource' ? item.resource : item.template;
	const size = item.type === 'resource' ? item.resource.size : undefined;
	return [
		{text: safe(title ?? name), tone: 'strong'},
		{text: ''},
		...paragraph(description),
		...fact('server', server),
		...fact('name', name),
		...(item.type === 'template'
			? [
					...fact('template', item.template.uriTemplate),
					...fact(
						'takes',
						templateVariables(item.template.uriTemplate)
							.map(each => (each.isRequired ? each.name : `[${each.name}]`))
							.join(' '),
					),
				]
			: []),
		...fact('address', address),
		...fact('type', mimeType),
		...fact('size', size === undefined ? undefined : formatBytes(size)),
		...fact('read at', reading?.readAt === undefined ? undefined : formatTime(reading.readAt)),
		...fact('watched', watchText(watched)),
		...(item.type === 'template' && address === undefined
			? [{text: ''}, {text: 'enter fills it in.', tone: 'dim' as const}]
			: []),
	];
};

const linesTab = (lines: () => readonly Line[]): readonly DetailTab[] => [
	{name: 'Preview', what: 'the preview', body: {type: 'lines', lines}},
];

/** What is in it: a tree for JSON, the text for text, and what it is for anything else. */
export const previewTabs = ({contents, raw, json, failure, isReading}: Reading): readonly DetailTab[] => {
	if (failure !== undefined) {
		return linesTab(() => failureLines(failure));
	}
	if (contents === undefined) {
		return isReading ? linesTab(() => [{text: 'reading …', tone: 'dim'}]) : [];
	}
	const text = wholeText(contents);
	const sent: readonly DetailTab[] =
		raw === undefined ? [] : [{name: 'JSON', what: 'what the server sent', body: {type: 'json', value: raw}}];
	if (json !== undefined) {
		return [{name: 'Preview', what: 'its text', body: {type: 'json', value: json}}, ...sent];
	}
	if (contents.length === 0 || text === '') {
		return [...linesTab(() => [{text: 'It is empty.', tone: 'dim'}]), ...sent];
	}
	return text === undefined
		? [...linesTab(() => contents.flatMap(contentLines)), ...sent]
		: [{name: 'Preview', what: 'its text', body: {type: 'text', text: beginningOf(text)}}, ...sent];
};
