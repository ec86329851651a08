import type {ApprovalRule} from '../../domain/approval.ts';
import type {ApprovalDesk, ChangedPart} from '../../domain/approval-desk.ts';
import type {PartChange} from '../../domain/definition-change.ts';
import {isInstructions} from '../../domain/server-instructions.ts';
import type {AppState} from '../../state/app-state.ts';
import {countOf} from '../../support/count-of.ts';
import {modeWords} from '../assistants/mode-words.ts';
import type {DetailTab} from '../bench/section.ts';
import {differenceMarks, differenceRows} from '../frame/difference-lines.ts';
import {emptyLine, type Line, type Tone} from '../pager/line.ts';
import {showInline} from '../text/show-json.ts';
import type {ApprovalItem, PatternKind, Standing} from './approval-items.ts';
import {ruleWords, safe} from './approval-words.ts';
import {coveredTools} from './covered-tools.ts';

export type ApprovalTabSources = {
	readonly desk: ApprovalDesk;
	readonly getState: () => AppState;
	/** Told when somebody has the difference of a definition before them. */
	readonly onShown: (part: ChangedPart) => void;
};

const strong = (text: string): Line => ({text: safe(text), tone: 'strong'});
const fact = (label: string, text: string, tone?: Tone): Line => ({
	label: label.padEnd(12),
	labelTone: 'dim',
	text: safe(text),
	...(tone === undefined ? {} : {tone}),
});

const dateOf = (time: number): string => {
	const date = new Date(time);
	return Number.isNaN(date.getTime()) ? 'unknown' : date.toISOString().slice(0, 16).replace('T', ' ');
};

const standingLine = (standing: Standing): Line => {
	switch (standing.type) {
		case 'holds':
			return fact('now', 'it counts', 'good');
		case 'suspended':
			return fact('now', `suspended: ${standing.why}`, 'warn');
		case 'unknown':
			return fact('now', 'the server is not connected, so nothing can be compared', 'dim');
	}
};

const boundWords =
	'the way in which the server is reached, and what the tool says about itself: name, title, description, parameters, result and hints. It does not count for anything else.';

const covered = (item: ApprovalItem, {desk}: ApprovalTabSources): readonly Line[] => {
	const tools = coveredTools(item, desk.tools());
	if (tools === undefined) {
		return [];
	}
	const isByCall =
		item.type === 'rule' && (item.rule.args !== undefined || item.rule.annotations !== undefined);
	const words = `${countOf(tools.length, 'tool')} of connected servers${isByCall ? ', where arguments and hints are like that' : ''}`;
	return [
		emptyLine,
		{text: 'Covers now', tone: 'heading'},
		{text: words, tone: 'dim'},
		...tools.map(({server, tool}): Line => ({text: `  ${safe(`${server} ${tool}`)}`, isCut: true})),
	];
};

const modeLines = ({desk, getState}: ApprovalTabSources): readonly Line[] => {
	const {approvalMode, workMode} = getState();
	const {commandLine, assistant, ownFile, limits} = desk.modeSources();
	return [
		strong(`Approval mode ${approvalMode}`),
		{text: modeWords[approvalMode]},
		...(workMode === 'plan'
			? [
					{
						text: 'Plan mode is on: nothing but reading is possible. /mode act ends it.',
						tone: 'warn' as const,
					},
				]
			: []),
		emptyLine,
		fact('in use', `${approvalMode}; m, shift+tab in the chat and /approvals change it`),
		...(commandLine === undefined
			? []
			: [fact('began with', `${commandLine}, by --approval or from the session before`)]),
		...(assistant === undefined ? [] : [fact('assistant', `${assistant.name} says ${assistant.mode}`)]),
		fact('your file', `${ownFile ?? 'says nothing, which means always-ask'} (${desk.file})`),
		...(limits.length === 0
			? [fact('limit', 'none')]
			: limits.map(({mode, from}) => fact('limit', `no laxer than ${mode}, from ${from}`, 'warn'))),
	];
};

const matcherLines = ({args, annotations}: ApprovalRule): readonly Line[] => [
	...Object.entries(args ?? {}).map(([name, matcher]) =>
		fact('argument', `${name} ${showInline({...matcher})}`),
	),
	...Object.entries(annotations ?? {}).map(([name, wanted]) => fact('hint', `${name} is ${String(wanted)}`)),
];

