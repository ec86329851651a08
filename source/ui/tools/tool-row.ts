import type {ToolStanding} from '../../app/tool-explorer.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Row} from '../bench/section.ts';
import {reveal} from '../text/reveal.ts';
import type {ToolItem, ToolOrder} from './tool-items.ts';

const safe = (text: string): string => sanitiseLine(reveal(text));

const markOf = ({isLeftOut}: ToolItem, {isOff, change, isSuspicious}: ToolStanding): Row['mark'] => {
	if (isLeftOut || isOff) {
		return {text: '○', tone: 'dim'};
	}
	if (change !== undefined || isSuspicious) {
		return {text: '▲', tone: change === undefined ? 'bad' : 'warn'};
	}
	return {text: '●', tone: 'good'};
};

/** What is worth knowing at a glance, the most important first. */
const badgesOf = (
	{definition: {annotations}, isLeftOut}: ToolItem,
	{isOff, change, isSuspicious}: ToolStanding,
): readonly string[] => [
	...(isLeftOut || isOff ? ['off'] : []),
	...(change === undefined ? [] : ['changed']),
	...(isSuspicious ? ['suspicious'] : []),
	...(annotations.readOnlyHint === true
		? ['read-only']
		: annotations.destructiveHint === true
			? ['destructive']
			: []),
	...(annotations.openWorldHint === true ? ['open world'] : []),
];

/** Those that are said even where there is little room. */
const pressing: ReadonlySet<string> = new Set(['off', 'changed', 'suspicious']);

/** What is known about a tool beside its definition. */
type RowFacts = {readonly calls: number; readonly isCustom: boolean};

/** A tool in the list. */
export const toolRow = (
	item: ToolItem,
	standing: ToolStanding,
	order: ToolOrder,
	{calls, isCustom}: RowFacts,
): Row => {
	const {server, tool} = item.definition;
	const mark = markOf(item, standing);
	const used = order === 'use' && calls > 0 ? [`${groupDigits(calls)}×`] : [];
	const isOff = item.isLeftOut || standing.isOff;
	const claimed = badgesOf(item, standing);
	const badges = [
		...used,
		...claimed.filter(badge => pressing.has(badge)),
		...(isCustom ? ['custom'] : []),
		// That it reaches out is what a custom tool is for.
		...claimed.filter(badge => !pressing.has(badge) && !(isCustom && badge === 'open world')),
	];
	return {
		...(mark === undefined ? {} : {mark}),
		// In a narrow list the tool comes first: its server is what many have in common.
		label: safe(tool),
		...(isOff ? {tone: 'dim'} : {}),
		note: badges.find(badge => pressing.has(badge)) ?? used[0] ?? (isCustom ? 'custom' : safe(server)),
		wide: {
			label: order === 'server' ? `${safe(server)} ${safe(tool)}` : `${safe(tool)}  ${safe(server)}`,
			note: badges.join(', '),
		},
		noteTone: standing.isSuspicious ? 'bad' : standing.change === undefined ? 'dim' : 'warn',
	};
};
