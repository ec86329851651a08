import {serverTimeRows} from '../../app/server-time-rows.ts';
import type {ServerConfig, ServerFacts, ServerStatus} from '../../domain/server.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {offeredCounts} from '../../support/offered-counts.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {connectServers, restingStatus} from './connect-servers.ts';
import {
	factsOf,
	markOf,
	serverObject,
	settingsObject,
	statusWords,
	targetOf,
	timesObject,
	troublesOf,
} from './describe-server.ts';
import {findServer, type ServerRun} from './server-run.ts';

type ShowOptions = {
	readonly run: ServerRun;
	readonly output: CommandOutput;
	readonly name: string;
	/** Whether the server is started to see how it is. */
	readonly connects: boolean;
};

const showValue = (value: unknown): string =>
	typeof value === 'string' ? value : Array.isArray(value) ? value.join(' ') : JSON.stringify(value);

const isEmpty = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const timeKeys: ReadonlySet<string> = new Set(['timeout', 'requestTimeout', 'sseReadTimeout']);

/** `1.2 s (1200 read as milliseconds)` */
const showTime = (milliseconds: number, howRead: string | undefined): string =>
	`${milliseconds / 1000} s${howRead === undefined ? '' : ` (${howRead})`}`;

const settingRows = (config: ServerConfig): readonly (readonly [string, string])[] => {
	const {timesRead = {}, ...settings} = settingsObject(config);
	return Object.entries(settings)
		.filter(([, value]) => !isEmpty(value))
		.map(([key, value]) => [
			key,
			timeKeys.has(key) && typeof value === 'number'
				? showTime(value, timesRead[key])
				: sanitiseLine(showValue(value)),
		]);
};

const offersWords = (facts: ServerFacts): string =>
	facts.unreadable?.tools === undefined
		? `${offeredCounts(facts)}; about ${facts.definitionTokens} tokens of definitions`
		: offeredCounts(facts);

const statusRows = (status: ServerStatus): readonly (readonly [string, string])[] => {
	const facts = factsOf(status);
	return [
		['status', `${markOf(status)} ${statusWords(status)}`],
		...(facts === undefined
			? []
			: ([
					['protocol', `${facts.protocolVersion} over ${facts.transport}`],
					...(facts.identity === undefined
						? []
						: ([
								['server', sanitiseLine(`${facts.identity.name} ${facts.identity.version ?? ''}`.trim())],
							] as const)),
					['offers', offersWords(facts)],
					...(facts.note === undefined ? [] : ([['note', sanitiseLine(facts.note)]] as const)),
				] as const)),
		...troublesOf(status).flatMap(({message, hint}) => [
			['problem', sanitiseLine(message)] as const,
			...(hint?.split('\n') ?? []).map(
				(line, index) => [index === 0 ? 'hint' : '', sanitiseLine(line)] as const,
			),
		]),
	];
};

/** Everything about one server. */
export const showServer = async (
	{run, output, name, connects}: ShowOptions,
	signal: AbortSignal,
): Promise<number> => {
	const found = findServer(run, name);
	if (found.type === 'refused') {
		return output.refuse(found.failure);
	}
	const {config} = found;
	const statuses = connects ? await connectServers(run, [config], output, signal) : new Map();
	const status: ServerStatus = statuses.get(name) ?? restingStatus(config);
	await run.times.look();
	const {source: file} = config;
	const times = file === undefined ? undefined : run.times.of({name, file});
	if (output.isJson) {
		output.printJson({
			...serverObject(config, status),
			...timesObject(times),
			settings: settingsObject(config),
		});
		return commandExitCodes.ok;
	}
	const lines = alignColumns([
		['transport', `${config.type}  ${targetOf(config)}`],
		...(file === undefined ? [] : ([['source', sanitiseLine(file)]] as const)),
		...statusRows(status),
		...serverTimeRows(times, run.now()),
		...settingRows(config),
	]);
	output.print(sanitiseLine(name));
	for (const line of lines) {
		output.print(`  ${line}`);
	}
	const printed = status.type === 'failed' ? status.stderr : [];
	for (const [title, text] of [
		['Its last output', printed.join('\n')],
		['Its instructions for the model', factsOf(status)?.instructions ?? ''],
	] as const) {
		if (text !== '') {
			output.print(`\n${title}:\n${sanitise(text)}`);
		}
	}
	return commandExitCodes.ok;
};