const ruleLines = (rule: ApprovalRule, {desk}: ApprovalTabSources): readonly Line[] => [
	strong(`${rule.decision}: ${ruleWords(rule)}`),
	emptyLine,
	fact('stands at', rule.place),
	fact('in', rule.at?.file ?? 'a file that cannot be read in full'),
	...(rule.at?.file === desk.file
		? []
		: [{text: 'Not your own file: remove it there.', tone: 'dim' as const}]),
	...(rule.isAbsolute === true
		? [
				{
					text: 'It stands for a rule that cannot be read: every call asks until that is corrected.',
					tone: 'warn' as const,
				},
			]
		: []),
	...matcherLines(rule),
];

const partLines = ({part, difference}: PartChange): readonly Line[] => [
	emptyLine,
	{text: part, tone: 'heading'},
	...differenceRows(difference).map(
		({type, text}): Line => ({
			label: differenceMarks[type],
			text,
			...(type === 'same'
				? {tone: 'dim'}
				: {tone: type === 'added' ? 'good' : 'bad', labelTone: type === 'added' ? 'good' : 'bad'}),
		}),
	),
];

const changedLines = (part: ChangedPart, {onShown}: ApprovalTabSources): readonly Line[] => {
	onShown(part);
	const what = isInstructions(part.tool) ? 'what it tells the model' : part.tool.tool;
	return [
		strong(`${part.server}: ${what} has changed`),
		{
			text: 'The model does not see it until you accept it: a accepts, anything else leaves it withheld.',
			tone: 'warn',
		},
		...part.change.flags.map(
			(flag): Line => ({label: '! ', labelTone: 'bad', text: safe(flag), tone: 'bad'}),
		),
		...part.change.parts.flatMap(partLines),
	];
};

const patternLines: Readonly<Record<PatternKind, string>> = {
	'trusted-tool':
		'Such tools of your own servers run without asking where the approval mode is trusted-only.',
	'trusted-server': 'What such servers say about their own tools (reads only, destructive …) is believed.',
	review: 'You see what such tools return before the model does.',
	allowed: 'Such tools run without asking in this session, unless something denies them.',
	disallowed: 'Such tools never run in this session.',
};

const whatIfLines = ({words, found}: ApprovalItem & {type: 'what-if'}): readonly Line[] => {
	if (found.type === 'refused') {
		return [strong(words), {text: safe(found.failure.message), tone: 'bad'}];
	}
	const {decision, rule, trail = []} = found.verdict;
	const tone: Tone = decision === 'allow' ? 'good' : decision === 'deny' ? 'bad' : 'warn';
	return [
		strong(words),
		fact('verdict', decision, tone),
		fact('because of', rule),
		...(found.whyUnknown === undefined
			? []
			: [
					{
						text: safe(
							`What the tool says about itself is not known ${found.whyUnknown}: it counts as destructive.`,
						),
						tone: 'warn' as const,
					},
				]),
		{text: 'At the beginning of a turn, with the modes that are in use. Nothing was run.', tone: 'dim'},
		emptyLine,
		{text: 'Looked at', tone: 'heading'},
		...trail.map((line): Line => ({label: '  ', text: safe(line)})),
	];
};

const linesOf = (item: ApprovalItem, sources: ApprovalTabSources): readonly Line[] => {
	switch (item.type) {
		case 'what-if':
			return whatIfLines(item);
		case 'changed':
			return changedLines(item.part, sources);
		case 'mode':
			return modeLines(sources);
		case 'session': {
			const {server, tool, despite = []} = item.grant;
			return [
				strong(`${server} ${tool} runs without asking until the program ends`),
				emptyLine,
				fact('came from', 'your answer to a question in this session'),
				...(despite.length === 0 ? [] : [fact('also after', `text from ${despite.join(', ')}`)]),
				standingLine(item.standing),
				fact('bound to', boundWords),
			];
		}
		case 'always': {
			const {scope, server, tools, where, createdAt} = item.grant;
			const what = scope === 'server' ? 'every tool that it had then' : Object.keys(tools).join(', ');
			return [
				strong(`${server}: ${what} runs without asking, in every session`),
				emptyLine,
				fact('came from', 'your "always" in answer to a question'),
				fact('since', dateOf(createdAt)),
				...(where === undefined ? [] : [fact('files in', where)]),
				standingLine(item.standing),
				fact('bound to', boundWords),
				...sources.desk.changeSinceGrant(item.grant).flatMap(partLines),
			];
		}
		case 'rule':
			return ruleLines(item.rule, sources);
		case 'pattern':
			return [strong(item.glob), {text: patternLines[item.kind]}, emptyLine, fact('stands in', item.from)];
	}
};

/** Everything about one of the things that decide. */
export const approvalTabs = (item: ApprovalItem, sources: ApprovalTabSources): readonly DetailTab[] => [
	{
		name: 'Overview',
		body: {type: 'lines', lines: () => [...linesOf(item, sources), ...covered(item, sources)]},
	},
];
