import type {Failure} from '../../domain/failure.ts';
import type {ServerConfig, ServerStatus} from '../../domain/server.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {connectServers, restingStatus} from './connect-servers.ts';
import {markOf, serverObject, statusWords, targetOf, timesObject, troublesOf} from './describe-server.ts';
import {type RefusedServer, type ServerRun, trustAdvice} from './server-run.ts';

type ListOptions = {
	readonly run: ServerRun;
	readonly output: CommandOutput;
	/** Whether servers are started to see how they are. */
	readonly connects: boolean;
};

type Row = {
	readonly source: string;
	/** Name, and transport with target. */
	readonly cells: readonly [string, string];
	readonly mark: string;
	readonly words: string;
	readonly details: readonly string[];
};

const elsewhere = 'other servers';

const detailsOf = ({message, hint}: Failure): readonly string[] =>
	[message, ...(hint === undefined ? [] : [hint])].flatMap(text => text.split('\n'));

const rowOf = (config: ServerConfig, status: ServerStatus): Row => ({
	source: config.source ?? elsewhere,
	cells: [sanitiseLine(config.name), `${config.type}  ${targetOf(config)}`],
	mark: markOf(status),
	words: statusWords(status),
	details: troublesOf(status).flatMap(detailsOf),
});

const refusedRow = (server: RefusedServer): Row => {
	const {name, source, problems, isUntrusted} = server;
	const isFine = isUntrusted === true;
	return {
		source: source ?? elsewhere,
		cells: [sanitiseLine(name), ''],
		mark: isFine ? '-' : '✘',
		words: isFine ? 'not trusted' : 'cannot be used',
		details: isFine ? [...problems, trustAdvice(server)] : problems,
	};
};

const linesOf = (rows: readonly Row[]): readonly string[] => {
	const lines = alignColumns(rows.map(({cells}) => cells));
	const sources = new Set(rows.map(({source}) => source));
	return [...sources].flatMap(source => [
		source,
		...rows.flatMap((row, index) =>
			row.source === source
				? [
						`  ${row.mark} ${lines[index] ?? ''}  (${row.words})`,
						...row.details.map(detail => `      ${sanitiseLine(detail)}`),
					]
				: [],
		),
	]);
};

/** Every configured server: what it is, where it comes from and how it is. */
export const listServers = async (
	{run, output, connects}: ListOptions,
	signal: AbortSignal,
): Promise<number> => {
	const {configs, refused} = run;
	const statuses = connects ? await connectServers(run, configs, output, signal) : new Map();
	const found = configs.map(config => ({
		config,
		status: statuses.get(config.name) ?? restingStatus(config),
	}));
	if (output.isJson) {
		await run.times.look();
		const timesOf = (name: string, file: string | undefined) =>
			timesObject(file === undefined ? undefined : run.times.of({name, file}));
		output.printJson([
			...found.map(({config, status}) => ({
				...serverObject(config, status),
				...timesOf(config.name, config.source),
			})),
			...refused.map(({name, source, problems, isUntrusted}) => ({
				name,
				...(source === undefined ? {} : {source}),
				status: isUntrusted === true ? 'untrusted' : 'invalid',
				problems,
				...timesOf(name, source),
			})),
		]);
		return commandExitCodes.ok;
	}
	const rows = [...found.map(({config, status}) => rowOf(config, status)), ...refused.map(refusedRow)];
	if (rows.length === 0) {
		output.say('No server is configured. Add one: mcp-tui mcp add <name> <command|url>');
	}
	for (const line of linesOf(rows)) {
		output.print(line);
	}
	return commandExitCodes.ok;
};
