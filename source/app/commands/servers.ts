import {assertNever} from '../../domain/assert-never.ts';
import type {Failure} from '../../domain/failure.ts';
import type {ServerFacts, ServerStatus} from '../../domain/server.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {countOf} from '../../support/count-of.ts';
import {offeredCounts} from '../../support/offered-counts.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Command} from './command.ts';

const hintOf = ({hint}: Failure): readonly string[] => hint?.split('\n') ?? [];

const facts = ({transport, protocolVersion, identity, definitionTokens}: ServerFacts): string =>
	[
		...(identity === undefined
			? []
			: [[identity.title ?? identity.name, identity.version].filter(part => part !== undefined).join(' ')]),
		transport,
		`protocol ${protocolVersion}`,
		...(definitionTokens === 0 ? [] : [`tool definitions: about ${countOf(definitionTokens, 'token')}`]),
	].join(' · ');

const noteOf = ({note}: ServerFacts): readonly string[] => (note === undefined ? [] : [`! ${note}`]);

const describe = (status: ServerStatus): readonly string[] => {
	switch (status.type) {
		case 'disabled':
			return ['○ disabled'];
		case 'idle':
			return ['○ not started yet; starts with the first message'];
		case 'connecting':
			return ['… connecting'];
		case 'ready':
		case 'ready-but-list-failed': {
			const unreadable = Object.values(status.unreadable ?? {});
			return [
				`${unreadable.length === 0 ? '✔ ready' : '! connected'}, ${offeredCounts(status)}`,
				...unreadable.flatMap(failure => [`! ${failure.message}`, ...hintOf(failure)]),
				facts(status),
				...noteOf(status),
			];
		}
		case 'needs-sign-in':
			return [`! ${status.failure.message}`, ...hintOf(status.failure)];
		case 'reconnecting':
			return [
				`… trying to reach it again, attempt ${status.attempt} of ${status.attempts}`,
				`  ${status.failure.message}`,
				...hintOf(status.failure),
			];
		case 'failed':
			return [`✘ ${status.failure.message}`, ...hintOf(status.failure)];
		default:
			return assertNever(status);
	}
};

export const servers: Command = {
	name: 'mcp',
	aliases: ['servers'],
	argument: '',
	summary: 'the MCP servers and how they are',
	run(_argument, {say, getState, refused}) {
		const entries = [
			...[...getState().servers].map(([name, status]) => ({name, lines: describe(status)})),
			...refused().map(({name, problems, isUntrusted}) => ({
				name,
				lines: [
					isUntrusted === true
						? '○ not used, because you have not trusted it:'
						: '✘ not used, because of its entry in the configuration:',
					...problems,
				],
			})),
		];
		if (entries.length === 0) {
			say('No MCP server is configured.');
			return;
		}
		const rows = entries.flatMap(({name, lines}) =>
			lines.map((line, index) => [index === 0 ? sanitiseLine(name) : '', sanitiseLine(line)] as const),
		);
		say(alignColumns(rows).join('\n'));
	},
};
