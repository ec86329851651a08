import type {Assistant} from '../../domain/assistant.ts';
import type {AssistantAdmin, AssistantDone, UnusableAssistant} from '../../domain/assistant-admin.ts';
import {rememberOne} from '../../support/remember-one.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Bench, Row, Section} from '../bench/section.ts';
import {assistantBindings} from '../input/bench/assistants.ts';
import {reveal} from '../text/reveal.ts';
import {assistantTabs, fact, noAssistantTabs} from './assistant-tabs.ts';
import {createAssistantEditor} from './create-editor.ts';

/** Somebody to talk to, or nobody, or an entry that cannot be used. */
export type AssistantItem =
	| {readonly type: 'none'}
	| {readonly type: 'assistant'; readonly assistant: Assistant}
	| ({readonly type: 'unusable'} & UnusableAssistant);

const safe = (text: string): string => sanitiseLine(reveal(text));

const nameOf = (item: AssistantItem): string | undefined => {
	switch (item.type) {
		case 'none':
			return undefined;
		case 'assistant':
			return item.assistant.name;
		case 'unusable':
			return item.name;
	}
};

const serversWords = ({servers}: Assistant): string => {
	if (servers === undefined) return 'all servers';
	return servers.length === 0 ? 'no servers' : servers.join(', ');
};

const textOf = (item: AssistantItem): string => {
	if (item.type !== 'assistant') return nameOf(item) ?? 'no assistant none';
	const {name, description = '', model = '', toolApproval = ''} = item.assistant;
	return `${name} ${description} ${model} ${serversWords(item.assistant)} ${toolApproval}`;
};

const notHere = 'Assistants cannot be changed here.';
const none: AssistantItem = {type: 'none'};

