import type {CommandLine} from '../command-line/parse-command-line.ts';
import {checkAgent} from '../compose-agent.ts';
import {findSurroundings, readUserSettings, type Surroundings} from '../compose-settings.ts';
import type {ConfiguredAssistant} from '../core/config/assistant-entry.ts';
import {unknownNames} from '../core/config/unknown-names.ts';
import {providerPresets} from '../core/models/providers/provider-table.ts';
import {listAssistants} from '../headless/assistants/list-assistants.ts';
import {showAssistant} from '../headless/assistants/show-assistant.ts';
import {validateAgent} from '../headless/assistants/validate-agent.ts';
import {type CommandOutput, createCommandOutput} from '../headless/command-output.ts';
import {deleteKey} from '../headless/keys/delete-key.ts';
import type {KeyRun, SecretInput} from '../headless/keys/key-run.ts';
import {listKeys} from '../headless/keys/list-keys.ts';
import {setKey} from '../headless/keys/set-key.ts';
import {askPassphraseIfTerminal} from './ask-passphrase.ts';
import {readSecret} from './read-secret.ts';
import {readStdin} from './read-stdin.ts';
import {redactedStreams} from './redacted-streams.ts';
import {watchForEnd} from './watch-for-end.ts';

type Given = {
	readonly line: CommandLine;
	readonly surroundings: Surroundings;
	readonly output: CommandOutput;
};

const keyRun = ({surroundings}: Given): KeyRun => {
	const {credentials, secretNames} = surroundings;
	return {
		credentials,
		keptNames: secretNames.names,
		forgetName: secretNames.remove,
		providers: providerPresets,
		environment: process.env,
	};
};

const readGivenSecret = async (question: string, signal: AbortSignal): Promise<SecretInput> => {
	const {stdin, stderr} = process;
	return stdin.isTTY
		? readSecret(question, {input: stdin, output: stderr}, signal)
		: {type: 'typed', text: await readStdin()};
};

const complete = async (assistant: ConfiguredAssistant) => {
	const [{readInstructions}, {readSmallText}] = await Promise.all([
		import('../core/config/assistant-entry.ts'),
		import('../core/config/agent/read-small-text.ts'),
	]);
	return readInstructions(assistant, readSmallText);
};

/** To name what a folder brings along starts nothing of it. */
const projectNames = async (): Promise<readonly string[]> => {
	const {readProjectServers} = await import('../core/config/project/project-files.ts');
	const {servers} = await readProjectServers(process.cwd(), process.env, {providerKeys: []});
	return servers.map(({name}) => name);
};

/** Names are all that is wanted of servers: no secret is looked up. */
const ownFile = {configFiles: [], isStrict: false, defersSecrets: true};

/** The assistants of the user's own configuration; what is wrong elsewhere in it is told. */
const assistantsIn = async ({surroundings, output}: Given) => {
	const read = await readUserSettings(surroundings, ownFile);
	if (read.type === 'refused') {
		return read;
	}
	const {assistants, refusedAssistants: refused, isBroken, problems} = read.settings;
	const servers = [...read.settings.servers, ...read.settings.refusedServers].map(({name}) => name);
	if (isBroken === true) {
		const failure = {code: 'bad-config', message: problems.join('\n'), hint: 'Correct the file first.'};
		return {type: 'refused' as const, failure};
	}
	const named = read.settings.named ?? [];
	const unknown = unknownNames(named, [...servers, ...(await projectNames()), 'toolbox', 'mcp-tui-toolbox']);
	const warnings = [...(read.settings.assistantWarnings ?? []), ...unknown];
	return {type: 'read' as const, assistants, refused, output, complete, warnings};
};

const run = async (given: Given, signal: AbortSignal): Promise<number> => {
	const {line, output} = given;
	const [name = ''] = line.words;
	switch (line.command) {
		case 'keys set':
			return setKey({run: keyRun(given), output, name, readSecret: readGivenSecret}, signal);
		case 'keys list':
			return listKeys({run: keyRun(given), output}, signal);
		case 'keys delete':
			return deleteKey({run: keyRun(given), output, name}, signal);
		case 'agent validate': {
			const read = await readUserSettings(given.surroundings, ownFile);
			const settings = read.type === 'read' ? read.settings : undefined;
			return validateAgent({file: name, readAgent: file => checkAgent(file, settings), output});
		}
		case 'assistants list':
		case 'assistants show': {
			const found = await assistantsIn(given);
			if (found.type === 'refused') {
				return output.refuse(found.failure);
			}
			return line.command === 'assistants list' ? listAssistants(found) : showAssistant({...found, name});
		}
		default:
			throw new Error(`Nothing runs the command ${line.command}.`);
	}
};

/** Runs a command that needs neither servers nor a model. */
export const runOwnCommand = async (line: CommandLine): Promise<number> => {
	const {stderr} = process;
	const output = createCommandOutput(redactedStreams(), line.values.has('json'), stderr.columns);
	const stop = new AbortController();
	const ending = watchForEnd(() => stop.abort());
	const surroundings = findSurroundings({
		onWait: output.say,
		onTrouble: output.complain,
		...askPassphraseIfTerminal(),
	});
	try {
		const code = await run({line, surroundings, output}, stop.signal);
		const lost = await ending.lostInTheEnd();
		return lost === undefined ? code : output.fail(lost);
	} finally {
		surroundings.credentials.close();
	}
};
