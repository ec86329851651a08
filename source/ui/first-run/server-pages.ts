import type {FoundServers, SetupStep} from '../../domain/setup.ts';
import {emptyBuffer} from '../input/text-buffer.ts';
import {type PagesDeps, type SetupPage, wordsOf} from './setup-page.ts';
import type {SetupChoice} from './setup-view.ts';

const namesOf = ({servers}: FoundServers): string => servers.map(({name}) => name).join(', ');

const importChoice = (found: FoundServers): SetupChoice => ({
	id: `import ${found.file}`,
	label: `Take over ${found.servers.length} from ${found.client}`,
	detail: namesOf(found),
	about: found.servers.map(({name, runs}) => `${name}: ${runs}`),
});

const addChoice: SetupChoice = {
	id: 'add',
	label: 'Add one',
	detail: 'a command, an address, or JSON from its documentation',
};

const doneChoice: SetupChoice = {id: 'done', label: 'Done', detail: 'ask something'};

/** The pages that end with servers. */
export const createServerPages = ({setup, turnTo, change, end}: PagesDeps) => {
	/** What there is to say when the user is back on the first page. */
	type Back = {readonly news?: string; readonly problem?: string};
	let looked: readonly FoundServers[] | undefined;
	let model = '';
	const taken = new Set<string>();

	const work = (
		title: string,
		run: (signal: AbortSignal) => Promise<SetupStep>,
		onFailure: (problem: string) => void,
	): void =>
		turnTo({
			view: {type: 'waiting', title},
			onBack: () => show({}),
			onOpen(signal) {
				void run(signal).then(step => {
					if (signal.aborted) {
						return;
					}
					if (step.type === 'done') {
						show({news: step.detail});
					} else {
						onFailure(wordsOf(step.failure));
					}
				});
			},
		});

	const add = (typed = '', problem?: string): void =>
		turnTo({
			view: {
				type: 'field',
				title: 'Add a server',
				about: [
					'As its documentation shows it: npx -y @modelcontextprotocol/server-filesystem ~/notes, or https://example.com/mcp, or a piece of JSON.',
				],
				...(problem === undefined ? {} : {problem}),
				text: typed === '' ? emptyBuffer : {text: typed, cursor: typed.length},
				isSecret: false,
				placeholder: 'a command, an address or JSON',
			},
			onBack: () => show({}),
			onTake: text =>
				work(
					'Adding the server',
					signal => setup.addServer(text, signal),
					trouble => add(text, trouble),
				),
		});

	const choices = (): readonly SetupChoice[] => [
		...(looked ?? []).filter(({file}) => !taken.has(file)).map(importChoice),
		addChoice,
		doneChoice,
	];

	const takeOver = (found: FoundServers): void =>
		work(
			`Taking over the servers of ${found.client}`,
			async signal => {
				const step = await setup.importServers(found, signal);
				if (step.type === 'done') {
					taken.add(found.file);
				}
				return step;
			},
			problem => show({problem}),
		);

	function show({news, problem}: Back): void {
		const page: SetupPage = {
			view: {
				type: 'list',
				title: 'Which MCP servers may it use?',
				about: ['They start when they are first needed, and every call asks you first.'],
				...(news === undefined ? {} : {news}),
				...(problem === undefined ? {} : {problem}),
				choices: choices(),
				highlight: choices()[0]?.id ?? '',
			},
			onOpen(signal) {
				if (looked === undefined) {
					void setup.findServers(signal).then(found => {
						looked = found;
						change(page, view => (view.type === 'list' ? {...view, choices: choices()} : view));
					});
				}
			},
			onTake(id) {
				const found = looked?.find(each => importChoice(each).id === id);
				if (found !== undefined) {
					takeOver(found);
				} else if (id === 'add') {
					add();
				} else {
					finish();
				}
			},
			onBack: () => finish(),
		};
		turnTo(page);
	}

	const finish = (): void => end(`You talk to ${model}. Ask something; /mcp shows the servers, ? the keys.`);

	return {
		/** After a model was chosen. */
		open(id: string, news: string): void {
			model = id;
			show({news});
		},
	};
};
