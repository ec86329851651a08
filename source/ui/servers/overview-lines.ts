import {serverTimeRows} from '../../app/server-time-rows.ts';
import type {Failure} from '../../domain/failure.ts';
import type {ServerConfig, ServerFacts, ServerStatus} from '../../domain/server.ts';
import type {ServerTimes} from '../../domain/server-times.ts';
import type {ServerLatency} from '../../domain/traffic.ts';
import {countOf} from '../../support/count-of.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {offeredCounts} from '../../support/offered-counts.ts';
import {outputBeside} from '../../support/relevant-stderr.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {emptyLine, type Line, type Tone} from '../pager/line.ts';
import {formatDuration} from '../text/format.ts';
import {reveal} from '../text/reveal.ts';
import type {ServerItem} from './server-item.ts';
import {stateWords} from './server-row.ts';

const column = 12;
const shownErrors = 8;
const longest = 2000;

export const safeText = (text: string): string => sanitiseLine(reveal(text.slice(0, longest)));

const entry = (label: string, text: string, tone?: Tone): Line => ({
	label: label.padEnd(column),
	labelTone: 'dim',
	text: safeText(text),
	...(tone === undefined ? {} : {tone}),
});

/** What is known besides the server's own state. */
export type OverviewFacts = {
	/** The command or address, without secrets. */
	readonly reach: string;
	/** How much fits into a conversation with the model. */
	readonly contextTokens: number | undefined;
	readonly latency: ServerLatency | undefined;
	/** When it was created, updated and last connected, as far as that is known. */
	readonly times: ServerTimes | undefined;
	readonly now: number;
	/** What came of the last thing that was done about it here. */
	readonly outcome: string | undefined;
	/** The assistant in use, which may have servers of its own. */
	readonly assistant: string | undefined;
};

const tokens = ({definitionTokens}: ServerFacts, contextTokens: number | undefined): string => {
	const share =
		contextTokens === undefined || contextTokens <= 0
			? ''
			: `, ${((100 * definitionTokens) / contextTokens).toFixed(1)} % of the model's context`;
	return `about ${groupDigits(definitionTokens)} tokens${share}`;
};

const identityOf = ({identity}: ServerFacts): readonly Line[] => {
	if (identity === undefined) {
		return [];
	}
	const {name, title, version} = identity;
	const called = title === undefined || title === name ? name : `${title} (${name})`;
	return [entry('says it is', version === undefined ? called : `${called} ${version}`)];
};

const instructionsOf = ({instructions}: ServerFacts): readonly Line[] =>
	instructions === undefined || instructions.trim() === ''
		? []
		: [
				emptyLine,
				{text: 'What it tells the model', tone: 'heading'},
				...instructions
					.slice(0, longest)
					.split('\n')
					.map(line => ({text: safeText(line)})),
			];

const factLines = (facts: ServerFacts, {contextTokens, latency}: OverviewFacts): readonly Line[] => [
	...identityOf(facts),
	entry('offers', offeredCounts(facts)),
	...(facts.unreadable?.tools === undefined ? [entry('definitions', tokens(facts, contextTokens))] : []),
	...(latency === undefined
		? []
		: [
				entry(
					'latency',
					`${formatDuration(latency.last)} last, ${formatDuration(latency.p50)} median of ${countOf(latency.count, 'answer')}`,
				),
			]),
	...(facts.note === undefined ? [] : [entry('note', facts.note, 'warn')]),
];

const failureLines = ({message, hint}: Failure, tone: Tone): readonly Line[] => [
	entry('error', message, tone),
	...(hint?.split('\n') ?? []).map((line, index) => entry(index === 0 ? 'what to do' : '', line)),
];

/** The version that is spoken, or the only one that may be. */
const protocolLines = ({protocolVersion: pinned}: ServerConfig, status: ServerStatus): readonly Line[] => {
	const version = 'protocolVersion' in status ? status.protocolVersion : pinned;
	if (version === undefined) return [];
	return [entry('protocol', pinned === undefined ? version : `${version}, pinned by "protocolVersion"`)];
};

const statusLines = (status: ServerStatus, facts: OverviewFacts): readonly Line[] => {
	switch (status.type) {
		case 'ready':
		case 'ready-but-list-failed':
			return [
				...Object.values(status.unreadable ?? {}).flatMap(failure => failureLines(failure, 'warn')),
				...factLines(status, facts),
			];
		case 'needs-sign-in':
			return failureLines({...status.failure, hint: 'i signs in; the chat shows where.'}, 'warn');
		case 'reconnecting':
			return failureLines(status.failure, 'warn');
		case 'failed': {
			const printed = outputBeside(status.failure.message, status.stderr);
			const more = printed.length - shownErrors;
			return [
				...failureLines(status.failure, 'bad'),
				...(printed.length === 0
					? []
					: [
							emptyLine,
							{text: 'It printed', tone: 'heading' as const},
							...printed.slice(0, shownErrors).map(line => ({text: safeText(line), tone: 'dim' as const})),
							...(more > 0 ? [{text: `… ${countOf(more, 'more line')}: see Log`, tone: 'dim' as const}] : []),
							emptyLine,
						]),
			];
		}
		case 'disabled':
		case 'idle':
		case 'connecting':
			return [];
	}
};

const timeLines = ({times, now}: OverviewFacts): readonly Line[] =>
	serverTimeRows(times, now).map(([label, text]) => entry(label, text));

const unusedLines = ({unused}: ServerItem & {type: 'unused'}, facts: OverviewFacts): readonly Line[] => {
	const advice =
		unused.isUnwanted === true
			? 'You have said that you do not want it. Start with --trust-project to use it all the same.'
			: unused.isUntrusted === true
				? 'It comes with this folder. The chat asks whether you trust it; or start with --trust-project.'
				: 'e edits the entry, d removes it. The other servers are not affected.';
	return [
		entry(
			'state',
			unused.isUntrusted === true ? '○ not used: you have not trusted it' : '✘ not used: its entry is wrong',
			unused.isUntrusted === true ? 'warn' : 'bad',
		),
		entry('from', unused.file),
		...unused.problems.map((problem, index) => entry(index === 0 ? 'why' : '', problem)),
		entry('what to do', advice),
		...timeLines(facts),
	];
};

/** Off, although its entry does not say so. */
const offSentence = (assistant: string | undefined): string =>
	`off in this run${assistant === undefined ? '' : `, or no server of the assistant ${assistant}`}; space turns it on`;

/** What there is to know about a server at a glance. */
export const serverOverview = (item: ServerItem, facts: OverviewFacts): readonly Line[] => {
	if (item.type === 'unused') {
		return unusedLines(item, facts);
	}
	const {config, status} = item;
	const {mark, tone, sentence} = stateWords(status);
	const isOff = status.type === 'disabled' && !config.disabled;
	const transport = 'transport' in status ? status.transport : config.type;
	return [
		entry('state', `${mark} ${isOff ? offSentence(facts.assistant) : sentence}`, tone),
		...(facts.outcome === undefined ? [] : [entry('just now', facts.outcome)]),
		entry('transport', transport === 'in-memory' ? 'inside the program' : transport),
		entry(config.type === 'stdio' ? 'command' : 'address', facts.reach),
		entry('from', config.source ?? 'the program itself'),
		...(config.description === undefined ? [] : [entry('description', config.description)]),
		...protocolLines(config, status),
		...statusLines(status, facts),
		...timeLines(facts),
		...('protocolVersion' in status ? instructionsOf(status) : []),
	];
};
