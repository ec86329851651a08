import {isToolOf} from '../../app/assistant-tools.ts';
import type {Assistant} from '../../domain/assistant.ts';
import type {AssistantAdmin} from '../../domain/assistant-admin.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import type {AppState} from '../../state/app-state.ts';
import {countOf} from '../../support/count-of.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {allowsTool, type KnownNames, knownFrom} from '../../support/tool-rule.ts';
import type {DetailTab} from '../bench/section.ts';
import {emptyLine, type Line} from '../pager/line.ts';
import {reveal} from '../text/reveal.ts';
import {modeWords, noModeWords} from './mode-words.ts';
import {serverWords} from './server-words.ts';

const safe = (text: string): string => sanitiseLine(reveal(text));
const labelWidth = 14;

export const fact = (label: string, text: string): Line => ({
	label: label.padEnd(labelWidth),
	labelTone: 'dim',
	text: safe(text),
});

const sizeOf = (text: string): string => {
	const lines = text.trimEnd().split('\n').length;
	return `${countOf(lines, 'line')}, ${text.length} characters`;
};

/** The servers that it works with, each with how it is now. */
const serverLines = (names: readonly string[], {admin, getState}: TabSources): readonly Line[] =>
	names.map(name => {
		const {mark, tone, text} = serverWords(name, getState().servers, admin.servers());
		return {label: `  ${mark} `, labelTone: tone, text: `${safe(name)}  ${text}`};
	});

export type TabSources = {
	readonly admin: AssistantAdmin;
	readonly getState: () => AppState;
};

const listLine = (label: string, items: readonly string[], none: string): Line =>
	fact(label, items.length === 0 ? none : items.join(', '));

const overview = (assistant: Assistant, sources: TabSources): readonly Line[] => {
	const {admin} = sources;
	const state = sources.getState();
	const {description, model, instructions, servers, toolApproval, includeTools, source} = assistant;
	const isInUse = state.assistant === assistant.name;
	const fixed = admin.whyFixed(assistant.name);
	return [
		{text: safe(assistant.name), tone: 'strong'},
		...(description === undefined ? [] : [{text: safe(description)}]),
		...(isInUse
			? [
					{
						text: `In use: model ${safe(state.model)}, approval mode ${state.approvalMode}.`,
						tone: 'good' as const,
					},
				]
			: []),
		...(fixed === undefined ? [] : [{text: safe(fixed), tone: 'warn' as const}]),
		emptyLine,
		fact('model', model ?? 'the one in use'),
		fact('instructions', instructions === undefined ? 'none' : sizeOf(instructions)),
		fact(
			'approval',
			toolApproval === undefined ? `not set: ${noModeWords}` : `${toolApproval}: ${modeWords[toolApproval]}`,
		),
		listLine('trusted tools', assistant.trustedTools, 'none'),
		...(includeTools === undefined ? [] : [listLine('only tools', includeTools, 'none at all')]),
		...(assistant.excludeTools.length === 0 ? [] : [listLine('without', assistant.excludeTools, '')]),
		...(assistant.temperature === undefined ? [] : [fact('temperature', String(assistant.temperature))]),
		...(assistant.maxTokens === undefined ? [] : [fact('max tokens', String(assistant.maxTokens))]),
		...(source === undefined ? [] : [fact('source', source)]),
		emptyLine,
		{text: servers === undefined ? 'Servers: all there are' : 'Servers', tone: 'heading'},
		...(servers?.length === 0 ? [{text: '  none'}] : serverLines(servers ?? admin.servers(), sources)),
	];
};

const toolLine = (tool: ToolDefinition, assistant: Assistant | undefined, known: () => KnownNames): Line => {
	const isUsed = assistant === undefined || isToolOf(assistant, tool, known);
	const isTrusted = assistant?.trustedTools.some(glob => allowsTool(glob, tool, known)) === true;
	return {
		label: isUsed ? '  ✔ ' : '  – ',
		labelTone: isUsed ? 'good' : 'dim',
		text: safe(`${tool.server} ${tool.tool}${isTrusted ? '  trusted' : ''}${isUsed ? '' : '  not used'}`),
		...(isUsed ? {} : {tone: 'dim' as const}),
		isCut: true,
	};
};

/** What it may use of what servers offer now. */
const toolLines = (assistant: Assistant | undefined, {admin}: TabSources): readonly Line[] => {
	const servers = assistant?.servers;
	const tools = admin.tools().filter(({server}) => servers === undefined || servers.includes(server));
	const known = () => knownFrom(admin.tools());
	const used = tools.filter(tool => assistant === undefined || isToolOf(assistant, tool, known));
	return [
		{
			text: `${used.length} of ${tools.length} tools of its servers, as far as they are connected`,
			tone: 'dim',
		},
		emptyLine,
		...tools.map(tool => toolLine(tool, assistant, known)),
	];
};

export const assistantTabs = (assistant: Assistant, sources: TabSources): readonly DetailTab[] => [
	{name: 'Overview', body: {type: 'lines', lines: () => overview(assistant, sources)}},
	{
		name: 'Instructions',
		what: 'the instructions',
		body: {type: 'text', text: sanitise(assistant.instructions ?? 'It has no instructions of its own.')},
	},
	{name: 'Tools', body: {type: 'lines', lines: () => toolLines(assistant, sources)}},
];

/** What the program is without any. */
export const noAssistantTabs = (sources: TabSources): readonly DetailTab[] => [
	{
		name: 'Overview',
		body: {
			type: 'lines',
			lines: () => {
				const state = sources.getState();
				return [
					{text: 'No assistant', tone: 'strong'},
					{text: 'mcp-tui as it is: its own instructions, every server, every tool.'},
					...(state.assistant === undefined
						? [
								{
									text: `In use: model ${safe(state.model)}, approval mode ${state.approvalMode}.`,
									tone: 'good' as const,
								},
							]
						: []),
					emptyLine,
					{text: 'Servers', tone: 'heading'},
					...serverLines(sources.admin.servers(), sources),
				];
			},
		},
	},
	{name: 'Tools', body: {type: 'lines', lines: () => toolLines(undefined, sources)}},
];
