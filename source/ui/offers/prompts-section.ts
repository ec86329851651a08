import type {PromptDefinition, PromptResult} from '../../domain/catalogue.ts';
import type {Failure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import {promptCommand} from '../../domain/prompt-command.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Bench, DetailTab, Section} from '../bench/section.ts';
import {promptBindings} from '../input/bench/offers.ts';
import {createOffered} from './offered.ts';
import {failureLines, promptLines, yieldedLines} from './prompt-lines.ts';
import {askForValues} from './values-layer.ts';

type Values = Readonly<Record<string, string>>;

type Yielded =
	| {readonly type: 'fetching'}
	| {readonly type: 'fetched'; readonly result: PromptResult; readonly raw: JsonObject}
	| {readonly type: 'failed'; readonly failure: Failure};

const idOf = ({server, prompt}: PromptDefinition): string => `${server}:${prompt}`;

/** The prompts of all servers: what they take, what they say, and into the chat with them. */
export const createPromptsSection = (bench: Bench): Section<PromptDefinition> => {
	const {app, changed, signal} = bench;
	const offered = createOffered(bench, {what: 'prompts', from: ['prompts']}, ({prompts}) => prompts());
	const filled = new Map<string, Values>();
	const yields = new Map<string, Yielded>();

	const fetch = async (prompt: PromptDefinition, values: Values): Promise<void> => {
		const id = idOf(prompt);
		const fetching: Yielded = {type: 'fetching'};
		yields.set(id, fetching);
		changed();
		const fetched = await app.catalogue.getPrompt(prompt, values, signal);
		// Other values may have been filled in meanwhile.
		if (yields.get(id) !== fetching) {
			return;
		}
		if (fetched.type === 'cancelled') {
			yields.delete(id);
		} else if (fetched.type === 'failed') {
			yields.set(id, fetched);
		} else {
			yields.set(id, {type: 'fetched', result: fetched.value, raw: fetched.raw});
		}
		changed();
	};
	const fillIn = (prompt: PromptDefinition, run: (values: Values) => void): void => {
		const {server, prompt: name, description, arguments: fields} = prompt;
		if (fields.length === 0) {
			run({});
			return;
		}
		askForValues(bench, {
			server,
			subject: {type: 'prompt', name},
			title: sanitiseLine(`/${server}:${name}`),
			about: sanitiseLine(description),
			fields: fields.map(each => ({
				name: each.name,
				description: each.description,
				isRequired: each.required,
			})),
			known: filled.get(idOf(prompt)) ?? {},
			outcomeOf: values => sanitiseLine(promptCommand(server, name, values)),
			onDone(values) {
				filled.set(idOf(prompt), values);
				run(values);
			},
		});
	};
	/** With what is filled in already, or else after asking for it. */
	const withValues = (prompt: PromptDefinition, run: (command: string) => void): true => {
		const use = (values: Values): void => {
			const command = promptCommand(prompt.server, prompt.prompt, values);
			if (sanitiseLine(command) === command) {
				run(command);
			} else {
				bench.say('This prompt has characters in its name or its values that a message cannot hold.');
			}
		};
		const known = filled.get(idOf(prompt));
		if (known === undefined) {
			fillIn(prompt, use);
		} else {
			use(known);
		}
		return true;
	};
	const yieldedTabs = (yielded: Yielded | undefined): readonly DetailTab[] => {
		switch (yielded?.type) {
			case undefined:
				return [];
			case 'fetching':
				return [{name: 'Preview', body: {type: 'lines', lines: () => [{text: 'fetching …', tone: 'dim'}]}}];
			case 'failed':
				return [{name: 'Preview', body: {type: 'lines', lines: () => failureLines(yielded.failure)}}];
			case 'fetched':
				return [
					{
						name: 'Preview',
						what: 'the messages',
						body: {type: 'lines', lines: () => yieldedLines(yielded.result)},
					},
					{name: 'JSON', what: 'what the server sent', body: {type: 'json', value: yielded.raw}},
				];
		}
	};

	return {
		name: 'prompts',
		title: 'Prompts',
		bindings: promptBindings,
		watches: ({servers}) => [servers],
		summary() {
			const count = offered.items().length;
			return [count === 1 ? '1 prompt' : `${count} prompts`, offered.note() ?? '']
				.filter(part => part !== '')
				.join(' · ');
		},
		items: offered.items,
		idOf,
		rowOf: ({server, prompt, title = '', description}) => ({
			label: sanitiseLine(prompt),
			note: sanitiseLine(server),
			wide: {
				label: sanitiseLine(`${prompt}  ${title === '' ? description : title}`),
				note: sanitiseLine(server),
			},
		}),
		nameOf: ({prompt}) => prompt,
		textOf: ({server, prompt, title = '', description, arguments: fields}) =>
			[server, prompt, title, description, ...fields.map(({name}) => name)].join(' '),
		emptyLines: offered.emptyLines,
		// What it says comes first as soon as it is known: that is what was asked for.
		tabs: prompt => [
			...yieldedTabs(yields.get(idOf(prompt))),
			{
				name: 'About',
				what: 'about this prompt',
				body: {type: 'lines', lines: () => promptLines(prompt, filled.get(idOf(prompt)) ?? {})},
			},
		],
		act(intent, prompt) {
			if (prompt === undefined) {
				return false;
			}
			switch (intent) {
				case 'preview':
					fillIn(prompt, values => void fetch(prompt, values));
					return true;
				case 'insert':
					return withValues(prompt, command => {
						bench.putDraft(command);
						bench.close();
					});
				case 'send':
					return withValues(prompt, command => {
						app.submit(command);
						bench.close();
					});
				case 'copy':
					return withValues(prompt, command => bench.say(`${command}: ${bench.host.copy(command)}`));
				default:
					return false;
			}
		},
	};
};
