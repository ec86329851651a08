import type {Fetched} from '../../domain/catalogue.ts';
import type {ResourceWatches} from '../../domain/resource-watches.ts';
import {expandTemplate, templateVariables} from '../../domain/uri-template.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Bench, Row, Section} from '../bench/section.ts';
import {resourceBindings} from '../input/bench/offers.ts';
import {formatBytes, formatTime} from '../text/format.ts';
import {createOffered} from './offered.ts';
import {aboutLines, type OfferedResource, previewTabs} from './resource-lines.ts';
import {createResourceReader, type ResourceAddress} from './resource-reader.ts';
import {askForValues} from './values-layer.ts';

const refused: Fetched<undefined> = {
	type: 'failed',
	failure: {code: 'not-watched', message: 'Nothing can be watched here.'},
};

const noWatches: ResourceWatches = {
	find: () => undefined,
	count: () => 0,
	watch: async () => refused,
	unwatch: async () => refused,
	subscribe: () => () => undefined,
};

const partsOf = (item: OfferedResource) =>
	item.type === 'resource'
		? {...item.resource, address: item.resource.uri}
		: {...item.template, address: item.template.uriTemplate};

const idOf = (item: OfferedResource): string => {
	const {server, address} = partsOf(item);
	return `${item.type} ${server}:${address}`;
};

