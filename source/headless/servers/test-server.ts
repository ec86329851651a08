import type {ServerStatus} from '../../domain/server.ts';
import {offeredCounts} from '../../support/offered-counts.ts';
import {outputBeside} from '../../support/relevant-stderr.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {wrapWords} from '../../support/wrap-words.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {connectServers} from './connect-servers.ts';
import {factsOf, serverObject, troublesOf} from './describe-server.ts';
import {offerRows} from './offer-rows.ts';
import {findServer, type ServerRun} from './server-run.ts';
import {unusableServer} from './unusable-server.ts';

type TestOptions = {readonly run: ServerRun; readonly output: CommandOutput; readonly name: string};

const offersOf = ({servers}: ServerRun) => ({
	tools: servers.tools().map(({definition}) => ({name: definition.tool, about: definition.description})),
	prompts: servers.prompts().map(({prompt, description}) => ({name: prompt, about: description})),
	resources: servers
		.resources()
		.map(({uri, description, name}) => ({name: uri, about: description === '' ? name : description})),
	templates: servers.resourceTemplates().map(({uriTemplate, description, name}) => ({
		name: uriTemplate,
		about: description === '' ? name : description,
	})),
});

const printOffers = (offers: ReturnType<typeof offersOf>, output: CommandOutput): void => {
	for (const [kind, entries] of Object.entries(offers)) {
		if (entries.length > 0) {
			output.print(kind);
		}
		for (const line of offerRows(entries, output.columns)) {
			output.print(line);
		}
	}
};

/** Connects to one server and shows what it offers. */
export const testServer = async ({run, output, name}: TestOptions, signal: AbortSignal): Promise<number> => {
	const found = findServer(run, name);
	if (found.type === 'refused') {
		return output.refuse(found.failure);
	}
	const {config} = found;
	const statuses = await connectServers(run, [config], output, signal);
	const status: ServerStatus = statuses.get(name) ?? {type: 'idle'};
	const failure = unusableServer(name, status, signal);
	const facts = factsOf(status);
	const unreadable = facts === undefined || signal.aborted ? [] : troublesOf(status);
	const isOk = failure === undefined && unreadable.length === 0;
	const offers = offersOf(run);
	if (output.isJson) {
		const names = Object.entries(offers).map(([kind, entries]) => [kind, entries.map(entry => entry.name)]);
		output.printJson({
			ok: isOk,
			...serverObject(config, status),
			...Object.fromEntries(names),
		});
	} else if (facts !== undefined) {
		const verdict = isOk ? `✔ ${sanitiseLine(name)} works` : `✘ ${sanitiseLine(name)} answers, but`;
		const works = `${verdict}: ${offeredCounts(facts)} (MCP ${facts.protocolVersion}, ${facts.transport})`;
		for (const line of wrapWords(works, output.columns ?? works.length)) {
			output.print(line);
		}
		printOffers(offers, output);
		if (facts.note !== undefined) {
			output.say(sanitiseLine(facts.note));
		}
	}
	for (const line of status.type === 'failed' ? outputBeside(status.failure.message, status.stderr) : []) {
		output.say(`  ${sanitiseLine(line)}`);
	}
	const troubles = unreadable.length === 0 && failure !== undefined ? [failure] : unreadable;
	for (const trouble of troubles) {
		output.complain(trouble);
	}
	return isOk ? commandExitCodes.ok : commandExitCodes.failed;
};
