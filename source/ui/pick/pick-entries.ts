import type {Catalogue} from '../../app/catalogue.ts';
import type {Command} from '../../app/commands/command.ts';
import {pointWords} from '../../app/rewind-words.ts';
import type {RewindPoint} from '../../app/rewinding.ts';
import type {PromptDefinition} from '../../domain/catalogue.ts';
import {promptCommand} from '../../domain/prompt-command.ts';
import type {ServerStatus} from '../../domain/server.ts';
import type {AppState} from '../../state/app-state.ts';
import {agoWords} from '../../support/ago-words.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Binding, Intent} from '../input/binding.ts';
import {formatBytes} from '../text/format.ts';
import type {PickEntry} from './pick-view.ts';

const joined = (...parts: readonly (string | undefined)[]): string =>
	parts
		.map(part => sanitiseLine(part ?? ''))
		.filter(part => part !== '')
		.join(' · ');

export const commandEntry = ({name, aliases, argument, summary}: Command): PickEntry => ({
	mark: '/',
	label: name,
	detail: summary,
	...(argument === '' ? {} : {hint: argument}),
	also: aliases,
	choice: {type: 'command', name, argument},
});

/** A name that would have to be cleaned for the draft is not offered: it would be the name of something else. */
const isSafe = (text: string): boolean => sanitiseLine(text) === text;

const promptEntry = (prompt: PromptDefinition): PickEntry => ({
	mark: '/',
	label: sanitiseLine(`${prompt.server}:${prompt.prompt}`),
	detail: joined(prompt.title, prompt.description),
	...(prompt.arguments.length === 0
		? {}
		: {
				hint: sanitiseLine(
					prompt.arguments.map(({name, required}) => (required ? name : `[${name}]`)).join(' '),
				),
			}),
	also: [sanitiseLine(prompt.prompt)],
	choice: {type: 'prompt', prompt},
});

const isPromptSafe = ({server, prompt, arguments: fields}: PromptDefinition): boolean =>
	isSafe(promptCommand(server, prompt, Object.fromEntries(fields.map(({name}) => [name, '']))));

export const promptEntries = ({prompts}: Pick<Catalogue, 'prompts'>): readonly PickEntry[] =>
	prompts().filter(isPromptSafe).map(promptEntry);

export const textEntries = (texts: readonly string[]): readonly PickEntry[] =>
	texts.filter(isSafe).map(text => ({label: text, detail: '', choice: {type: 'text', text}}));

/** Resources first, then what leads to more of them. */
export const resourceEntries = ({resources, templates}: Catalogue): readonly PickEntry[] => [
	...resources()
		.filter(({server, uri}) => isSafe(`${server}:${uri}`))
		.map(
			(resource): PickEntry => ({
				mark: '@',
				label: `${resource.server}:${resource.uri}`,
				detail: joined(
					resource.title ?? resource.name,
					resource.size === undefined ? undefined : formatBytes(resource.size),
					resource.mimeType,
					resource.description,
				),
				also: [sanitiseLine(resource.name)],
				choice: {type: 'resource', resource},
			}),
		),
	...templates()
		.filter(({server, uriTemplate}) => isSafe(`${server}:${uriTemplate}`))
		.map(
			(template): PickEntry => ({
				mark: '@',
				label: `${template.server}:${template.uriTemplate}`,
				detail: joined('template', template.title ?? template.name, template.mimeType, template.description),
				also: [sanitiseLine(template.name)],
				choice: {type: 'template', template},
			}),
		),
];

export const toolEntries = ({tools}: Catalogue): readonly PickEntry[] =>
	tools()
		.filter(({definition: {server, tool}}) => isSafe(`${server}.${tool}`))
		.map(({definition: {server, tool, title, description}}) => ({
			mark: '#',
			label: `${server}.${tool}`,
			detail: joined(title, description),
			also: [tool],
			choice: {type: 'text', text: `#${server}.${tool}`},
		}));

/** What moves about in the draft is of no use from a list. */
const isRunnable = ({type}: Intent): boolean =>
	!['edit', 'submit', 'up', 'down', 'accept-suggestion', 'open-palette'].includes(type);

export const keyEntries = (bindings: readonly Binding[]): readonly PickEntry[] =>
	bindings.flatMap(({keys, intent, help}) =>
		help === undefined || keys.length === 0 || !isRunnable(intent)
			? []
			: [
					{
						label: keys.join(', '),
						detail: help,
						also: [help],
						choice: {type: 'intent', intent: intent.type},
					},
				],
	);

const lineBreak = /\s*\n\s*/g;
/** Nobody searches for what stands further behind. */
const searchedCharacters = 400;

/** The newest first, each once. */
export const messageEntries = (history: readonly string[]): readonly PickEntry[] =>
	[...new Set(history.toReversed())].map(text => {
		const lines = text.split('\n').length;
		return {
			label: sanitiseLine(text.slice(0, searchedCharacters).replaceAll(lineBreak, ' ⏎ ')),
			detail: lines === 1 ? '' : `${lines} lines`,
			choice: {type: 'message', text},
		};
	});

/** The messages of this session that one can go back to before, with when they were sent and what came since. */
export const rewindEntries = (points: readonly RewindPoint[], now: number): readonly PickEntry[] =>
	points.map(point => ({
		label: sanitiseLine(point.text.slice(0, searchedCharacters).replaceAll(lineBreak, ' ⏎ ')),
		hint: agoWords(now - point.at),
		detail: pointWords(point),
		keepsDetail: true,
		choice: {type: 'rewind', messageId: point.messageId},
	}));

/** Which servers a list may be missing, in one line. */
export const serversNote = (servers: AppState['servers'], isConnecting: boolean): string | undefined => {
	const where = (words: string, test: (status: ServerStatus) => boolean): readonly string[] => {
		const names = [...servers].filter(([, status]) => test(status)).map(([name]) => name);
		return names.length === 0 ? [] : [`${words}: ${sanitiseLine(names.join(', '))}`];
	};
	const named = (words: string, ...types: readonly string[]) =>
		where(words, ({type}) => types.includes(type));
	const parts = [
		...named('starting', 'connecting', 'reconnecting', ...(isConnecting ? ['idle'] : [])),
		...(isConnecting ? [] : named('not started', 'idle')),
		...named('failed', 'failed'),
		...where('not all could be read', status => 'unreadable' in status && status.unreadable !== undefined),
		...named('needs a sign-in', 'needs-sign-in'),
	];
	return parts.length === 0 ? undefined : parts.join(' · ');
};
