import type {ToolStanding} from '../../app/tool-explorer.ts';
import {estimateTools} from '../../domain/estimate-tokens.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {ToolDesk} from '../../domain/tool-desk.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {DetailTab} from '../bench/section.ts';
import {claimLines} from '../details/claim-lines.ts';
import {parameterLines} from '../details/parameter-lines.ts';
import type {Line} from '../pager/line.ts';
import {createTextSource} from '../pager/text-source.ts';
import {formatTokens} from '../text/format.ts';
import {reveal} from '../text/reveal.ts';
import {endpointLines} from './endpoint-lines.ts';
import {statisticsLines} from './statistics-lines.ts';
import type {ToolItem} from './tool-items.ts';
import {triesLines} from './tries-lines.ts';

type TabsDeps = {
	readonly desk: ToolDesk;
	readonly standing: ToolStanding;
	/** Whether what its server claims is believed. */
	readonly isBelieved: boolean;
	/** What the tool is called with where one comes from. */
	readonly args?: JsonObject;
};

const safe = (text: string): string => sanitiseLine(reveal(text));
const strong = (text: string): Line => ({text, tone: 'strong'});
const empty: Line = {text: ''};

const textLines = (text: string): readonly Line[] => {
	const source = createTextSource(text);
	return Array.from({length: source.count()}, (_, index) => ({label: '  ', ...source.at(index)}));
};

/** What stands in the way of the model using it. */
const standingLines = (
	{definition, isLeftOut}: ToolItem,
	{isOff, change, flags, isSuspicious}: ToolStanding,
	desk: ToolDesk,
): readonly Line[] => {
	const lines: readonly Line[] = [
		...(isLeftOut
			? [
					{
						text: desk.customOf?.(definition)?.tool.disabled
							? '○ Its entry in customTools is disabled: nobody can call it.'
							: `○ The entry of ${safe(definition.server)} leaves it out: nobody can call it.`,
						tone: 'warn' as const,
					},
				]
			: []),
		...(isOff
			? [{text: `○ It is switched off for ${safe(desk.switchedFor(definition))}.`, tone: 'warn' as const}]
			: []),
		...(change === undefined
			? []
			: [
					{
						text: `▲ It is not what you accepted: other ${change.parts.map(({part}) => part).join(', ') || 'parts'}. The model does not get it until you accept that.`,
						tone: 'warn' as const,
					},
				]),
		...flags.map(flag => ({
			text: `▲ ${safe(flag)}`,
			tone: isSuspicious ? ('bad' as const) : ('warn' as const),
		})),
	];
	return lines.length === 0 ? [] : [...lines, empty];
};

const overviewLines = (item: ToolItem, {desk, standing, isBelieved}: TabsDeps): readonly Line[] => {
	const {definition, modelName} = item;
	const {server, tool, title, description, inputSchema, annotations} = definition;
	const tokens = estimateTools([{modelName: modelName ?? tool, definition}]);
	const teller = desk.customOf?.(definition) === undefined ? 'the server' : 'your configuration';
	return [
		strong(`${safe(server)} ${safe(tool)}`),
		...(title === undefined
			? []
			: [{label: 'its server calls it  ', labelTone: 'dim' as const, text: safe(title)}]),
		...(modelName === undefined
			? []
			: [{label: 'the model calls it   ', labelTone: 'dim' as const, text: safe(modelName)}]),
		{
			label: 'its definition takes ',
			labelTone: 'dim',
			text: `about ${formatTokens(tokens)} of every request`,
		},
		empty,
		...standingLines(item, standing, desk),
		strong(`What ${teller} says about it`),
		...textLines(description === '' ? '(nothing)' : description),
		empty,
		strong('Parameters'),
		...parameterLines(inputSchema),
		empty,
		strong(`What ${teller} claims${isBelieved ? '' : ' (you do not trust it, so this counts for nothing)'}`),
		...claimLines(annotations),
	];
};

/** Everything about a tool. */
export const toolTabs = (item: ToolItem, deps: TabsDeps): readonly DetailTab[] => {
	const {definition} = item;
	const {uses, tries, customOf} = deps.desk;
	const custom = customOf?.(definition);
	return [
		{name: 'Overview', what: 'the overview', body: {type: 'lines', lines: () => overviewLines(item, deps)}},
		...(custom === undefined
			? []
			: [
					{
						name: 'Endpoint',
						what: 'the endpoint',
						// What it is called with changes while it is looked at.
						body: {
							type: 'lines',
							lines: () => endpointLines(customOf?.(definition) ?? custom),
						} as const,
					},
				]),
		...(deps.args === undefined
			? []
			: [{name: 'Arguments', what: 'the arguments', body: {type: 'json', value: deps.args} as const}]),
		{name: 'Schema', what: 'the schema', body: {type: 'json', value: definition.inputSchema}},
		...(definition.outputSchema === undefined
			? []
			: [
					{
						name: 'Output',
						what: 'the schema of its results',
						body: {type: 'json', value: definition.outputSchema} as const,
					},
				]),
		{
			name: 'Use',
			what: 'the statistics',
			body: {type: 'lines', lines: () => statisticsLines(uses.of(definition))},
		},
		{
			name: 'Tries',
			what: 'the tries',
			body: {type: 'lines', lines: () => triesLines(tries.savedOf(definition), tries.triesOf(definition))},
		},
	];
};
