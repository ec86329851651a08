import {createQuestionLimit} from '../../app/question-limit.ts';
import type {Clock} from '../../domain/ports.ts';
import type {ServerRequests} from '../../domain/server-ports.ts';
import type {SignInAnswer, SignInRequest} from '../../domain/server-request.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import type {CommandOutput} from '../command-output.ts';

type RequestPorts = {
	readonly output: CommandOutput;
	readonly roots: ServerRequests['roots'];
	/** The next line that the user types; undefined at the end of input or when aborted. Absent without a terminal. */
	readonly readLine?: (signal: AbortSignal) => Promise<string | undefined>;
	/** Resolves with whether a browser could be started. */
	readonly openBrowser: (url: string) => Promise<boolean>;
	readonly now?: Clock;
};

const maxQuestion = 200;
const cut = (text: string): string => (text.length > maxQuestion ? `${text.slice(0, maxQuestion)}…` : text);

/** Shows the address; nothing is opened before a key press. */
const askToSignIn = async (
	{output, readLine, openBrowser}: RequestPorts,
	server: string,
	{url}: SignInRequest,
	signal: AbortSignal,
): Promise<SignInAnswer> => {
	output.say(
		`To sign in to "${sanitiseLine(server)}", open this address in a browser:\n\n  ${sanitise(url)}\n`,
	);
	if (readLine === undefined) {
		return {type: 'opened'};
	}
	output.say(
		'Press enter to open it. If the browser ends at a page that it cannot load, paste its address here.',
	);
	for (;;) {
		const line = (await readLine(signal))?.trim();
		if (line === undefined) {
			return {type: 'opened'};
		}
		if (line !== '') {
			return {type: 'pasted', returned: line};
		}
		const isOpen = await openBrowser(url);
		output.say(
			isOpen ? 'Waiting for the browser ...' : 'No browser could be started: open the address yourself.',
		);
	}
};

/** What servers may ask while a single command runs: signing in is answered, the rest needs the chat. */
export const createCommandRequests = (ports: RequestPorts): ServerRequests => {
	const limit = createQuestionLimit(ports.now ?? Date.now, ports.output.say);
	return {
		async elicit(server, request) {
			const end = limit.take(sanitiseLine(server));
			if (end !== undefined) {
				const question = cut(sanitiseLine(request.message.slice(0, maxQuestion * 2)));
				ports.output.say(
					`Server "${sanitiseLine(server)}" asks: ${question}\nNobody can answer that here, so it was cancelled; in the chat (mcp-tui) you can.`,
				);
				end();
			}
			return {action: 'cancel'};
		},
		// Nothing is said about it, so it needs no limit.
		async sample(server) {
			return {
				type: 'refused',
				failure: {
					code: 'no-model',
					message: `Server "${server}" wants to use a model, and a single command has none.`,
					hint: 'Use the chat: mcp-tui',
				},
			};
		},
		signIn: (server, request, signal) => askToSignIn(ports, server, request, signal),
		roots: ports.roots,
	};
};
