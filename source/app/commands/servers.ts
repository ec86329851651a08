import {assertNever} from '../../domain/assert-never.ts';
import type {ServerStatus} from '../../domain/server.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Command} from './command.ts';

const describe = (status: ServerStatus): readonly string[] => {
	switch (status.type) {
		case 'disabled':
			return ['○ disabled'];
		case 'idle':
			return ['○ not started yet; starts with the first message'];
		case 'connecting':
			return ['… connecting'];
		case 'ready':
			return [
				`✔ ready, ${status.toolCount} ${status.toolCount === 1 ? 'tool' : 'tools'}, protocol ${status.protocolVersion}`,
				...(status.note === undefined ? [] : [`! ${status.note}`]),
			];
		case 'failed': {
			const {message, hint} = status.failure;
			return [
				`✘ ${message}`,
				...status.stderr.slice(-5).map(line => `  ${line}`),
				...(hint === undefined ? [] : [hint]),
			];
		}
		default:
			return assertNever(status);
	}
};

export const servers: Command = {
	name: 'mcp',
	aliases: ['servers'],
	argument: '',
	summary: 'the MCP servers and how they are',
	run(_argument, {say, getState}) {
		const entries = [...getState().servers];
		if (entries.length === 0) {
			say('No MCP server is configured.');
			return;
		}
		const rows = entries.flatMap(([name, status]) =>
			describe(status).map(
				(line, index) => [index === 0 ? sanitiseLine(name) : '', sanitiseLine(line)] as const,
			),
		);
		say(alignColumns(rows).join('\n'));
	},
};
