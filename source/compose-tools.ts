import type {App} from './app/app.ts';
import type {ChatServers} from './compose-chat-servers.ts';
import {withoutSecrets} from './compose-recording.ts';
import {ownConfigFile, type Surroundings} from './compose-settings.ts';
import {httpWayOf} from './core/tools/http-way.ts';
import {createTryBook} from './core/tools/try-book.ts';
import {createUseBook} from './core/tools/use-book.ts';
import type {Failure} from './domain/failure.ts';
import type {OpenState, StateFile} from './domain/ports.ts';
import type {McpServers} from './domain/server-ports.ts';
import {isSameTool, type ToolRef} from './domain/tool.ts';
import type {ToolDesk} from './domain/tool-desk.ts';
import {redactor} from './program-redactor.ts';
import {schedule} from './support/schedule.ts';

type ToolBooksDeps = {
	readonly openState: OpenState;
	/** As the tour does, and what is only played. */
	readonly leavesNothing: boolean;
	/** Whether what is said in this session is kept. */
	readonly keepsSession: boolean;
};

/** What is known about the use of tools, and what the user tried. */
export type ToolBooks = Pick<ToolDesk, 'uses' | 'tries'> & {
	/** Resolves when everything is written. */
	readonly close: () => Promise<unknown>;
};

const nowhere: StateFile = {
	read: async () => ({}),
	change: async () => ({
		code: 'not-saved',
		message: 'A tour or a replay saves nothing.',
		hint: 'Start mcp-tui with a model of your own.',
	}),
};

export const composeToolBooks = ({openState, leavesNothing, keepsSession}: ToolBooksDeps): ToolBooks => {
	// It holds no content, so that it is kept even where the session is not.
	const uses = createUseBook({schedule, ...(leavesNothing ? {} : {state: openState('statistics')})});
	const tries = createTryBook({
		state: leavesNothing ? nowhere : openState('tries'),
		keepsTries: keepsSession,
		redact: withoutSecrets,
		now: Date.now,
	});
	return {uses, tries, close: () => Promise.all([uses.flush(), tries.settled()])};
};

type ToolDeskParts = {
	readonly surroundings: Surroundings;
	readonly app: App;
	readonly servers: McpServers;
	readonly custom: ChatServers['custom'];
	readonly reload: () => Promise<void>;
	readonly books: ToolBooks;
};

const elsewhere = (what: string, source: string | undefined): Failure => ({
	code: 'not-yours',
	message: `${what} is not in your own configuration${source === undefined ? '' : `, but in ${source}`}.`,
	hint: 'Change it there.',
});

/** What the explorer of tools works with. */
export const composeToolDesk = ({
	surroundings,
	app,
	servers,
	custom,
	reload,
	books,
}: ToolDeskParts): ToolDesk => {
	const file = ownConfigFile(surroundings.folders);
	const configOf = (server: string) => servers.configs().find(({name}) => name === server);
	return {
		uses: books.uses,
		tries: books.tries,
		leftOut: () => [...servers.leftOutTools(), ...custom.disabled()],
		customOf: custom.of,
		switchedFor: ({server}) => {
			const assistant = app.assistant();
			return assistant === undefined
				? `everybody who uses the server ${server}`
				: `the assistant ${assistant.name}`;
		},
		async setOn({server, tool}, isOn) {
			const assistant = app.assistant();
			const isThis = (each: ToolRef): boolean => isSameTool(each, {server, tool});
			const isLeftOut = servers.leftOutTools().some(isThis);
			const isCustom = !isLeftOut && custom.of({server, tool}) !== undefined;
			if (isCustom && (assistant === undefined || custom.disabled().some(isThis))) {
				const {switchCustomTool} = await import('./core/config/custom/switch-custom-tool.ts');
				const changed = await switchCustomTool({name: tool, isOn}, {file});
				return changed.type === 'refused' ? changed.failure : reload().then(() => undefined);
			}
			// What the entry of the server leaves out no assistant can have.
			const choice = {
				server,
				tool,
				isOn,
				...(assistant === undefined || isLeftOut ? {} : {assistant: assistant.name}),
			};
			const what =
				choice.assistant === undefined ? `The server ${server}` : `The assistant ${choice.assistant}`;
			const config = configOf(server);
			const isBuiltIn = choice.assistant === undefined && config?.type === 'in-memory';
			const source = choice.assistant === undefined ? config?.source : assistant?.source;
			if (source !== file && !isBuiltIn) {
				return elsewhere(what, source);
			}
			const {changeToolChoice} = await import('./core/config/change-tool-choice.ts');
			const changed = await changeToolChoice({...choice, isBuiltIn}, {file});
			if (changed.type === 'refused') {
				return changed.failure;
			}
			await reload();
			return undefined;
		},
		httpWayOf: server => redactor.redactAll(httpWayOf(configOf(server))),
		redact: withoutSecrets,
	};
};