/** The resources and templates of all servers: read, watched, and named in the chat. */
export const createResourcesSection = (bench: Bench): Section<OfferedResource> => {
	const {app, changed, signal, schedule, now} = bench;
	const watches = bench.ports.watches ?? noWatches;
	const offered = createOffered(
		bench,
		{what: 'resources', from: ['resources', 'templates']},
		({resources, templates}): readonly OfferedResource[] => [
			...resources().map(resource => ({type: 'resource' as const, resource})),
			...templates().map(template => ({type: 'template' as const, template})),
		],
	);
	const reader = createResourceReader({
		catalogue: app.catalogue,
		watches,
		schedule,
		now,
		onChange: changed,
		signal,
	});
	/** What templates were filled in with, and the address that came of it. */
	const filled = new Map<string, {readonly values: Readonly<Record<string, string>>; readonly uri: string}>();

	/** None for a template that is not filled in. */
	const addressOf = (item: OfferedResource): ResourceAddress | undefined => {
		if (item.type === 'resource') {
			return item.resource;
		}
		const uri = filled.get(idOf(item))?.uri;
		return uri === undefined ? undefined : {server: item.template.server, uri};
	};
	const fillIn = (item: OfferedResource, run: (address: ResourceAddress) => void): void => {
		if (item.type === 'resource') {
			run(item.resource);
			return;
		}
		const {server, uriTemplate, description} = item.template;
		const id = idOf(item);
		const take = (values: Readonly<Record<string, string>>): void => {
			const uri = expandTemplate(uriTemplate, values);
			filled.set(id, {values, uri});
			reader.lookAt({server, uri});
			run({server, uri});
		};
		const variables = templateVariables(uriTemplate);
		if (variables.length === 0) {
			take({});
			return;
		}
		askForValues(bench, {
			server,
			subject: {type: 'template', uriTemplate},
			title: sanitiseLine(`@${server}:${uriTemplate}`),
			about: sanitiseLine(description),
			fields: variables.map(variable => ({...variable, description: ''})),
			known: filled.get(id)?.values ?? {},
			outcomeOf: values => sanitiseLine(`@${server}:${expandTemplate(uriTemplate, values)}`),
			onDone: take,
		});
	};
	const withAddress = (item: OfferedResource, run: (address: ResourceAddress) => void): true => {
		const address = addressOf(item);
		if (address === undefined) {
			fillIn(item, run);
		} else {
			run(address);
		}
		return true;
	};
	const insert = ({server, uri}: ResourceAddress): void => {
		const mention = `@${server}:${uri}`;
		if (sanitiseLine(mention) === mention) {
			bench.putDraft(`${mention} `);
			bench.close();
		} else {
			bench.say('This address has characters that a message cannot hold.');
		}
	};
	const toggleWatch = async ({server, uri}: ResourceAddress): Promise<void> => {
		const isWatched = watches.find(server, uri) !== undefined;
		const shown = sanitiseLine(uri);
		const fetched = isWatched
			? await watches.unwatch(server, uri, signal)
			: await watches.watch(server, uri, signal);
		changed();
		if (fetched.type === 'failed') {
			const {message, hint = ''} = fetched.failure;
			bench.say(sanitiseLine(`${message} ${hint}`));
		} else if (fetched.type === 'fetched') {
			bench.say(
				isWatched ? `${shown} is no longer watched.` : `${shown} is watched: changes are shown here.`,
			);
		}
	};
	const rowOf = (item: OfferedResource): Row => {
		const {server, name, mimeType = ''} = partsOf(item);
		const own = addressOf(item);
		const watched = own === undefined ? undefined : watches.find(own.server, own.uri);
		const size =
			item.type === 'resource' && item.resource.size !== undefined ? formatBytes(item.resource.size) : '';
		const change = watched?.changedAt === undefined ? '' : `changed ${formatTime(watched.changedAt)}`;
		const facts = [change, size, mimeType, server].filter(part => part !== '');
		return {
			mark:
				watched === undefined
					? {text: item.type === 'template' ? '▸' : ' ', tone: 'dim'}
					: {text: '●', tone: change === '' ? 'good' : 'warn'},
			label: sanitiseLine(name),
			note: sanitiseLine(change === '' ? server : change),
			wide: {label: sanitiseLine(name), note: sanitiseLine(facts.join(' · '))},
			...(change === '' ? {} : {noteTone: 'warn' as const}),
		};
	};

	return {
		name: 'resources',
		title: 'Resources',
		bindings: resourceBindings,
		watches: ({servers}) => [servers],
		summary() {
			const items = offered.items();
			const templates = items.filter(({type}) => type === 'template').length;
			const count = items.length - templates;
			return [
				[
					count === 1 ? '1 resource' : `${count} resources`,
					templates === 1 ? '1 template' : `${templates} templates`,
					...(watches.count() === 0 ? [] : [`${watches.count()} watched`]),
				].join(', '),
				offered.note() ?? '',
			]
				.filter(part => part !== '')
				.join(' · ');
		},
		items: offered.items,
		idOf,
		rowOf,
		nameOf: item => partsOf(item).name,
		textOf(item) {
			const {server, name, title = '', description, mimeType = '', address} = partsOf(item);
			return [server, name, title, address, mimeType, description].join(' ');
		},
		emptyLines: offered.emptyLines,
		onChoose: item => reader.lookAt(item === undefined ? undefined : addressOf(item)),
		tabs(item) {
			const address = addressOf(item);
			const reading = address === undefined ? undefined : reader.readingOf(address);
			return [
				...(reading === undefined ? [] : previewTabs(reading)),
				{
					name: 'About',
					what: 'about this resource',
					body: {
						type: 'lines',
						lines: () =>
							aboutLines(item, {
								address: address?.uri,
								watched: address === undefined ? undefined : watches.find(address.server, address.uri),
								reading,
							}),
					},
				},
			];
		},
		act(intent, item) {
			if (item === undefined) {
				return false;
			}
			switch (intent) {
				case 'fill-in':
					if (item.type === 'resource') {
						return false;
					}
					fillIn(item, reader.read);
					return true;
				case 'insert':
					return withAddress(item, insert);
				case 'watch':
					return withAddress(item, address => void toggleWatch(address));
				case 'read-again':
					return withAddress(item, reader.read);
				case 'copy':
					return withAddress(item, ({uri}) => bench.say(`${sanitiseLine(uri)}: ${bench.host.copy(uri)}`));
				default:
					return false;
			}
		},
		close: reader.close,
	};
};
