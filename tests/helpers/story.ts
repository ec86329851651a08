import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {WhenOver} from '../servers/http-host.ts';
import {callOf, calls, says} from '../servers/models/fault-script.ts';
import {type FaultRequest, type FaultServer, startFaultServer} from '../servers/models/fault-server.ts';
import {modelEnvironment} from './model-program.ts';
import {startTerminal, type Terminal} from './terminal.ts';
import {createTestHome, type TestHome} from './test-home.ts';
import {shownIn, writeConfig} from './trust-program.ts';

/** Which tool the model calls, and with what, when it is told a word. */
type StoryWords = Readonly<Record<string, readonly [tool: string, args?: object]>>;

type Told = {
	/** What the person has seen since they said the word, without its line breaks. */
	readonly shown: string;
	/** What the model was given as the result of its call. */
	readonly result: string;
	readonly isError: boolean;
};

export type Story = {
	readonly terminal: Terminal;
	readonly model: FaultServer;
	/** Says a word and waits until the model has called its tool and answered. */
	readonly tell: (word: string) => Promise<Told>;
	/** The tools that the model was offered last. */
	readonly offered: () => readonly string[];
};

type StoryOptions = {
	/** The `tools` of agent.yaml, as a person writes them; or the servers of an assistant in config.json. */
	readonly tools: string | Readonly<Record<string, object>>;
	readonly words: StoryWords;
	/** Tools that have to be there before the story begins. */
	readonly needs: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** When a call is asked about; never, unless told. */
	readonly approval?: 'auto' | 'always-ask';
};

/** What is to be ended after all scenarios of a story. */
export const createEnds = (): {readonly whenOver: WhenOver; readonly end: () => Promise<void>} => {
	const ends: (() => Promise<void>)[] = [];
	return {
		whenOver: end => void ends.push(end),
		end: async () => {
			for (const end of ends.reverse()) await end();
		},
	};
};

export const createStoryHome = (whenOver: WhenOver): TestHome => {
	const home = createTestHome();
	whenOver(async () => home.remove());
	return home;
};

type Block = {
	readonly type?: string;
	readonly text?: string;
	readonly content?: unknown;
	readonly is_error?: boolean;
};

const lastBlock = ({body}: FaultRequest): Block => {
	const content = body.messages.at(-1)?.content;
	return typeof content === 'string'
		? {type: 'text', text: content}
		: ((content as readonly Block[] | undefined)?.at(-1) ?? {});
};

const greeting = 'hello';

const agentHead = `name: clerk
model: {provider: anthropic, name: claude-sonnet-4-5}
instructions: {inline: You keep the books.}
`;

/** Writes down who the model is and what it has, and gives the option that says so. */
const writeClerk = (home: TestHome, tools: StoryOptions['tools']): readonly string[] => {
	if (typeof tools === 'string') {
		writeFileSync(join(home.folder, 'agent.yaml'), `${agentHead}tools:${tools}`);
		return ['--agent', 'agent.yaml'];
	}
	const clerk = {model: 'anthropic/claude-sonnet-4-5', instructions: 'You keep the books.'};
	writeConfig(home, {mcpServers: tools, assistants: {clerk}});
	return ['--assistant', 'clerk'];
};

/** Opens the chat of an agent whose model does on a word what a table says, with every server ready. */
export const openStory = async (
	home: TestHome,
	whenOver: WhenOver,
	{tools, words, needs, env = {}, approval = 'auto'}: StoryOptions,
): Promise<Story> => {
	let told = '';
	let serial = 0;
	const over = (): string => `${told}, number ${serial}, is over.`;
	const model = await startFaultServer(
		request => {
			const call = words[told];
			if (call === undefined || lastBlock(request).type === 'tool_result') return says(over());
			return calls(callOf(`call_${serial}`, ...call));
		},
		{whenOver},
	);
	const terminal = startTerminal({
		home: home.folder,
		cols: 120,
		rows: 50,
		args: [...writeClerk(home, tools), '--approval', approval],
		env: {...modelEnvironment(model.url), ...env},
	});
	whenOver(terminal.dispose);
	await terminal.waitFor('? keys');

	const say = async (word: string): Promise<void> => {
		told = word;
		serial += 1;
		await terminal.submit(word);
		await terminal.waitFor(screen => {
			const shown = screen.join('\n');
			return shown.includes(over()) && !shown.includes('esc stops');
		});
	};
	const offered = (): readonly string[] => model.requests.at(-1)?.tools ?? [];
	// A turn does not wait for ever for servers that take long to start: the next one has their tools.
	do await say(greeting);
	while (needs.some(tool => !offered().includes(tool)));
	return {
		terminal,
		model,
		offered,
		async tell(word) {
			const before = over();
			await say(word);
			const request = model.requests.at(-1);
			const {content, is_error: isError = false} = request === undefined ? {} : lastBlock(request);
			return {
				shown: shownIn(terminal).split(before).at(-1) ?? '',
				result: JSON.stringify(content) ?? '',
				isError,
			};
		},
	};
};