/** Who the user may talk to: a list, and everything about each of them. */
export const createAssistantsSection = (bench: Bench): Section<AssistantItem> => {
	const {app, ports, signal} = bench;
	const {getState} = app;
	const admin: AssistantAdmin | undefined = ports.assistants;
	const list = rememberOne(
		(known: readonly Assistant[], unusable: readonly UnusableAssistant[]): readonly AssistantItem[] => [
			none,
			...known.map(assistant => ({type: 'assistant', assistant}) as const),
			...unusable.map(each => ({type: 'unusable', ...each}) as const),
		],
	);
	const items = (): readonly AssistantItem[] => list(admin?.list() ?? [], admin?.unusable() ?? []);
	const idOf = (item: AssistantItem): string => `${item.type} ${nameOf(item) ?? ''}`;
	const isInUse = (item: AssistantItem): boolean =>
		item.type !== 'unusable' && getState().assistant === nameOf(item);

	const tell = (done: AssistantDone, words: () => string): void => {
		if (signal.aborted) {
			return;
		}
		const failure = done.type === 'refused' ? done.failure : done.doubt;
		const why = failure === undefined ? [] : [failure.message, failure.hint ?? ''];
		bench.changed();
		bench.say(safe([...(done.type === 'refused' ? [] : [words()]), ...why].join(' ').trim()));
	};

	const use = async (name: string | undefined): Promise<void> => {
		if (admin === undefined) {
			return;
		}
		const done = await admin.use(name, signal);
		tell(done, () => {
			const {model, approvalMode} = getState();
			const who = name === undefined ? 'No assistant' : `The assistant is ${name}`;
			return `${who} from the next message on. Model ${model}, approval mode ${approvalMode}.`;
		});
	};

	const freeName = (name: string): string => {
		const taken = new Set(items().map(nameOf));
		const tries = Array.from({length: taken.size + 2}, (_, index) =>
			index === 0 ? `${name}-copy` : `${name}-copy-${index + 1}`,
		);
		return tries.find(each => !taken.has(each)) ?? name;
	};

	const edit = async (name: string | undefined, isCopy: boolean): Promise<void> => {
		if (admin === undefined) {
			bench.say(notHere);
			return;
		}
		const opened = await admin.open(name);
		if (signal.aborted) {
			return;
		}
		if (opened.type === 'refused') {
			bench.say(safe(`${opened.failure.message} ${opened.failure.hint ?? ''}`));
			return;
		}
		const {sheet} = opened;
		const {source: _, ...copied} = {...sheet.assistant, name: freeName(sheet.assistant.name)};
		const titles = isCopy ? `A new assistant like ${safe(name ?? '')}` : `Edit ${safe(name ?? '')}`;
		bench.setLayer(
			createAssistantEditor({
				bench,
				admin,
				sheet: isCopy ? {...sheet, assistant: copied} : sheet,
				replaces: isCopy ? undefined : name,
				title: name === undefined ? 'A new assistant' : titles,
				onDone(saved) {
					bench.setLayer(undefined);
					if (saved !== undefined) {
						bench.select(`assistant ${saved}`);
					}
				},
			}),
		);
	};

	/** Whether it may be changed; says why not. */
	const isOpen = (name: string): boolean => {
		const why = admin === undefined ? notHere : admin.whyFixed(name);
		if (why !== undefined) {
			bench.say(safe(why));
		}
		return why === undefined;
	};

	const remove = (item: AssistantItem): void => {
		const name = nameOf(item);
		if (name === undefined || admin === undefined || !isOpen(name)) {
			return;
		}
		const inUse = isInUse(item)
			? ' You are talking to it, and go on without an assistant and with every server.'
			: '';
		bench.confirm(safe(`Remove the assistant ${name} from ${admin.file}?${inUse}`), () => {
			void admin.remove(name, signal).then(done => tell(done, () => `Removed ${name}.`));
		});
	};

	return {
		name: 'assistants',
		title: 'Assistants',
		summary() {
			const count = items().length - 1;
			const {assistant} = getState();
			const words = count === 1 ? '1 assistant' : `${count} assistants`;
			return `${words}, ${assistant === undefined ? 'none in use' : `${safe(assistant)} in use`}`;
		},
		items,
		idOf,
		textOf,
		watches: state => [
			state.servers,
			state.assistant,
			state.model,
			state.approvalMode,
			admin?.list(),
			admin?.unusable(),
		],
		rowOf(item): Row {
			const mark = isInUse(item)
				? {mark: {text: '●', tone: 'good' as const}}
				: {mark: {text: ' ', tone: 'dim' as const}};
			switch (item.type) {
				case 'none':
					return {...mark, label: 'no assistant', tone: 'dim'};
				case 'assistant':
					return {...mark, label: safe(item.assistant.name), note: safe(item.assistant.toolApproval ?? '')};
				case 'unusable':
					return {
						mark: {text: '✘', tone: 'bad'},
						label: safe(item.name),
						note: 'cannot be used',
						noteTone: 'bad',
					};
			}
		},
		emptyLines: () => ['There are no assistants.', 'n makes one.'],
		tabs(item) {
			if (admin === undefined) {
				return [];
			}
			const sources = {admin, getState};
			switch (item.type) {
				case 'none':
					return noAssistantTabs(sources);
				case 'assistant':
					return assistantTabs(item.assistant, sources);
				case 'unusable':
					return [
						{
							name: 'Overview',
							body: {
								type: 'lines',
								lines: () => [
									{text: safe(item.name), tone: 'strong'},
									{
										text: 'It cannot be used as it is written. Correct it in the file, or remove it here.',
										tone: 'warn',
									},
									fact('source', admin.file),
									...item.problems.map(problem => ({text: safe(problem), tone: 'bad' as const})),
								],
							},
						},
					];
			}
		},
		bindings: assistantBindings,
		act(intent, item) {
			if (intent === 'new') {
				void edit(undefined, false);
				return true;
			}
			const name = item === undefined ? undefined : nameOf(item);
			if (item === undefined || (name === undefined && intent !== 'use')) {
				return false;
			}
			switch (intent) {
				case 'use':
					if (item.type !== 'unusable') void use(name);
					return item.type !== 'unusable';
				case 'edit':
					if (name !== undefined && isOpen(name)) void edit(name, false);
					return true;
				case 'copy-item':
					void edit(name, true);
					return true;
				case 'remove':
					remove(item);
					return true;
				default:
					return false;
			}
		},
	};
};
