import type {FoundServers, SetupStep} from '../../domain/setup.ts';
import {emptyBuffer} from '../input/text-buffer.ts';
import {type PagesDeps, type SetupPage, wordsOf} from './setup-page.ts';
import type {SetupChoice} from './setup-view.ts';

const namesOf = ({servers}: FoundServers): string => servers.map(({name}) => name).join(', ');

const importChoice = (found: FoundServers): SetupChoice => ({
	id: `import ${found.file}`,
	label: `Look at ${found.servers.length} of ${found.client}`,
	detail: namesOf(found),
});

const serverChoice = ({name, runs}: FoundServers['servers'][number]): SetupChoice => ({
	id: `server ${name}`,
	label: name,
	detail: runs,
	about: [runs],
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
	let hasAdded = false;

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
						hasAdded = true;
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

	const choices = (): readonly SetupChoice[] => [...(looked ?? []).map(importChoice), addChoice, doneChoice];

	const takeOver = (found: FoundServers): void =>
		work(
			`Taking over the servers of ${found.client}`,
			async signal => {
				const step = await setup.importServers(found, signal);
				// Even where it was refused in the middle, some of them may be there now.
				looked = undefined;
				return step;
			},
			problem => show({problem}),
		);

	/** What would be started is all there to read before anybody takes it over. */
	const look = (found: FoundServers): void => {
		const count = found.servers.length === 1 ? 'it' : `all ${found.servers.length}`;
		turnTo({
			view: {
				type: 'list',
				title: `Servers of ${found.client}`,
				about: [`From ${found.file}. Keys in it go where secrets are kept.`],
				choices: [
					{id: 'back', label: 'Back', detail: 'take over nothing'},
					{id: 'take', label: `Take over ${count}`, detail: 'into your own configuration'},
					...found.servers.map(serverChoice),
				],
				highlight: 'back',
			},
			onBack: () => show({}),
			onTake(id) {
				if (id === 'take') {
					takeOver(found);
				} else if (id === 'back') {
					show({});
				}
			},
		});
	};

	function show({news, problem}: Back): void {
		const page: SetupPage = {
			view: {
				type: 'list',
				title: 'Which MCP servers may it use?',
				about: ['They start when they are first needed, and every call asks you first.'],
				...(news === undefined ? {} : {news}),
				...(problem === undefined ? {} : {problem}),
				choices: choices(),
				// An enter too many ends it, and does nothing else.
				highlight: hasAdded ? doneChoice.id : addChoice.id,
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
					look(found);
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
			looked = undefined;
			hasAdded = false;
			show({news});
		},
	};
};
