import {countOf} from '../../support/count-of.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type ContextShares, contextShares} from '../context-shares.ts';
import type {Command, CommandHost} from './command.ts';

/** From here on it is time to make room. */
const fullShare = 80;
const shownServers = 5;
const nameLength = 40;

const percentOf = (tokens: number, size: number): number => Math.round((100 * tokens) / Math.max(1, size));

const headOf = (model: string, {used, isCounted}: ContextShares, size: number | undefined): string => {
	const about = isCounted ? '' : 'about ';
	return size === undefined
		? `context of ${model}: ${about}${countOf(used, 'token')}; how many it takes is not known`
		: `context of ${model}: ${about}${groupDigits(used)} of ${countOf(size, 'token')} (${percentOf(used, size)} %)`;
};

const shorten = (name: string): string =>
	name.length <= nameLength ? name : `${name.slice(0, nameLength - 1)}…`;

/** One line for each, the largest first. */
const serverLines = (servers: ContextShares['servers']): readonly string[] => {
	const rest = servers.slice(shownServers);
	const restOf = (count: (share: ContextShares['servers'][number]) => number) =>
		rest.reduce((total, share) => total + count(share), 0);
	const rows = [
		...servers.slice(0, shownServers).map(share => ({...share, server: shorten(sanitiseLine(share.server))})),
		...(rest.length === 0
			? []
			: [
					{
						server: countOf(rest.length, 'more server'),
						tokens: restOf(({tokens}) => tokens),
						toolCount: restOf(({toolCount}) => toolCount),
					},
				]),
	];
	const nameWidth = Math.max(0, ...rows.map(({server}) => server.length));
	const tokenWidth = Math.max(0, ...rows.map(({tokens}) => groupDigits(tokens).length));
	return rows.map(
		({server, tokens, toolCount}) =>
			`    ${server.padEnd(nameWidth)}  ${groupDigits(tokens).padStart(tokenWidth)}  ${countOf(toolCount, 'tool')}`,
	);
};

const table = (rows: readonly (readonly [string, number, string])[], size: number): readonly string[] => {
	const numbers = rows.map(([, tokens]) => groupDigits(tokens));
	const width = Math.max(...numbers.map(({length}) => length));
	return rows.map(([name, tokens, note], index) =>
		`  ${name.padEnd(13)}${(numbers[index] ?? '').padStart(width)}  ${`${percentOf(tokens, size)} %`.padStart(5)}   ${note}`.trimEnd(),
	);
};

const setAsideLine = ({setAside}: ReturnType<CommandHost['getState']>): readonly string[] => {
	if (setAside.length === 0) {
		return [];
	}
	const unfit = setAside.filter(({why}) => why === 'unfit').length;
	const rejected = setAside.length - unfit;
	const whys = [
		...(unfit === 0 ? [] : [`${unfit} cannot be sent to this model`]),
		...(rejected === 0 ? [] : [`${rejected} ${rejected === 1 ? 'was' : 'were'} refused by its provider`]),
	];
	const are = setAside.length === 1 ? 'is' : 'are';
	return [`${countOf(setAside.length, 'tool')} ${are} set aside: ${whys.join(', ')}. /tools says why.`];
};

export const context: Command = {
	name: 'context',
	aliases: [],
	argument: '',
	summary: 'what fills the context of the model',
	run(_argument, host) {
		const state = host.getState();
		const {offered, total} = host.offer();
		const shares = contextShares(state, host.instructions(), offered);
		const size = state.facts.contextTokens;
		const rows = [
			['instructions', shares.instructions, ''],
			['tools', shares.tools, ''],
			[
				'history',
				shares.history,
				shares.results === 0 ? '' : `of which results ${groupDigits(shares.results)}`,
			],
			...(size === undefined ? [] : [['free', Math.max(0, size - shares.used), ''] as const]),
		] as const;
		const isFull = size !== undefined && percentOf(shares.used, size) >= fullShare;
		host.say(
			[
				headOf(sanitiseLine(state.model), shares, size),
				...table(rows, size ?? shares.used).flatMap((line, index) =>
					rows[index]?.[0] === 'tools' ? [line, ...serverLines(shares.servers)] : [line],
				),
				...(total > offered.length
					? [
							`${groupDigits(offered.length)} of ${countOf(total, 'tool')} are offered at a time; the model searches for the others.`,
						]
					: []),
				...setAsideLine(state),
				...(isFull
					? [
							`It is nearly full. /compact puts a summary in place of the history, ${countOf(shares.history, 'token')}.`,
						]
					: []),
			].join('\n'),
		);
	},
};
